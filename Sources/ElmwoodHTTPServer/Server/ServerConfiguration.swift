/// A server's address, limits and other settings.
public struct ServerConfiguration: Sendable {
    /// The address to listen at, in numeric form: `127.0.0.1`, `0.0.0.0`, `::1`, or `::` (IPv6 and IPv4).
    public var host = "127.0.0.1"
    /// The port to listen at; 0 selects a free one, available as ``RunningServer/port``.
    public var port = 8080
    /// Sockets that listen already, replacing host and port, one for each loop. The server closes them when it stops.
    public var sockets: ListeningSockets?
    /// The number of loops, each with a thread of its own; nil: one for each processor.
    public var loops: Int?
    /// The limits.
    public var limits = ServerLimits()
    /// The certificate and key for TLS; nil: plain HTTP.
    public var tls: TLSFiles?
    /// Header fields of every response, including the server's own refusals.
    public var headers: ResponseHeaders = ["X-Content-Type-Options": "nosniff"]
    /// The folder for uploaded files while their request is answered.
    public var uploadFolder = "/tmp"
    /// Receives log messages: one sentence each, without a line end.
    public var log: @Sendable (String) -> Void = { _ in }
    /// Makes the response to a request that the server itself refuses, from the server's status and sentence.
    public var refusal: @Sendable (HTTPStatus, String) -> Response = { .text($1 + "\n", status: $0) }

    /// Creates a configuration with the defaults.
    public init() {}
}

/// The files that hold a TLS certificate (with its chain) and its private key, in PEM.
public struct TLSFiles: Sendable {
    /// The path of the certificate's file.
    public var certificate: String
    /// The path of the key's file.
    public var key: String

    /// Creates a pair of paths.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// The limits of a server. Requests that exceed one are refused; nothing is lost silently.
public struct ServerLimits: Sendable {
    /// The longest head of a request (request line and header fields) in bytes: beyond it, 431.
    public var head = 12 * 1024
    /// The longest target in bytes: beyond it, 414.
    public var target = 8 * 1024
    /// The longest body in bytes, except uploads: beyond it, 413.
    public var body = 1024 * 1024
    /// The longest uploaded file in bytes: beyond it, 413.
    public var file = 10 * 1024 * 1024
    /// The most files in one form: beyond it, 413.
    public var files = 20
    /// The most fields in one form: beyond it, 413.
    public var fields = 1000
    /// The total time in which a request's head and body must arrive: after it, 408.
    public var receiveTime = Duration.seconds(10)
    /// How long a connection may wait for its next request.
    public var idleTime = Duration.seconds(60)
    /// The time that any response may take to be sent, regardless of its length.
    public var sendTime = Duration.seconds(60)
    /// How many bytes a second a client has to read beyond that, on average.
    public var sendRate = 4096
    /// The time after which an unanswered request is answered with 503.
    public var answerTime = Duration.seconds(60)
    /// The most simultaneous connections, over all loops: further ones are answered with 503 and closed.
    public var connections = 10_000

    /// Creates the default limits.
    public init() {}
}
