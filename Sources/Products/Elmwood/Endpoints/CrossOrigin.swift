import ElmwoodHTTPServer

/// Which other sites' scripts may use an endpoint (Fetch standard, section 3.3, "CORS protocol").
///
/// ```swift
/// site.group("/api", crossOrigin: CrossOrigin(origins: ["https://app.example"])) { api in … }
/// ```
///
/// Without it an endpoint is protected like a page: what other sites' pages send is refused, unless it only reads, and their scripts
/// cannot read the answer.
public struct CrossOrigin: Equatable, Sendable {
    /// The origins, such as `https://app.example`; nil for any.
    public var origins: [String]?
    /// The header fields that scripts may send, beside those that need no permission.
    public var headers: [String] = ["Authorization", "Content-Type"]
    /// The header fields of answers that scripts may read, beside those that need no permission.
    public var exposedHeaders: [String] = []
    /// Whether requests of other sites may act for the visitor: their cookies count. Only for origins that are named.
    public var allowsCredentials = false
    /// How long a browser may retain the permission.
    public var maximumAge: Duration = .seconds(600)

    /// Permits scripts of these origins.
    public init(origins: [String]) { self.origins = origins }

    private init() {}

    /// Scripts of any site, which cannot act for the visitor: no cookie of theirs counts.
    public static let any = CrossOrigin()

    /// Whether scripts of an origin may use the endpoint.
    func allows(_ origin: String) -> Bool {
        guard let origins else { return true }
        return origins.contains { SecurityPolicy.areEqual($0.utf8, origin.utf8) }
    }

    /// Whether the cookies of a request from an origin count.
    func allowsCredentials(of origin: String) -> Bool { allowsCredentials && origins != nil && allows(origin) }

    /// Adds what lets a script of an origin read an answer. One to any site is the same for all, and whether or not an origin is stated: a
    /// cache may give it to each.
    func add(to headers: inout ResponseHeaders, for origin: String?) {
        // The answer to another origin is another one, and a cache must not confuse them.
        if origins != nil { headers.vary(by: ["Origin"]) }
        guard origins == nil || origin.map(allows) ?? false else { return }
        headers.add("Access-Control-Allow-Origin", origins == nil ? "*" : origin ?? "")
        if let origin, allowsCredentials(of: origin) { headers.add("Access-Control-Allow-Credentials", "true") }
        if !exposedHeaders.isEmpty {
            headers.add("Access-Control-Expose-Headers", exposedHeaders.joined(separator: ", "))
        }
    }

    /// Returns the answer to a browser that asks whether a script may send a request.
    func preflight(_ request: Request, methods: String) -> Response {
        var response = Response(.noContent, headers: ["Allow": methods])
        let origin = request.headers["origin"]
        add(to: &response.headers, for: origin)
        guard let origin, allows(origin), request.headers["access-control-request-method"] != nil else {
            return response
        }
        response.headers.add("Access-Control-Allow-Methods", methods)
        if !headers.isEmpty { response.headers.add("Access-Control-Allow-Headers", headers.joined(separator: ", ")) }
        response.headers.add("Access-Control-Max-Age", "\(max(0, maximumAge.components.seconds))")
        return response
    }
}
