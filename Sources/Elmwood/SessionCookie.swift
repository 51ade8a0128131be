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
