import CElmwoodMicrohttpd
import Glibc
import Synchronization

/// The connections of loops whose threads do not come back from their work: see ``LoopWatch``.
extension EventLoop {
    /// How long the thread has been at work without looking for other events.
    func workTime(at now: Instant) -> Duration {
        let start = workStart.load(ordering: .relaxed)
        return start == 0 || start > now ? .zero : .nanoseconds(Int64(clamping: now - start))
    }

    /// Begins to accept the connections of another loop's socket. The descriptor, a copy, belongs to this loop from now on.
    func adopt(_ listener: Int32) {
        guard !isStopping, watch(listener, EPOLLIN.rawValue, as: .listener(listener)) else {
            Glibc.close(listener)
            return
        }
        adopted.insert(listener)
    }

    func leave(_ listener: Int32) {
        guard adopted.remove(listener) != nil else { return }
        unwatch(listener)
        Glibc.close(listener)
    }

    func accept(from listener: Int32) {
        guard let daemon, adopted.contains(listener) else { return }
        // A few at a time, so that the connections of this loop are served too.
        for _ in 0..<16 {
            var storage = sockaddr_storage()
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let isAccepted = withUnsafeMutablePointer(to: &storage) { storage in
                storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    let socket = Glibc.accept(listener, address, &size)
                    guard socket >= 0 else { return false }
                    // The library sets the socket's flags. If it refuses the connection, it closes it.
                    MHD_add_connection(daemon, socket, address, size)
                    return true
                }
            }
            guard isAccepted else { return }
        }
    }
}
