import ElmwoodFormData

/// A complete request: its head has been checked, and its body has arrived.
///
/// ```swift
/// let server = HTTPServer { request in
///     .response(.text("You asked for \(request.path)\n"))
/// }
/// ```
public struct Request: Sendable {
    /// An object, since a request is passed through many functions.
    private let parts: Parts

    private struct Client {
        var address: RemoteAddress
        var text: String
        var localAddress: RemoteAddress
        var isSecure: Bool
        var forwardedHost: String?
    }

    private final class Parts: Sendable {
        let id: RequestID?
        let head: RequestHead
        let content: BodyReader.Content
        let client: Client
        let memory: ConnectionMemory?

        init(
            id: RequestID?,
            head: RequestHead,
            content: BodyReader.Content,
            client: Client,
            memory: ConnectionMemory?
        ) {
            self.id = id
            self.head = head
            self.content = content
            self.client = client
            self.memory = memory
        }
    }

    /// - Parameter proxies: the trusted ones, if the request came from one; else nil.
    init(
        id: RequestID?,
        head: RequestHead,
        content: BodyReader.Content,
        remoteAddress: RemoteAddress,
        addressText: String,
        localAddress: RemoteAddress,
        isSecure: Bool,
        proxies: TrustedProxies?,
        memory: ConnectionMemory?
    ) {
        var client = Client(address: remoteAddress, text: addressText, localAddress: localAddress, isSecure: isSecure)
        if let proxies {
            let forwarded = ForwardedFields(head.headers, from: remoteAddress, trusting: proxies)
            client.address = forwarded.client
            client.text = "\(forwarded.client)"
            client.isSecure = forwarded.isSecure ?? isSecure
            client.forwardedHost = forwarded.host
        }
        parts = Parts(id: id, head: head, content: content, client: client, memory: memory)
    }

    /// Creates a request that is not received over the network, to call a handler in a test.
    ///
    /// - Throws: `RequestTarget.Refusal` if the server would refuse the target.
    public init(
        _ method: HTTPMethod,
        _ target: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        form: FormData? = nil,
        remoteAddress: RemoteAddress = .unknown,
        isSecure: Bool = false
    ) throws(RequestTarget.Refusal) {
        parts = Parts(
            id: nil,
            head: try RequestHead(method, target, headers: headers),
            content: BodyReader.Content(bytes: body, form: form),
            client: Client(
                address: remoteAddress,
                text: "\(remoteAddress)",
                localAddress: .unknown,
                isSecure: isSecure
            ),
            memory: nil
        )
    }

    private var head: RequestHead { parts.head }
    private var content: BodyReader.Content { parts.content }

    /// Names the request in the log and in its answer (`X-Request-Id`); nil if it was not received over the network.
    public var id: RequestID? { parts.id }

    /// The client's address: that of the connection or, if a trusted proxy sent the request, the one that it states.
    public var remoteAddress: RemoteAddress { parts.client.address }

    /// The text of `remoteAddress`.
    package var addressText: String { parts.client.text }

    /// Whether the client's connection is encrypted (TLS), as far as the server or a trusted proxy knows.
    public var isSecure: Bool { parts.client.isSecure }

    /// The address of this machine that the client, or the proxy in front, has connected to.
    package var localAddress: RemoteAddress { parts.client.localAddress }

    /// What the handler remembers of the connection; nil if it is several clients', or none.
    package var memory: ConnectionMemory? { parts.memory }

    /// The method.
    public var method: HTTPMethod { head.method }

    /// The path, percent-decoded and checked as described at ``RequestTarget``.
    public var path: String { head.target.path }

    /// The header fields.
    public var headers: HeaderFields { head.headers }

    /// The body's bytes, unchanged; empty if `form` was parsed from them.
    public var body: [UInt8] { content.bytes }

    /// The fields of a body that is `application/x-www-form-urlencoded` or `multipart/form-data`; else nil.
    ///
    /// Uploaded files are on disk, and are removed with the last copy of the request; see ``keepUploads()``.
    public var form: FormData? { content.form }

    /// The body as a file, if the handler asks for that (``Handler/storage(ofBodyOf:)``); else nil. It is removed with the last copy of
    /// the request; see ``keepUploads()``.
    public var file: UploadedFile? { content.file }

    /// The target as received: path and query, not decoded.
    public var target: String { String(decoding: head.packed[..<head.targetLength], as: UTF8.self) }

    /// The path and query as received, without the scheme and host of a target in absolute form. It is an address on this site and
    /// begins with one slash.
    public var address: String {
        let text = String(decoding: head.packed[head.target.originForm], as: UTF8.self)
        return text.utf8.first == 0x2F ? text : "/" + text
    }

    /// The host and port that the client requested: `Host` or, if a trusted proxy states another one, that. Nil if there is none,
    /// which only HTTP/1.0 permits. That of a target in absolute form is used in place of `Host` (RFC 9112 §3.2.2).
    public var host: String? { hostBytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes of ``host``.
    package var hostBytes: ArraySlice<UInt8>? {
        if let forwardedHost = parts.client.forwardedHost { return Array(forwardedHost.utf8)[...] }
        return head.target.authority.map { head.packed[$0] } ?? headers.bytes(of: "host")
    }

    /// The query as received, without the question mark; nil if the target has none.
    public var query: String? { queryBytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The query's bytes as received; nil if the target has none. `FormData(urlencoded:)` reads them.
    public var queryBytes: ArraySlice<UInt8>? { head.target.query.map { head.packed[$0] } }

    /// Returns the value of a cookie, or nil if the request has none of this name, or more than one.
    public func cookie(_ name: String) -> String? {
        headers.cookie(name)
    }

    /// The bytes of the `Cookie` fields as one (RFC 9113 §8.2.3); nil if there is none.
    public var cookieBytes: ArraySlice<UInt8>? { headers.cookieBytes }

    /// Retains the uploaded files when the request has been answered. The caller has to remove them.
    public func keepUploads() { content.uploads?.keep() }
}
