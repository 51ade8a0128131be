import ElmwoodFormData
import ElmwoodHTTPServer

/// Endpoints below one path, with what they have in common.
///
/// ```swift
/// site.group("/api", crossOrigin: .any) { api in
///     api.use { request, next in … }
///     api.get("/tags") { request in try .json(await articles.tags()) }
/// }
/// ```
public struct EndpointGroup: Routes {
    private let path: String
    private let crossOrigin: CrossOrigin?
    private var middleware: [Middleware] = []
    private(set) var endpoints: [Endpoint] = []

    init(_ path: String, crossOrigin: CrossOrigin?) {
        self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
        self.crossOrigin = crossOrigin
    }

    /// Puts a function around the endpoints of the group that are added after it.
    public mutating func use(_ middleware: Middleware) { self.middleware.append(middleware) }

    /// Puts a function around the endpoints of the group that are added after it.
    public mutating func use(_ respond: @escaping @Sendable (EndpointRequest, Middleware.Next) async throws -> Response)
    {
        use(Middleware(respond))
    }

    /// Adds an endpoint at a path below the group's.
    public mutating func add(_ endpoint: Endpoint) {
        var endpoint = endpoint
        endpoint.pattern = path + endpoint.pattern
        endpoint.group = path
        endpoint.crossOrigin = endpoint.crossOrigin ?? crossOrigin
        endpoint.middleware = middleware + endpoint.middleware
        endpoints.append(endpoint)
    }
}

extension Routes {
    /// Adds endpoints below one path.
    ///
    /// - Parameters:
    ///   - path: where the endpoints are, such as `/api`.
    ///   - crossOrigin: which other sites' scripts may use them; nil: none, or what a group around this one permits.
    ///   - add: adds the endpoints, whose patterns are continued from the path.
    public mutating func group(
        _ path: String,
        crossOrigin: CrossOrigin? = nil,
        _ add: (inout EndpointGroup) -> Void
    ) {
        var group = EndpointGroup(path, crossOrigin: crossOrigin)
        add(&group)
        for endpoint in group.endpoints { self.add(endpoint) }
    }
}

extension Site: Routes {
    /// Adds an endpoint, in place of one with the same method and pattern.
    public mutating func add(_ endpoint: Endpoint) {
        do throws(MountError) {
            try endpoints.add(endpoint)
        } catch {
            errors.append(error)
        }
    }

    /// Puts a function around all that the site answers: programs, endpoints and files.
    public mutating func use(_ middleware: Middleware) { self.middleware.append(middleware) }

    /// Puts a function around all that the site answers: programs, endpoints and files.
    public mutating func use(_ respond: @escaping @Sendable (EndpointRequest, Middleware.Next) async throws -> Response)
    {
        use(Middleware(respond))
    }

    /// Sends requests for a path, and for all paths below it, to another one: `/old/a?b` to `/new/a?b`.
    ///
    /// - Parameters:
    ///   - path: the path that requests come for.
    ///   - target: a path of this site, or the address of another one with its scheme.
    ///   - status: 308 keeps the method, and browsers remember it; 307 is for this time.
    public mutating func redirect(_ path: String, to target: String, status: HTTPStatus = .permanentRedirect) {
        let target = target.hasSuffix("/") ? String(target.dropLast()) : target
        mount(at: path) { pattern throws(MountError) in
            guard pattern.parameterCount == 0 else { throw MountError("“\(path)” has parameters, and is redirected.") }
            return Mount(pattern) { context in
                { call in
                    var response = Response(status, headers: context.redirect)
                    let below = call.path == "/" && !pattern.segments.isEmpty ? "" : PercentEncoding.path(call.path)
                    let query = call.request.query.map { "?" + $0 } ?? ""
                    // Two slashes at the beginning would make the next segment a host.
                    let path = target.isEmpty ? "/" + below.drop { $0 == "/" } : target + below
                    response.headers.add("Location", path + query)
                    return .response(response)
                }
            }
        }
    }
}
