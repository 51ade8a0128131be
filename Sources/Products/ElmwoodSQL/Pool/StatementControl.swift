import Glibc
import Synchronization

/// Wakes the thread that uses a connection while it waits in `poll`: a pair of sockets.
package final class Wakeup: Sendable {
    /// Readable when there is a signal.
    package let descriptor: Int32
    private let input: Int32

    package init() throws(DatabaseError) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw DatabaseError(.full, "No pair of sockets could be opened: \(String(cString: strerror(errno))).")
        }
        descriptor = ends[0]
        input = ends[1]
    }

    deinit {
        Glibc.close(descriptor)
        Glibc.close(input)
    }

    /// A full one has enough signals.
    package func signal() { _ = write(input, [1], 1) }

    /// Waits for a signal, or for the time in milliseconds.
    package func wait(milliseconds: Int32) {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&watched, 1, milliseconds) > 0 { clear() }
    }

    package func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}

/// How one statement is ended early: by its task, or by its time limit.
package final class StatementControl: Sendable {
    package let deadline: ContinuousClock.Instant?
    private let isCancelledByTask = Atomic(false)
    private let wakeup: Wakeup

    package init(limit: Duration?, wakeup: Wakeup) {
        deadline = limit.map { ContinuousClock.now + min($0, Self.longest) }
        self.wakeup = wakeup
    }

    /// A moment further away does not fit in the clock's instants.
    package static let longest = Duration.seconds(400 * 86_400)

    package func cancel() {
        isCancelledByTask.store(true, ordering: .sequentiallyConsistent)
        wakeup.signal()
    }

    package var isCancelled: Bool { isCancelledByTask.load(ordering: .sequentiallyConsistent) }

    package var isOverdue: Bool { deadline.map { $0 <= .now } ?? false }

    package var shouldStop: Bool { isCancelled || isOverdue }

    /// Waits a few milliseconds, or until it is cancelled.
    package func pause() { wakeup.wait(milliseconds: .random(in: 1...10)) }

    /// The error of a statement that was ended by this.
    package func error(_ statement: String) -> any Error {
        isCancelled
            ? CancellationError()
            : DatabaseError(.timeout, "The time limit of the statement is over.", statement: statement)
    }
}
