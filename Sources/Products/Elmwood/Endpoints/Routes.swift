import ElmwoodHTTPServer

/// Where endpoints can be added: a ``Site``, or a group of its endpoints.
///
/// ```swift
/// site.get("/api/articles/{slug}") { (request: EndpointRequest, slug: String) in
///     try .json(await articles.find(slug))
/// }
/// site.post("/api/articles") { request in
///     let article = try request.json(NewArticle.self)
///     return try .json(await articles.add(article), status: .created)
/// }
/// ```
///
/// A name in braces is a parameter: a whole segment of the path, which is converted to the type of the function's parameter. If its
/// text is no value of that type, the answer is 404. An endpoint answers for its path alone, and not for those below it; of two that
/// match, the more specific one applies. Endpoints come before programs and files. A HEAD is answered as a GET without its content.
///
/// The function is called by a task. What it throws becomes the response: a ``ResponseError`` has its own, `NotFound` is 404, and any
/// other error is 500, with the reason in the log only.
///
/// What other sites' pages send is refused, as it is at pages, unless the endpoint permits it (``CrossOrigin``).
public protocol Routes {
    /// Adds an endpoint.
    mutating func add(_ endpoint: Endpoint)
}

extension Routes {
    /// Answers GET and HEAD at a path or pattern.
    public mutating func get<each Parameter: LosslessStringConvertible & Sendable>(
        _ pattern: String,
        _ handler: @escaping @Sendable (EndpointRequest, repeat each Parameter) async throws -> Response
    ) {
        on(.get, pattern, handler)
    }

    /// Answers POST at a path or pattern.
    public mutating func post<each Parameter: LosslessStringConvertible & Sendable>(
        _ pattern: String,
        body: EndpointBody = .bytes,
        _ handler: @escaping @Sendable (EndpointRequest, repeat each Parameter) async throws -> Response
    ) {
        on(.post, pattern, body: body, handler)
    }

    /// Answers PUT at a path or pattern.
    public mutating func put<each Parameter: LosslessStringConvertible & Sendable>(
        _ pattern: String,
        body: EndpointBody = .bytes,
        _ handler: @escaping @Sendable (EndpointRequest, repeat each Parameter) async throws -> Response
    ) {
        on(.put, pattern, body: body, handler)
    }

    /// Answers PATCH at a path or pattern.
    public mutating func patch<each Parameter: LosslessStringConvertible & Sendable>(
        _ pattern: String,
        body: EndpointBody = .bytes,
        _ handler: @escaping @Sendable (EndpointRequest, repeat each Parameter) async throws -> Response
    ) {
        on(.patch, pattern, body: body, handler)
    }

    /// Answers DELETE at a path or pattern.
    public mutating func delete<each Parameter: LosslessStringConvertible & Sendable>(
        _ pattern: String,
        _ handler: @escaping @Sendable (EndpointRequest, repeat each Parameter) async throws -> Response
    ) {
        on(.delete, pattern, handler)
    }

    /// Answers a method at a path or pattern.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - pattern: the path, with a name in braces for each part that differs.
    ///   - body: how the body is received.
    ///   - handler: has a parameter for each name in braces, in their order.
    public mutating func on<each Parameter: LosslessStringConvertible & Sendable>(
        _ method: HTTPMethod,
        _ pattern: String,
        body: EndpointBody = .bytes,
        _ handler: @escaping @Sendable (EndpointRequest, repeat each Parameter) async throws -> Response
    ) {
        var count = 0
        for _ in repeat (each Parameter).self { count += 1 }
        add(
            Endpoint(method, pattern, parameterCount: count, body: body) { request, texts in
                let values = try parameters(texts, as: repeat (each Parameter).self)
                return try await handler(request, repeat each values)
            }
        )
    }
}

/// How an endpoint receives the body of its requests.
public enum EndpointBody: Equatable, Sendable {
    /// In memory, up to the server's limit of a megabyte.
    case bytes
    /// In a file in the data folder, up to that many bytes: ``EndpointRequest/file``. Forms are still read as forms.
    case file(upTo: Int)
}

/// What answers requests of one method at a path or pattern.
public struct Endpoint: Sendable {
    let method: HTTPMethod
    var pattern: String
    /// The path of the outermost group that it belongs to; nil if it belongs to none.
    var group: String?
    let parameterCount: Int
    let body: EndpointBody
    var crossOrigin: CrossOrigin?
    var middleware: [Middleware] = []
    let respond: @Sendable (EndpointRequest, _ parameters: [String]) async throws -> Response

    init(
        _ method: HTTPMethod,
        _ pattern: String,
        parameterCount: Int,
        body: EndpointBody,
        respond: @escaping @Sendable (EndpointRequest, [String]) async throws -> Response
    ) {
        self.method = method
        self.pattern = pattern
        self.parameterCount = parameterCount
        self.body = body
        self.respond = respond
    }
}

/// Converts the texts of parameters.
///
/// - Throws: ``NotFound`` if one of them is no value of its type.
func parameters<each Parameter: LosslessStringConvertible>(
    _ texts: [String],
    as types: repeat (each Parameter).Type
) throws -> (repeat each Parameter) {
    var remaining = texts[...]
    func next<Value: LosslessStringConvertible>(_ type: Value.Type) throws -> Value {
        guard let value = remaining.popFirst().flatMap({ Value($0) }) else { throw NotFound() }
        return value
    }
    return (repeat try next(each types))
}
