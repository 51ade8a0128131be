import Glibc

/// Listening sockets on one port that several loops share, opened before the server starts or by another process.
///
/// A process that retains copies of its own can let one server follow another on them: clients that connect in between wait, and
/// are not refused.
///
/// ```swift
/// configuration.sockets = try ListeningSockets(host: "127.0.0.1", port: 8080)
/// ```
public struct ListeningSockets: Sendable {
    /// The address at which they listen, in numeric form.
    public let host: String
    /// The port at which they listen.
    public let port: Int
    /// The sockets, one for each loop.
    public let descriptors: [Int32]

    /// Opens sockets.
    ///
    /// - Parameters:
    ///   - host: the address, in numeric form.
    ///   - port: the port; 0 selects a free one.
    ///   - count: how many; nil: one for each processor.
    /// - Throws: `HTTPServerError` if the address cannot be listened at.
    public init(host: String, port: Int, count: Int? = nil) throws(HTTPServerError) {
        let count = max(1, min(1024, count ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        let listeners = try Listener.open(host: host, port: port, count: count)
        self.host = host
        self.port = listeners[0].port
        descriptors = listeners.map(\.descriptor)
    }

    /// Creates the value from sockets that listen already.
    ///
    /// - Throws: `HTTPServerError` if one of them does not.
    public init(host: String, descriptors: [Int32]) throws(HTTPServerError) {
        var port: Int?
        for descriptor in descriptors {
            var listens: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0 else {
                throw HTTPServerError("The descriptor \(descriptor) is not a listening socket.")
            }
            port = port ?? Listener.port(of: descriptor)
        }
        guard let port else { throw HTTPServerError("No listening sockets were given.") }
        self.host = host
        self.port = port
        self.descriptors = descriptors
    }

    /// Closes them. Call it only if no server was started with them.
    public func close() {
        for descriptor in descriptors { Glibc.close(descriptor) }
    }
}

/// A copy of a socket for a loop of its own.
///
/// If the library cannot start, it may or may not have closed the socket that it was given: with invalid TLS files it has. By then
/// another thread's file may have the descriptor's number.
struct SocketCopy {
    let descriptor: Int32
    private let file: ino_t?

    init(of socket: Int32) throws(HTTPServerError) {
        descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw HTTPServerError("The socket could not be copied: \(systemError()).") }
        file = Self.file(of: descriptor)
    }

    /// Closes the copy, unless it is closed already.
    func close() {
        if let file, Self.file(of: descriptor) == file { Glibc.close(descriptor) }
    }

    private static func file(of descriptor: Int32) -> ino_t? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_ino : nil
    }
}
