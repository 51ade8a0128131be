import ElmwoodFormData
import ElmwoodHTTPServer
import FoundationEssentials

/// The security headers of a site's answers. The defaults are strict, and a site loosens what it must.
///
/// ```swift
/// var policy = SecurityPolicy()
/// policy.contentSecurityPolicy["img-src"] = "'self' https://images.example.org"
/// ```
public struct SecurityPolicy: Equatable, Sendable {
    /// The directives of the `Content-Security-Policy` header, by name (W3C, Content Security Policy Level 3).
    public var contentSecurityPolicy: [String: String] = [
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "media-src": "'self'",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    ]

    /// The value of the `Referrer-Policy` header.
    public var referrerPolicy = "strict-origin-when-cross-origin"

    /// The value of the `Cross-Origin-Opener-Policy` header.
    public var crossOriginOpenerPolicy = "same-origin"

    /// The value of the `Strict-Transport-Security` header, sent only over TLS; nil to send none.
    public var strictTransportSecurity: String? = "max-age=31536000"

    /// Creates the default policy.
    public init() {}

    /// Allows a script within the pages, by the digest of its text (Content Security Policy Level 3, section 2.3.1). Without this,
    /// browsers run only scripts from files.
    ///
    /// ```swift
    /// site.securityPolicy.allowInline(script: "document.documentElement.dataset.theme = localStorage.theme ?? ''")
    /// ```
    ///
    /// - Parameter script: exactly the text of the element `script`.
    public mutating func allowInline(script: String) { allow(Self.source(script), in: "script-src") }

    /// Allows a style sheet within the pages, by the digest of its text.
    ///
    /// - Parameter style: exactly the text of the element `style`.
    public mutating func allowInline(style: String) { allow(Self.source(style), in: "style-src") }

    private static func source(_ text: String) -> String {
        "'sha256-\(Data(SHA256.digest(Array(text.utf8))).base64EncodedString())'"
    }

    /// Adds sources to a directive. One that allowed nothing, or did not exist, then allows these.
    private mutating func allow(_ sources: String, in directive: String) {
        // What a directive about content does not say, `default-src` says (section 6.8.3).
        let other = directive.hasSuffix("-src") ? contentSecurityPolicy["default-src"] : nil
        let former = contentSecurityPolicy[directive] ?? other ?? "'none'"
        contentSecurityPolicy[directive] = former == "'none'" ? sources : "\(former) \(sources)"
    }

    /// Returns the same policy with further sources in its directives.
    func adding(_ sources: [String: String]) -> SecurityPolicy {
        var policy = self
        for (directive, sources) in sources { policy.allow(sources, in: directive) }
        return policy
    }

    /// The same policy, which also permits frames of the same site, for the history at a page's foot.
    var withFrames: SecurityPolicy {
        var policy = self
        for directive in ["frame-ancestors", "frame-src"] { policy.allow("'self'", in: directive) }
        return policy
    }

    /// Returns the same policy for what a setting says about subdomains.
    func applying(_ transportSecurity: Settings.TransportSecurity) -> SecurityPolicy {
        var policy = self
        switch transportSecurity {
        case .off: policy.strictTransportSecurity = nil
        case .host: break
        case .subdomains:
            guard let former = strictTransportSecurity, !former.lowercased().contains("includesubdomains") else {
                break
            }
            policy.strictTransportSecurity = former + "; includeSubDomains"
        }
        return policy
    }

    /// Returns the headers of every answer, in a fixed order.
    package func headers(isSecure: Bool) -> [(name: String, value: String)] {
        let directives = contentSecurityPolicy.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        var headers = [
            (name: "Content-Security-Policy", value: directives.joined(separator: "; ")),
            (name: "X-Content-Type-Options", value: "nosniff"),
            (name: "Referrer-Policy", value: referrerPolicy),
            (name: "Cross-Origin-Opener-Policy", value: crossOriginOpenerPolicy),
        ]
        if isSecure, let strictTransportSecurity {
            headers.append((name: "Strict-Transport-Security", value: strictTransportSecurity))
        }
        return headers
    }

    /// Whether a request that changes something was sent by a page of another site.
    ///
    /// Browsers report that in `Sec-Fetch-Site` (W3C, Fetch Metadata). Only `same-origin` is permitted, and `none` for requests
    /// that the visitor made directly. They report the origin of a post in `Origin`, too, which must be the site's own or this host,
    /// and over TLS with `https`, since a page without TLS may be forged on the network. A browser that sends both must state the
    /// same in both; an opaque origin, `null`, states nothing. A client that sends neither is not a browser, so it has no cookie that
    /// another page could abuse.
    ///
    /// - Parameter siteOrigin: the site's origin, if a setting states it. A proxy may have replaced the host.
    package static func isCrossSite(
        fetchSite: ArraySlice<UInt8>?,
        origin: ArraySlice<UInt8>?,
        host: @autoclosure () -> ArraySlice<UInt8>?,
        isSecure: Bool = false,
        siteOrigin: String? = nil
    ) -> Bool {
        if let fetchSite, !fetchSite.span.isEqual(to: "same-origin"), !fetchSite.span.isEqual(to: "none") {
            return true
        }
        guard let origin, fetchSite == nil || !origin.span.isEqual(to: "null") else { return false }
        if let siteOrigin, areEqual(origin, siteOrigin.utf8) { return false }
        guard let host = host(), let colon = origin.firstIndex(of: UInt8(ascii: ":")),
            origin[colon...].starts(with: "://".utf8)
        else { return true }
        if isSecure, !areEqual(origin[..<colon], "https".utf8) { return true }
        return !areEqual(origin[colon...].dropFirst(3), host)
    }

    /// Whether both are the same apart from the case of ASCII letters. Bytes are compared, since each post does this.
    static func areEqual(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
        left.elementsEqual(right) { $0 == $1 || HeaderFields.lowercased($0) == HeaderFields.lowercased($1) }
    }
}
