/// The response to a request.
///
/// ```swift
/// var response = Response.html(page)
/// response.headers.add("Cache-Control", "no-store")
/// ```
public struct Response: Sendable {
    /// The status.
    public var status: HTTPStatus
    /// The header fields, without those that the server adds itself.
    public var headers: ResponseHeaders
    /// The content. It is not sent for HEAD, and with the statuses 204 and 304.
    public var body: Body
    /// Whether the connection is closed after the response.
    public var closesConnection = false
    /// A number of the handler's own, which the report on the request repeats: `ServedAnswer.tag`.
    public var tag = 0
    /// Why the request was refused, in one word for metrics; nil if it was not, or if the status says it.
    public var reason: String?

    /// A response's content.
    public enum Body: Sendable {
        /// No content.
        case empty
        /// Bytes, which are sent without being copied.
        case bytes([UInt8])
        /// Bytes that are part of the program.
        case constant(StaticString)
        /// A part of a file, sent by the system directly.
        case file(FileBody)
        /// Content that is produced while it is sent. Without a length (in bytes) it is sent in chunks.
        case producer(any BodyProducer, length: Int?)
        /// Content without an end of its own, for a listening client: server-sent events. The `heartbeat` is sent after each
        /// interval `every` without a byte, so that neither side considers the other disconnected. An idle stream costs next to
        /// nothing, and ends cleanly when the server stops.
        case stream(any BodyProducer, heartbeat: [UInt8], every: Duration)

        /// The length in bytes; 0 if unknown.
        var length: Int {
            switch self {
            case .empty: 0
            case .bytes(let bytes): bytes.count
            case .constant(let text): text.utf8CodeUnitCount
            case .file(let file): file.length
            case .producer(_, let length): max(0, length ?? 0)
            case .stream: 0
            }
        }
    }

    /// Creates a response.
    public init(_ status: HTTPStatus, headers: ResponseHeaders = ResponseHeaders(), body: Body = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Creates a response with a page of HTML in UTF-8.
    public static func html(_ bytes: [UInt8], status: HTTPStatus = .ok) -> Response {
        Response(status, headers: htmlType, body: .bytes(bytes))
    }

    /// Creates a response with a plain text in UTF-8.
    public static func text(_ text: String, status: HTTPStatus = .ok) -> Response {
        Response(status, headers: textType, body: .bytes(Array(text.utf8)))
    }

    /// Creates a response with content of a type: `Response.bytes(data, type: "application/json")`.
    public static func bytes(_ bytes: [UInt8], type: String, status: HTTPStatus = .ok) -> Response {
        Response(status, headers: ["Content-Type": type], body: .bytes(bytes))
    }

    private static let htmlType: ResponseHeaders = ["Content-Type": "text/html; charset=utf-8"]
    private static let textType: ResponseHeaders = ["Content-Type": "text/plain; charset=utf-8"]
}

extension ResponseHeaders: ExpressibleByDictionaryLiteral {
    /// Creates header fields from a literal: `["Content-Type": "text/css"]`.
    public init(dictionaryLiteral fields: (String, String)...) {
        self.init()
        for (name, value) in fields { add(name, value) }
    }
}
