import CElmwoodMicrohttpd
import Glibc

/// Sockets that remain open for a moment after their response (RFC 9112 §9.6).
///
/// A request that is refused before its body was read ends with a close. If the system had unread bytes, or received more, it would
/// reset the connection, and the client might lose the response. So a second descriptor of the socket stays open, and arriving
/// bytes are read and dropped, for a bounded time and number of sockets.
struct Lingering {
    /// How long a socket lingers at most, in nanoseconds.
    static let time: UInt64 = 2_000_000_000
    private static let most = 100

    /// The descriptors, and when the time of each ends.
    private var descriptors: [Int32: Instant] = [:]

    /// Opens a second descriptor of a socket. Returns nil if there are too many.
    mutating func add(_ socket: Int32, until end: Instant) -> Int32? {
        guard descriptors.count < Self.most else { return nil }
        let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        descriptors[descriptor] = end
        return descriptor
    }

    /// Reads and drops the bytes that have arrived. Returns false if the client has closed its side.
    func read(_ descriptor: Int32) -> Bool {
        guard descriptors[descriptor] != nil else { return true }
        // With MSG_TRUNC the bytes of a TCP socket are dropped without being copied. A Unix socket copies them.
        var count = recv(descriptor, nil, 1 << 20, Int32(MSG_TRUNC | MSG_DONTWAIT))
        if count < 0, errno == EFAULT {
            count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) {
                recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
            }
        }
        return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
    }

    /// Closes a descriptor that an epoll watches. It is removed from the epoll first: while the library also has the socket open,
    /// closing alone would leave it there, where it could not be removed any more.
    mutating func remove(_ descriptor: Int32, from epoll: Int32) {
        guard descriptors.removeValue(forKey: descriptor) != nil else { return }
        epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
        close(descriptor)
    }

    /// Closes a descriptor whose time has ended. The number may belong to another socket by now, which has its own time.
    mutating func expire(_ descriptor: Int32, at now: Instant, from epoll: Int32) {
        if let end = descriptors[descriptor], end <= now { remove(descriptor, from: epoll) }
    }

    /// Closes all descriptors.
    mutating func removeAll() {
        for descriptor in descriptors.keys { close(descriptor) }
        descriptors = [:]
    }
}
