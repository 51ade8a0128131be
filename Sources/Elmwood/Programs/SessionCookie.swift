import ElmwoodStorage

/// The cookie with the id of a visitor's session.
package enum SessionCookie {
    /// Returns its name. Over TLS it has the prefix that makes browsers refuse it from any other host (RFC 6265bis, section
    /// 4.1.3.2).
    package static func name(isSecure: Bool) -> String {
        isSecure ? "__Host-elmwood" : "elmwood"
    }

    /// Returns the name of the cookie that outlives sessions: it contains the id of the visitor whose stored values are loaded.
    package static func visitorName(isSecure: Bool) -> String { name(isSecure: isSecure) + "-visitor" }

    /// Returns the name of the cookie with a ticket, which proves that a browser made a request whose tasks were pending after the
    /// answer: see `RenewalTicket`.
    package static func ticketName(isSecure: Bool) -> String { name(isSecure: isSecure) + "-ticket" }

    /// How long a browser retains a ticket, in seconds: as long as the server remembers what it proves.
    static let ticketMaximumAge = 24 * 60 * 60

    /// How long a browser retains the cookie: the longest time that browsers permit. The idle lifetime is enforced by the server.
    package static let maximumAge = 400 * 24 * 60 * 60
}

/// The cookie that outlives sessions: the visitor whose stored values are loaded, and the day when the cookie was set.
///
/// A request does not contain the age of its cookies, so this cookie does. From its 30th day on it is set again for a returning
/// browser: not with every answer, and long before its 400 days are over.
package struct VisitorCookie: Equatable, Sendable {
    /// The visitor whose stored values are loaded.
    package var visitor: VisitorID
    /// The day on which it was set, counted from the first of 1970; nil if unknown.
    package var day: Int?

    /// Creates a cookie that is set on that day.
    package init(_ visitor: VisitorID, day: Int) {
        self.visitor = visitor
        self.day = day
    }

    /// Reads a cookie as ``text`` writes it, or an id alone; nil for any other bytes.
    package init?(utf8 bytes: some Collection<UInt8>) {
        let end = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        guard let visitor = VisitorID(utf8: bytes[..<end]) else { return nil }
        self.visitor = visitor
        guard end != bytes.endIndex else { return }
        let digits = bytes[end...].dropFirst()
        // Five digits suffice beyond the year 2200.
        guard (1...6).contains(digits.count) else { return nil }
        var day = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            day = day * 10 + Int(digit - 0x30)
        }
        self.day = day
    }

    /// The cookie's value: the visitor's id, a dot, and the day.
    package var text: String { day.map { "\(visitor.text).\($0)" } ?? visitor.text }

    /// Whether it must be set again on that day.
    package func isOld(on today: Int) -> Bool { day.map { !(0..<30).contains(today - $0) } ?? true }
}
