import ElmwoodStorage

/// The cookie that names a visitor's session.
package enum SessionCookie {
    /// Its name: over TLS with the prefix that makes browsers refuse it from anyone but this host
    /// (RFC 6265bis, section 4.1.3.2).
    package static func name(isSecure: Bool) -> String {
        isSecure ? "__Host-elmwood" : "elmwood"
    }

    /// The name of the cookie that outlives sessions: it names whose stored values are loaded.
    package static func visitorName(isSecure: Bool) -> String { name(isSecure: isSecure) + "-visitor" }

    /// The name of the cookie with the ticket that proves which browser made a request, where something that the request began goes
    /// on after its answer: see `RenewalTicket`.
    package static func ticketName(isSecure: Bool) -> String { name(isSecure: isSecure) + "-ticket" }

    /// How long a browser keeps a ticket, in seconds: as long as the server remembers what it proves.
    static let ticketMaximumAge = 24 * 60 * 60

    /// How long a browser keeps it: the most that browsers allow. The idle life that counts is the server's.
    package static let maximumAge = 400 * 24 * 60 * 60
}

/// What the cookie that outlives sessions says: whose stored values are loaded, and since when the browser has it.
///
/// A request does not tell how old its cookies are. So this one does, and a browser that comes again is given it anew from its 30th
/// day on: not with every answer, and long before its 400 days are over.
package struct VisitorCookie: Equatable, Sendable {
    /// Whose stored values are loaded.
    package var visitor: VisitorID
    /// The day on which the browser was given it, counted from the first of 1970; nil where it does not say.
    package var day: Int?

    /// A cookie that is given on that day.
    package init(_ visitor: VisitorID, day: Int) {
        self.visitor = visitor
        self.day = day
    }

    /// Reads a cookie as ``text`` writes it, or one of an id alone; nil for any other bytes.
    package init?(utf8 bytes: some Collection<UInt8>) {
        let end = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        guard let visitor = VisitorID(utf8: bytes[..<end]) else { return nil }
        self.visitor = visitor
        guard end != bytes.endIndex else { return }
        let digits = bytes[end...].dropFirst()
        // Five digits reach beyond the year 2200.
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

    /// Whether the browser is to be given it anew on that day.
    package func isOld(on today: Int) -> Bool { day.map { !(0..<30).contains(today - $0) } ?? true }
}
