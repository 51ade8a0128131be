/// What clients have of a server at one moment.
public struct ServerLoad: Equatable, Sendable {
    /// The number of connections, including those of streams.
    public var connections = 0
    /// The number of clients with connections: IPv4 addresses, and IPv6 networks of 64 bits.
    public var clients = 0
    /// The bytes of responses that wait to be read.
    public var unsentBytes = 0
    /// The bytes that the uploads under way may have.
    public var uploadBytes = 0

    /// Creates the load of a server without connections.
    public init() {}
}
