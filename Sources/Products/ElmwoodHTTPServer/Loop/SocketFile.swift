import CElmwoodMicrohttpd
import Glibc

/// The file of a listening Unix socket.
struct SocketFile: Sendable {
    /// Its path.
    let path: String
    private let device: dev_t
    private let inode: ino_t

    /// The file at a path; nil if there is none.
    private init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.path = path
        (device, inode) = (status.st_dev, status.st_ino)
    }

    /// Removes the file, unless another process has replaced it by its own.
    func remove() {
        if SocketFile(at: path).map({ $0.device == device && $0.inode == inode }) ?? false { unlink(path) }
    }

    // MARK: Listening

    /// Opens a socket that listens at a path.
    ///
    /// The file appears there once the socket listens, with its final permissions. A file that a former process has left is replaced,
    /// and one at which somebody listens is not.
    ///
    /// - Parameter mode: the permissions of the file.
    static func listen(at path: String, mode: UInt32) throws(HTTPServerError) -> (socket: Int32, file: SocketFile) {
        // The temporary path may be shorter.
        guard path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
            throw HTTPServerError("The server cannot listen at \(path): the path of a socket has at most 107 bytes.")
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? ""
        let temporary = folder + "." + String(UInt32.random(in: .min ... .max), radix: 36)
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw HTTPServerError("No socket could be opened: \(systemError()).") }
        defer { unlink(temporary) }
        do throws(HTTPServerError) {
            guard call(bind, descriptor, temporary) == 0, chmod(temporary, mode) == 0,
                Glibc.listen(descriptor, SOMAXCONN) == 0
            else { throw .cannotListen(at: path) }
            // Processes that start at once check and replace one after the other.
            let lock = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { if lock >= 0 { close(lock) } }
            flock(lock, LOCK_EX)
            if link(temporary, path) != 0 {
                guard errno == EEXIST else { throw .cannotListen(at: path) }
                try removeStale(path)
                guard link(temporary, path) == 0 else { throw .cannotListen(at: path) }
            }
            guard let file = SocketFile(at: path) else { throw .cannotListen(at: path) }
            return (descriptor, file)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Removes the file of a socket at which nobody listens any more.
    private static func removeStale(_ path: String) throws(HTTPServerError) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
            throw HTTPServerError("The server cannot listen at \(path): there is a file that is no socket.")
        }
        let descriptor = socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue),
            0
        )
        defer { close(descriptor) }
        guard call(connect, descriptor, path) != 0, errno == ECONNREFUSED else {
            throw HTTPServerError("The server cannot listen at \(path): another one does.")
        }
        unlink(path)
    }

    /// Calls a function of the system with the address of a path. Returns -1 if the path is too long for an address.
    static func call(
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32,
        _ descriptor: Int32,
        _ path: String
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            // The last byte remains the NUL that ends the path.
            guard path.utf8.count < bytes.count else { return false }
            bytes.copyBytes(from: path.utf8)
            return true
        }
        guard isShort else {
            errno = ENAMETOOLONG
            return -1
        }
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

extension HTTPServerError {
    fileprivate static func cannotListen(at path: String) -> HTTPServerError {
        HTTPServerError("The server cannot listen at \(path): \(systemError()).")
    }
}
