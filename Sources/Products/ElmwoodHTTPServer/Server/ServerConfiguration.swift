/// A server's address, limits and other settings.
public struct ServerConfiguration: Sendable {
    /// The address to listen at, in numeric form: `127.0.0.1`, `0.0.0.0`, `::1`, or `::` (IPv6 and IPv4). Or `unix:` and the path of
    /// a Unix socket, whose file is replaced if nobody listens there, and removed when the server stops.
    public var host = "127.0.0.1"
    /// The permissions of a Unix socket's file. Any process that may write to it can connect.
    public var socketMode: UInt32 = 0o660
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
    /// The proxies in front of the server. What they add to a request about its client counts, and the limits of one client do not
    /// apply to their connections.
    public var trustedProxies = TrustedProxies()
    /// How the content of responses is compressed; nil: not at all.
    public var compression: Compression?
    /// Header fields of every response, including the server's own refusals.
    public var headers: ResponseHeaders = ["X-Content-Type-Options": "nosniff"]
    /// The folder for uploaded files while their request is answered.
    public var uploadFolder = "/tmp"
    /// Whether a form with a file that is larger than its limit is passed to the handler, with an entry without content in its place
    /// (``UploadedFile/limit``). Otherwise it is refused.
    package var passesLargeFiles = false
    /// Receives log messages: one sentence each, without a line end.
    public var log: @Sendable (String) -> Void = { _ in }
    /// Receives a report on each request that was answered with a status from 400 on, on the thread of its connection's loop.
    public var served: (@Sendable (ServedRequest) -> Void)?
    /// Whether `served` receives a report on every request.
    public var reportsAll = false
    /// Receives each answer, on the thread of its connection's loop.
    public var counted: (@Sendable (ServedAnswer) -> Void)?
    /// Makes the response to a request that the server itself refuses, from the server's status and sentence.
    public var refusal: @Sendable (HTTPStatus, String) -> Response = { .text($1 + "\n", status: $0) }
    /// Returns the answer to a request in case that its work ends the process; nil: the connection ends without one.
    package var faultAnswer: (@Sendable (Request) -> FaultAnswer?)?

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
    /// The longest uploaded file in bytes: beyond it, 413. Files are written to disk as they arrive, so this is no limit of memory.
    public var file = 10 * 1024 * 1024
    /// The most files in one form: beyond it, 413.
    public var files = 20
    /// The most fields in one form: beyond it, 413.
    public var fields = 1000
    /// The total time in which a request's head and body must arrive: after it, 408.
    public var receiveTime = Duration.seconds(10)
    /// How many bytes of a body a second have to arrive after that time, on average: beyond it, 408.
    public var receiveRate = 16 * 1024
    /// How long a connection may wait for its next request.
    public var idleTime = Duration.seconds(60)
    /// The time in which a client must read as much of a response as the `sendRate` demands. It is disconnected if it does not, at
    /// the latest after twice this time.
    public var sendTime = Duration.seconds(15)
    /// How many bytes a second a client has to read while a response is sent, on average over the `sendTime`.
    public var sendRate = 4096
    /// The time after which an unanswered request is answered with 503.
    public var answerTime = Duration.seconds(60)
    /// The most simultaneous connections, over all loops: further ones are answered with 503 and closed. If one client has more
    /// than the others, its idlest connections are closed for theirs.
    public var connections = 10_000
    /// The most simultaneous connections of one client, which is an IPv4 address or an IPv6 network of 64 bits: further ones replace
    /// its idle ones, or are answered with 503 and closed. Nil: a quarter of all.
    public var connectionsPerClient: Int?
    /// The most bytes of responses that wait to be sent, in memory: beyond it, the slowest of the client with the most is
    /// disconnected, or further responses are replaced by 503. One response may be longer.
    public var unsentBytes = 40 * 1024 * 1024
    /// The most bytes of uploaded files whose requests are under way, of which one client may have a quarter: beyond it, 503. The
    /// files of one request may be larger.
    public var uploadBytes = 1_000_000_000
    /// The most bytes of responses that wait to be sent to one client. Nil: half of all, since a browser loads several at once.
    public var unsentBytesPerClient: Int?

    /// Creates the default limits.
    public init() {}

    /// The effective limit of one client's connections. Where few are allowed in all, one client may have them.
    var connectionsOfOneClient: Int { max(1, connectionsPerClient ?? max(connections / 4, min(connections, 100))) }

    /// The effective limit of one client's unsent bytes.
    var unsentBytesOfOneClient: Int { unsentBytesPerClient ?? unsentBytes / 2 }
}
