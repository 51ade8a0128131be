import ElmwoodArchitecture
import ElmwoodHTTPServer

extension Middleware {
    /// Lets only visitors pass who have signed in: those whose session has an account, by `Command.identify(_:)`.
    ///
    /// ```swift
    /// site.use(.requireAccount(below: "/admin", signIn: "/account"))        // programs and endpoints
    /// site.group("/api") { api in
    ///     api.use(.requireAccount())                                        // its endpoints
    ///     api.get("/orders") { request in … }
    /// }
    /// ```
    ///
    /// A browser that loads a page is sent to the address where one signs in, which has the page's address in its query, as `then`. Any
    /// other request is refused with 401: an endpoint's, and an event of a live page, which tells the visitor to sign in.
    ///
    /// Files of the public folder need no account. What an account may do is for the program or the endpoint to decide.
    ///
    /// - Parameters:
    ///   - path: the path of what needs an account, with all below it.
    ///   - signIn: where one signs in; this address and those below it need no account.
    ///   - paths: others that need none, such as `/health`.
    public static func requireAccount(
        below path: String = "/",
        signIn: String? = nil,
        except paths: Set<String> = []
    ) -> Middleware {
        Middleware { request, next in
            let isFree =
                !covers(path, request.path) || signIn.map { covers($0, request.path) } ?? false
                || paths.contains { $0.utf8.elementsEqual(request.path.utf8) } || request.isForFile
            if isFree { return try await next(request) }
            if await request.visitor?.account != nil { return try await next(request) }
            guard let signIn, request.acceptsPage else {
                throw ProblemDetails(.unauthorized, "This needs an account: sign in first.")
            }
            return try .redirect(to: Page().link(to: signIn, query: ["then": request.address]))
        }
    }

    /// Whether a path is that one, or below it. Bytes are compared: a slash and a combining character are one `Character`.
    private static func covers(_ path: String, _ other: String) -> Bool {
        let whole = path.utf8.last == UInt8(ascii: "/") ? path.utf8.dropLast() : path.utf8[...]
        guard other.utf8.starts(with: whole) else { return false }
        let rest = other.utf8.dropFirst(whole.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }
}

extension EndpointRequest {
    /// Whether it is for a file of the public folder, or one of Elmwood's own, which pages need.
    fileprivate var isForFile: Bool {
        path.utf8.starts(with: "/elmwood/".utf8) || context.registry.environment.assets?.hasFile(at: path) ?? false
    }
}
