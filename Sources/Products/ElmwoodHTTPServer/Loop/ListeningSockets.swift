import CElmwoodMicrohttpd
import Glibc

/// Listening sockets of one address that several loops share, opened before the server starts or by another process.
///
/// A process that retains copies of its own can let one server follow another on them: clients that connect in between wait, and
/// are not refused.
///
/// ```swift
/// configuration.sockets = try ListeningSockets(host: "127.0.0.1", port: 8080)
/// ```
public struct ListeningSockets: Sendable {
    /// The address at which they listen, in numeric form; of a Unix socket, `unix:` and its path.
    public let host: String
    /// The port at which they listen; 0 for a Unix socket.
    public let port: Int
    /// The sockets, one for each loop.
    public let descriptors: [Int32]
    /// The file of a Unix socket that was opened here.
    private let file: SocketFile?

    /// Opens sockets.
    ///
    /// - Parameters:
    ///   - host: the address, in numeric form, or `unix:` and the path of a Unix socket.
    ///   - port: the port; 0 selects a free one. A Unix socket has none.
    ///   - mode: the permissions of a Unix socket's file.
    ///   - count: how many; nil: one for each processor.
    /// - Throws: `HTTPServerError` if the address cannot be listened at.
    public init(host: String, port: Int, mode: UInt32 = 0o660, count: Int? = nil) throws(HTTPServerError) {
        let count = max(1, min(1024, count ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        if let path = Self.path(host) {
            let (socket, file) = try SocketFile.listen(at: path, mode: mode)
            self.host = host
            self.port = 0
            self.file = file
            // There is nothing like a shared port: all loops wait at one socket.
            do throws(HTTPServerError) {
                descriptors = try Self.copies(of: [socket], count: count)
            } catch {
                file.remove()
                throw error
            }
            return
        }
        file = nil
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
        file = nil
        self.host = host
        self.port = port
        self.descriptors = descriptors
    }

    /// Closes them. Call it only if no server was started with them.
    public func close() {
        for descriptor in descriptors { Glibc.close(descriptor) }
    }

    /// Removes the file of a Unix socket that was opened by this value, unless another process has replaced it. Call it when nobody
    /// listens any more.
    public func removeFile() { file?.remove() }

    /// Returns the path of a Unix socket, or nil if the host is another address.
    public static func path(_ host: String) -> String? {
        host.hasPrefix("unix:") ? String(host.dropFirst(5)) : nil
    }

    /// Connects a socket to the Unix socket at a path. Returns whether somebody listens there.
    package static func connect(_ descriptor: Int32, path: String) -> Bool {
        SocketFile.call(Glibc.connect, descriptor, path) == 0
    }

    /// Returns copies of sockets, in turn, and closes these.
    static func copies(of sockets: [Int32], count: Int) throws(HTTPServerError) -> [Int32] {
        defer { for socket in sockets { Glibc.close(socket) } }
        var copies: [Int32] = []
        for number in 0..<max(count, sockets.count) {
            let copy = fcntl(sockets[number % sockets.count], F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else {
                for copy in copies { Glibc.close(copy) }
                throw HTTPServerError("The socket could not be copied: \(systemError()).")
            }
            copies.append(copy)
        }
        return copies
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
