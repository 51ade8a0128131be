import ElmwoodHTTPServer

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
/// Without middleware a request is answered on the thread that has received it. With one it is answered by a task, which costs some
/// 10 µs.
public struct Middleware: Sendable {
    /// Continues with the next middleware or the handler.
    public typealias Next = @Sendable (EndpointRequest) async throws -> Response

    let respond: @Sendable (EndpointRequest, Next) async throws -> Response

    /// Creates a middleware from a function.
    public init(_ respond: @escaping @Sendable (EndpointRequest, Next) async throws -> Response) {
        self.respond = respond
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
    /// It is no sign-in: there is one password for all, and it is sent with each request. Use it over TLS only.
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
        return Middleware { request, next in
            if paths.contains(request.path) { return try await next(request) }
            guard let field = request.headers["authorization"], let given = BasicCredentials(field),
                given.isEqual(to: expected)
            else {
                var response = Response.text("This site needs a name and a password.\n", status: .unauthorized)
                response.headers.add("WWW-Authenticate", challenge)
                response.headers.add("Cache-Control", "no-store")
                return response
            }
            return try await next(request)
        }
    }
}
