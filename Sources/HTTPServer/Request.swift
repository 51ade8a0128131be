import FormData

/// A whole request: its head has been checked, and its body has arrived.
///
/// ```swift
/// let server = HTTPServer { request in
///     .response(.text("You asked for \(request.path)\n"))
/// }
/// ```
public struct Request: Sendable {
    /// What the client wants done.
    public let method: HTTPMethod
    /// The path, percent-decoded and checked: it starts with `/`, is valid UTF-8, and holds no NUL, no encoded slash
    /// and no `.` or `..` segment.
    public let path: String
    /// The header fields.
    public let headers: HeaderFields
    /// The body's bytes, as they came; empty where `form` was parsed from them.
    public let body: [UInt8]
    /// The fields of a body that is `application/x-www-form-urlencoded` or `multipart/form-data`; else nil.
    public let form: FormData?
    /// The address from which the request came.
    public let remoteAddress: RemoteAddress
    /// Whether the connection is encrypted (TLS).
    public let isSecure: Bool

    /// The target and the packed header fields.
    private let head: [UInt8]
    private let targetLength: Int

    init(
        method: HTTPMethod,
        path: String,
        head: [UInt8],
        targetLength: Int,
        body: [UInt8],
        form: FormData?,
        remoteAddress: RemoteAddress,
        isSecure: Bool
    ) {
        self.method = method
        self.path = path
        self.head = head
        self.targetLength = targetLength
        self.headers = HeaderFields(packed: head, from: targetLength)
        self.body = body
        self.form = form
        self.remoteAddress = remoteAddress
        self.isSecure = isSecure
    }

    /// Creates a request that comes over no wire, to call a handler in a test.
    ///
    /// - Returns: nil where the target is one that the server would refuse.
    public init?(
        _ method: HTTPMethod,
        _ target: String,
        headers: KeyValuePairs<String, String> = [:],
        body: [UInt8] = [],
        form: FormData? = nil,
        remoteAddress: RemoteAddress = .unknown,
        isSecure: Bool = false
    ) {
        var head = Array(target.utf8)
        let targetLength = head.count
        guard let path = RequestPath.decode(head[...]) else { return nil }
        for (name, value) in headers { HeaderFields.append(name: name.utf8, value: value.utf8, to: &head) }
        self.init(
            method: method,
            path: path,
            head: head,
            targetLength: targetLength,
            body: body,
            form: form,
            remoteAddress: remoteAddress,
            isSecure: isSecure
        )
    }

    /// The target as it came: path and query, nothing decoded.
    public var target: String { String(decoding: head[..<targetLength], as: UTF8.self) }

    /// The query as it came, without the question mark; nil where the target has none.
    public var query: String? {
        let target = head[..<targetLength]
        guard let mark = target.firstIndex(of: 0x3F) else { return nil }
        return String(decoding: target[target.index(after: mark)...], as: UTF8.self)
    }
}
