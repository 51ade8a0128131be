import Glibc

/// Sockets that listen, on one port that several loops share; opened before the server starts, or by another process.
///
/// A process that keeps its own copies open can let one server follow another on them: who connects in between waits, and
/// is not refused.
///
/// ```swift
/// configuration.sockets = try ListeningSockets(host: "127.0.0.1", port: 8080)
/// ```
public struct ListeningSockets: Sendable {
    /// The address at which they listen, in numbers.
    public let host: String
    /// The port at which they listen.
    public let port: Int
    /// The sockets, one for each loop.
    public let descriptors: [Int32]

    /// Opens sockets.
    ///
    /// - Parameters:
    ///   - host: the address, in numbers.
    ///   - port: the port; 0 takes a free one.
    ///   - count: how many; nil: one a processor.
    /// - Throws: `HTTPServerError` where the address cannot be listened at.
    public init(host: String, port: Int, count: Int? = nil) throws(HTTPServerError) {
        let count = max(1, min(1024, count ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        let listeners = try Listener.open(host: host, port: port, count: count)
        self.host = host
        self.port = listeners[0].port
        descriptors = listeners.map(\.descriptor)
    }

    /// Takes sockets that listen already.
    ///
    /// - Throws: `HTTPServerError` where one of them does not.
    public init(host: String, descriptors: [Int32]) throws(HTTPServerError) {
        var port: Int?
        for descriptor in descriptors {
            var listens: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0 else {
                throw HTTPServerError("The descriptor \(descriptor) is no socket that listens.")
            }
            port = port ?? Listener.port(of: descriptor)
        }
        guard let port else { throw HTTPServerError("There is no socket to listen with.") }
        self.host = host
        self.port = port
        self.descriptors = descriptors
    }

    /// Closes them, where no server was started with them.
    public func close() {
        for descriptor in descriptors { Glibc.close(descriptor) }
    }
}

/// A socket's copy for a loop of its own.
///
/// Where the library cannot start it has closed the socket that it was given, or has not: with TLS files that are of no use it
/// has. What has the number by then may be another thread's.
struct SocketCopy {
    let descriptor: Int32
    private let file: ino_t?

    init(of socket: Int32) throws(HTTPServerError) {
        descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw HTTPServerError("No socket: \(systemError()).") }
        file = Self.file(of: descriptor)
    }

    /// Closes the copy, unless that is done already.
    func close() {
        if let file, Self.file(of: descriptor) == file { Glibc.close(descriptor) }
    }

    private static func file(of descriptor: Int32) -> ino_t? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_ino : nil
    }
}
