import ElmwoodFormData
import ElmwoodStorage

/// The cookie with the token of a visitor's session.
package enum SessionCookie {
    /// Returns its name. Over TLS it has the prefix that makes browsers refuse it from any other host (RFC 6265bis, section
    /// 4.1.3.2).
    package static func name(isSecure: Bool, prefix: String = prefix) -> String {
        isSecure ? "__Host-\(prefix)" : prefix
    }

    /// What the names of a site's cookies begin with.
    package static let prefix = "elmwood"

    /// Returns the name of the cookie that outlives sessions: it contains a token of the visitor whose stored values are loaded.
    package static func visitorName(isSecure: Bool, prefix: String = prefix) -> String {
        name(isSecure: isSecure, prefix: prefix) + "-visitor"
    }

    /// Returns the name of the cookie with a ticket, which proves that a browser made a request whose tasks were pending after the
    /// answer: see `RenewalTicket`.
    package static func ticketName(isSecure: Bool, prefix: String = prefix) -> String {
        name(isSecure: isSecure, prefix: prefix) + "-ticket"
    }

    /// Returns the name of the cookie with what the browser has seen last of a site with several nodes: see `NodePosition`.
    package static func seenName(isSecure: Bool, prefix: String = prefix) -> String {
        name(isSecure: isSecure, prefix: prefix) + "-seen"
    }

    /// How long a browser retains that, in seconds: by then all nodes know.
    static let seenMaximumAge = 60

    /// How long a browser retains a ticket, in seconds: as long as the server remembers what it proves.
    static let ticketMaximumAge = 24 * 60 * 60

    /// The longest time that browsers permit, in seconds.
    private static let longestAge: Int64 = 400 * 24 * 60 * 60

    /// Returns the greatest age of a cookie that is valid for that time, in seconds.
    static func age(_ life: Duration) -> Int { Int(min(max(1, life.components.seconds), longestAge)) }
}

/// The cookie that outlives sessions: a token of the visitor whose stored values are loaded, and the day when the cookie was set.
///
/// A request does not contain the age of its cookies, so this cookie does. From its 30th day on it is set again for a returning
/// browser: not with every answer, and long before its 400 days are over.
package struct VisitorCookie: Equatable, Sendable {
    /// A token of the visitor whose stored values are loaded.
    package var token: VisitorToken
    /// The day on which it was set, counted from the first of 1970; nil if unknown.
    package var day: Int?

    /// Creates a cookie that is set on that day.
    package init(_ token: VisitorToken, day: Int) {
        self.token = token
        self.day = day
    }

    /// Reads a cookie as ``text`` writes it, or a token alone; nil for any other bytes.
    package init?(_ text: String) {
        self.init(utf8: text.utf8.span)
    }

    /// Reads a cookie from the bytes of its ``text``.
    init?(utf8 bytes: Span<UInt8>) {
        let end = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
        guard let token = VisitorToken(utf8: bytes.extracting(..<end)) else { return nil }
        self.token = token
        guard end < bytes.count else { return }
        let digits = bytes.extracting((end + 1)...)
        // Five digits suffice beyond the year 2200.
        guard (1...6).contains(digits.count) else { return nil }
        var day = 0
        for index in digits.indices {
            guard (0x30...0x39).contains(digits[index]) else { return nil }
            day = day * 10 + Int(digits[index] - 0x30)
        }
        self.day = day
    }

    /// The cookie's value: the token, a dot, and the day.
    package var text: String { day.map { "\(token.text).\($0)" } ?? token.text }

    /// Whether it must be set again on that day.
    package func isOld(on today: Int) -> Bool { day.map { !(0..<30).contains(today - $0) } ?? true }
}
