import CElmwoodPostgreSQL
import ElmwoodSQL
import Glibc

/// A connection to a server. Nothing blocks in libpq: the thread that uses it waits in `poll`.
final class PostgreSQLSocket {
    let handle: OpaquePointer
    /// Whether it cannot be used any more.
    var isLost = false

    /// Connects, and blocks until then. The host's name is resolved by this thread too.
    init(
        _ address: PostgreSQLAddress,
        within limit: Duration,
        defaults: [(String, String)] = []
    ) throws(DatabaseError) {
        handle = try address.connect(within: limit, defaults: defaults)
        // Its default writes notices to the standard error.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        PQsetnonblocking(handle, 1)
    }

    deinit { PQfinish(handle) }

    var isUsable: Bool { !isLost && PQstatus(handle) == CONNECTION_OK }

    /// Whether it can be used, as far as is known.
    func probe() -> Bool {
        guard isUsable else { return false }
        // What comes while nothing is asked is the server's farewell, even if it has not closed the connection yet. A notice is
        // possible, and costs a new connection.
        var watched = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        isLost = poll(&watched, 1, 0) != 0
        return !isLost
    }

    enum Waiting { case timeout, awake, lost }

    /// Waits for the socket or the wakeup, and reads what has arrived. A signal may end it early.
    ///
    /// - Parameter milliseconds: The most that it waits; a negative number is no limit.
    func wait(for events: Int32, milliseconds: Int32, wakeup: Wakeup?) -> Waiting {
        var watched = [pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)]
        if let wakeup { watched.append(pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)) }
        let count = poll(&watched, nfds_t(watched.count), milliseconds)
        guard count > 0 else { return count < 0 ? .awake : .timeout }
        if let wakeup, watched[1].revents != 0 { wakeup.clear() }
        let hasInput = watched[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0
        return hasInput && PQconsumeInput(handle) == 0 ? .lost : .awake
    }
}

extension Duration {
    /// For `poll`, in which a negative number is no limit.
    var pollMilliseconds: Int32 {
        Int32(clamping: max(0, components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000))
    }
}
