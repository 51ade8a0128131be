import CElmwoodMicrohttpd
import Glibc

/// Sockets that are kept open for a moment after their response (RFC 9112 §9.6).
///
/// A request that is refused before its body was read ends by closing. If the system then still held unread bytes, or
/// got more, it would reset the connection, and the client might lose the answer. So a second descriptor of the socket
/// stays open, and what comes is read and dropped, for a bounded time and number of sockets.
struct Lingering {
    /// How long a socket lingers at most, in nanoseconds.
    static let time: UInt64 = 2_000_000_000
    private static let most = 100

    /// The descriptors, and when the time of each is over.
    private var descriptors: [Int32: Instant] = [:]

    /// Opens a second descriptor of a socket; nil where there are too many.
    mutating func add(_ socket: Int32, until end: Instant) -> Int32? {
        guard descriptors.count < Self.most else { return nil }
        let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        descriptors[descriptor] = end
        return descriptor
    }

    /// Reads and drops what has come; false when the client has closed its side.
    func read(_ descriptor: Int32) -> Bool {
        guard descriptors[descriptor] != nil else { return true }
        // With MSG_TRUNC the bytes of a TCP socket are dropped and not copied.
        let count = recv(descriptor, nil, 1 << 20, Int32(MSG_TRUNC | MSG_DONTWAIT))
        return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
    }

    /// Closes a descriptor that an epoll watches. It is taken out there first: as long as the library has the socket open
    /// too, closing alone would leave it there, and nobody could take it out any more.
    mutating func remove(_ descriptor: Int32, from epoll: Int32) {
        guard descriptors.removeValue(forKey: descriptor) != nil else { return }
        epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
        close(descriptor)
    }

    /// Closes a descriptor whose time is over. It may be that of another socket by now, which has its own time.
    mutating func expire(_ descriptor: Int32, at now: Instant, from epoll: Int32) {
        if let end = descriptors[descriptor], end <= now { remove(descriptor, from: epoll) }
    }

    /// Closes all descriptors.
    mutating func removeAll() {
        for descriptor in descriptors.keys { close(descriptor) }
        descriptors = [:]
    }
}
