import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodLanguages
import ElmwoodSessions
import ElmwoodStorage

/// A request to an endpoint: its head has been checked, and its body has arrived.
///
/// ```swift
/// site.get("/api/articles/{slug}") { (request: EndpointRequest, slug: String) in
///     try .json(await articles.find(slug, for: request.visitor?.account))
/// }
/// ```
public struct EndpointRequest: Sendable {
    /// The request as the server has received it.
    let request: Request
    /// What the site knows, for all of its requests.
    let context: SiteContext
    /// Whether the request was sent by a page of another site that may not act for the visitor.
    var isAnonymous = false
    /// What the answer depends on.
    let asked = AskedFields()

    /// The method.
    public var method: HTTPMethod { request.method }
    /// The path, decoded: `/api/articles/café`.
    public var path: String { request.path }
    /// The query's parameters.
    public var query: Query { request.query.map(Query.init(urlencoded:)) ?? Query() }
    /// The path and query as received, an address on this site.
    public var address: String { request.address }
    /// The header fields.
    public var headers: HeaderFields { request.headers }
    /// The body's bytes; empty if they are ``form``, or in ``file``.
    public var body: [UInt8] { request.body }
    /// The fields of a body of the type `application/x-www-form-urlencoded` or `multipart/form-data`; nil if it has another type.
    ///
    /// Uploaded files are removed when the request has been answered.
    public var form: FormData? { request.form }
    /// The body as a file, at an endpoint that asks for that (``EndpointBody/file(upTo:)``); else nil.
    ///
    /// It is removed when the request has been answered.
    public var file: UploadedFile? { request.file }
    /// The client's address in numbers, such as `192.0.2.7`; nil if it is unknown. Behind a proxy that the settings trust it is the
    /// one that the proxy states.
    public var clientAddress: String? { request.remoteAddress == .unknown ? nil : "\(request.remoteAddress)" }
    /// Whether the client's connection is encrypted, as far as the server or a trusted proxy knows.
    public var isSecure: Bool { request.isSecure }
    /// The host and port that the client requested; nil if there is none, which only HTTP/1.0 permits.
    public var host: String? { request.host }
    /// The site's origin as its visitors address it, for addresses that leave the site: that of `ELMWOOD_ORIGIN`, or one with a name of
    /// `ELMWOOD_HOSTS`. Only a site without names has the host that the request names, which may be anybody's in numbers.
    ///
    /// ```swift
    /// site.get("/robots.txt") { request in .text("Sitemap: \(request.origin)/sitemap.xml\n") }
    /// ```
    public var origin: String {
        context.origin ?? "\(isSecure ? "https" : "http")://\(context.hosts.host(for: request))"
    }
    /// Names the request in the log and in its answer (`X-Request-Id`); nil in a test without a server.
    public var id: RequestID? { request.id }
    /// The client's languages, best first, as `Accept-Language` ranks them.
    public var languages: [Language] {
        asked.add(.language)
        return request.languages
    }

    /// Whether the client prefers a page to data: a browser that loads it.
    public var acceptsPage: Bool {
        asked.add(.accept)
        return ResponseFormat(request) == .browser
    }

    /// Returns the value of a cookie; nil if the request has none of this name, or more than one.
    ///
    /// A request of another site's page has none, unless the endpoint permits that (``CrossOrigin/allowsCredentials``).
    public func cookie(_ name: String) -> String? {
        asked.add(.cookie)
        return isAnonymous ? nil : request.cookie(name)
    }

    /// What the site's programs share, for code outside of them.
    public var site: RunningSite { RunningSite(context.registry) }

    /// Who has sent the request, as shared programs know them; nil for a client without a session.
    ///
    /// It is found by the session's cookie. `account` is what a program of the site has stated with `Command.identify(_:)`.
    public var visitor: Sender? {
        get async {
            asked.add(.cookie)
            guard !isAnonymous, let session else { return nil }
            let sender = await context.registry.sender(of: session)
            if sender != nil { context.rates.verify(session) }
            return sender
        }
    }

    /// The session's id by the cookie, whether such a session exists or not.
    var session: SessionID? { request.cookie(context.cookieName).flatMap { SessionToken($0)?.id } }
}
