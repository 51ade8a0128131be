import ElmwoodHTTPServer
import Synchronization

/// A function around the handlers of requests.
///
/// ```swift
/// site.use { request, next in
///     var response = try await next(request)
///     response.headers.add("X-Robots-Tag", "noindex")
///     return response
/// }
/// ```
///
/// One of a site is around all that it answers: programs, endpoints and files. One of a group is around the group's endpoints. The
/// first that is added is the outermost. What `next` throws becomes a response outside of all of them, unless one of them catches it.
///
/// What comes from another site, or for another host, is refused before them. Where the visitor's cookies do not count
/// (``CrossOrigin``), they do not count for a middleware either.
///
/// Without middleware a request is answered on the thread that has received it. With one it is answered by a task, which costs some
/// 10 µs, except if all of a site need only the head.
public struct Middleware: Sendable {
    /// Continues with the next middleware or the handler.
    public typealias Next = @Sendable (EndpointRequest) async throws -> Response

    /// Decides by the head of a request. Returns the response to one that goes no further; nil for all others.
    public typealias HeadCheck = @Sendable (EndpointRequest) throws -> Response?

    let respond: @Sendable (EndpointRequest, Next) async throws -> Response
    /// What it consists of, if it needs only the head.
    let check: HeadCheck?

    /// Creates a middleware from a function.
    public init(_ respond: @escaping @Sendable (EndpointRequest, Next) async throws -> Response) {
        self.respond = respond
        check = nil
    }

    /// Creates a middleware that needs only the head of a request: it refuses long bodies and files before they arrive.
    ///
    /// ```swift
    /// site.use(Middleware(head: { request in
    ///     request.headers["x-api-key"] == key ? nil : .text("A key is missing.\n", status: .unauthorized)
    /// }))
    /// ```
    ///
    /// It is called on the thread that receives the request, which must not wait: with a long body once before it arrives, and once
    /// more after that. Then it comes before those that are added before it.
    public init(head check: @escaping HeadCheck) {
        self.check = check
        respond = { request, next in
            if let response = try check(request) { return response }
            return try await next(request)
        }
    }
}

extension [Middleware] {
    /// Returns the handler with all of these around it.
    func around(_ handler: @escaping Middleware.Next) -> Middleware.Next {
        reversed().reduce(handler) { next, middleware in
            { request in try await middleware.respond(request, next) }
        }
    }
}

extension Middleware {
    /// Asks each client for a name and a password (RFC 7617), such as before a site that is not public yet.
    ///
    /// ```swift
    /// site.use(.basicAuthentication(user: "preview", password: secret))
    /// ```
    ///
    /// It is no sign-in: there is one password for all, and it is sent with each request. Use it over TLS only. A client that has sent
    /// twenty wrong ones may try another one each minute, and until then has no access (429).
    ///
    /// - Parameters:
    ///   - user: the name that is asked for.
    ///   - password: the password that is asked for.
    ///   - realm: what browsers call the site when they ask.
    ///   - paths: those that need none although they are on the site, such as `/health`.
    public static func basicAuthentication(
        user: String,
        password: String,
        realm: String = "Preview",
        except paths: Set<String> = []
    ) -> Middleware {
        let expected = Array("\(user):\(password)".utf8)
        let challenge = "Basic realm=\"\(realm.filter { $0 != "\"" && $0 != "\\" })\", charset=\"UTF-8\""
        let attempts = WrongAttempts()
        return Middleware(head: { request in
            if paths.contains(request.path) { return nil }
            let field = request.headers["authorization"]
            if field != nil, attempts.mustWait(request) {
                var response = Response.text("Too many passwords were tried.\n", status: .tooManyRequests)
                response.headers.add("Retry-After", "\(WrongAttempts.seconds)")
                response.headers.add("Cache-Control", "no-store")
                return response
            }
            if let field, BasicCredentials(field)?.isEqual(to: expected) ?? false { return nil }
            if field != nil { attempts.add(request) }
            var response = Response.text("This site needs a name and a password.\n", status: .unauthorized)
            response.headers.add("WWW-Authenticate", challenge)
            response.headers.add("Cache-Control", "no-store")
            return response
        })
    }
}

/// The wrong passwords of each client: twenty at once, and then one a minute.
private final class WrongAttempts: Sendable {
    static let seconds = 60

    private let meter = Mutex(RateMeter<ClientNetwork>(Rate(perSecond: 1, burst: 20 * seconds)))

    func mustWait(_ request: EndpointRequest) -> Bool {
        meter.withLock { $0.isEmpty(ClientNetwork(request.request.remoteAddress), at: request.now) }
    }

    func add(_ request: EndpointRequest) {
        meter.withLock { $0.add(Self.seconds, of: ClientNetwork(request.request.remoteAddress), at: request.now) }
    }
}

extension EndpointRequest {
    /// The time in nanoseconds.
    fileprivate var now: UInt64 { ClientRates.nanoseconds(context.registry.environment.now()) }
}
