/// A cookie to be set: the value of a `Set-Cookie` header (RFC 6265bis §4.1).
///
/// ```swift
/// let cookie = try SetCookie("__Host-session", "6f1c…", maxAge: 86_400)
/// cookie.description   // __Host-session=6f1c…; Path=/; Max-Age=86400; Secure; HttpOnly; SameSite=Lax
/// ```
public struct SetCookie: CustomStringConvertible, Equatable, Sendable {
    /// Which requests of other sites carry the cookie.
    public enum SameSite: String, Sendable {
        /// Only this site's own requests.
        case strict = "Strict"
        /// Also requests that follow a link of another site.
        case lax = "Lax"
        /// All requests. The cookie must be secure then.
        case none = "None"
    }

    /// Why browsers would ignore a cookie, or could misread it.
    public struct Invalid: Error, Equatable, Sendable, CustomStringConvertible {
        /// One plain sentence.
        public let description: String

        fileprivate init(_ description: String) {
            self.description = description
        }
    }

    /// The cookie's name.
    public let name: String
    /// The cookie's value.
    public let value: String
    /// The path for which requests carry the cookie.
    public let path: String
    /// The host whose subdomains also get the cookie; nil for only the host that set it.
    public let domain: String?
    /// How many seconds the browser stores it; 0 removes it; nil stores it until the browser is closed.
    public let maxAge: Int?
    /// Whether only requests over TLS carry it.
    public let isSecure: Bool
    /// Whether scripts cannot read it.
    public let isHTTPOnly: Bool
    /// Which requests of other sites carry it.
    public let sameSite: SameSite

    /// Creates a cookie.
    ///
    /// - Throws: ``Invalid`` if a part contains a character that is not allowed, if name and value together are longer than 4,096
    ///   bytes, or if attributes are missing that the name's prefix `__Host-` or `__Secure-` requires.
    public init(
        _ name: String,
        _ value: String,
        path: String = "/",
        domain: String? = nil,
        maxAge: Int? = nil,
        isSecure: Bool = true,
        isHTTPOnly: Bool = true,
        sameSite: SameSite = .lax
    ) throws(Invalid) {
        guard !name.isEmpty, name.utf8.allSatisfy(TokenBytes.contains) else {
            throw Invalid("A cookie's name must consist of letters, digits and !#$%&'*+-.^_`|~.")
        }
        guard value.utf8.allSatisfy(Self.isValueByte) else {
            throw Invalid(
                "A cookie's value must be ASCII without white space, quotes, commas, semicolons and backslashes."
            )
        }
        guard name.utf8.count + value.utf8.count <= 4_096 else {
            throw Invalid("A cookie's name and value must not be longer than 4096 bytes together.")
        }
        guard path.hasPrefix("/"), path.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != 0x3B }) else {
            throw Invalid("A cookie's path must begin with a slash, and be ASCII without semicolons.")
        }
        if let domain {
            guard !domain.isEmpty, domain.utf8.count <= 253, domain.utf8.allSatisfy(Self.isHostByte) else {
                throw Invalid("A cookie's domain must be a host name.")
            }
        }
        // Browsers compare these prefixes without regard to case (RFC 6265bis §5.4).
        let prefix = name.lowercased()
        if prefix.hasPrefix("__host-") {
            guard isSecure, path == "/", domain == nil else {
                throw Invalid("A cookie whose name begins with __Host- must be secure, with the path / and no domain.")
            }
        }
        guard isSecure || !prefix.hasPrefix("__secure-") else {
            throw Invalid("A cookie whose name begins with __Secure- must be secure.")
        }
        guard isSecure || sameSite != .none else {
            throw Invalid("A cookie with SameSite=None must be secure.")
        }
        self.name = name
        self.value = value
        self.path = path
        self.domain = domain
        self.maxAge = maxAge
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }

    /// The value for a `Set-Cookie` header.
    public var description: String {
        var text = "\(name)=\(value); Path=\(path)"
        if let domain { text += "; Domain=\(domain)" }
        if let maxAge { text += "; Max-Age=\(max(maxAge, 0))" }
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        return text + "; SameSite=\(sameSite.rawValue)"
    }

    private static func isValueByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
        default: false
        }
    }
}
