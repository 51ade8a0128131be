/// The cookie that names a visitor's session.
package enum SessionCookie {
    /// Its name: over TLS with the prefix that makes browsers refuse it from anyone but this host
    /// (RFC 6265bis, section 4.1.3.2).
    package static func name(isSecure: Bool) -> String {
        isSecure ? "__Host-elmwood" : "elmwood"
    }

    /// The name of the cookie that outlives sessions: it names whose stored values are loaded.
    package static func visitorName(isSecure: Bool) -> String { name(isSecure: isSecure) + "-visitor" }

    /// How long a browser keeps it: the most that browsers allow. The idle life that counts is the server's.
    package static let maximumAge = 400 * 24 * 60 * 60
}
