import CElmwoodMicrohttpd
import Glibc
import Synchronization

/// What other threads have for a loop.
final class Mailbox: Sendable {
    /// One thing that a loop is told.
    enum Message: Sendable {
        /// The answer that this request waits for is there.
        case answered(RequestNumber)
        /// The stream has more.
        case wake(ResponseStream)
        /// Something to do on the loop's thread at a time.
        case schedule(Instant, @Sendable () -> Void)
        /// Accept no more connections, finish what runs until this time, then end the rest.
        case stop(Instant)
    }

    /// The descriptor that becomes readable when there is mail: an eventfd.
    let descriptor: Int32
    private let messages = Mutex<[Message]>([])
    /// Whether there is mail; read without the lock, once a turn of the loop.
    private let hasMail = Atomic(false)

    /// Creates a mailbox.
    init() throws(HTTPServerError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { throw HTTPServerError("No eventfd: \(systemError()).") }
    }

    deinit { close(descriptor) }

    /// Gives the loop a message and wakes it.
    ///
    /// The descriptor is written under the lock, as it is read there: so it is readable exactly where there is mail. Were it
    /// written later, the loop might take the mail out before, and be woken for nothing again and again until the next came.
    func post(_ message: Message) {
        messages.withLock { messages in
            messages.append(message)
            guard messages.count == 1 else { return }
            hasMail.store(true, ordering: .releasing)
            eventfd_write(descriptor, 1)
        }
    }

    /// Takes all messages out. For the loop's thread alone.
    func takeAll() -> [Message] {
        guard hasMail.load(ordering: .acquiring) else { return [] }
        return messages.withLock { messages in
            hasMail.store(false, ordering: .releasing)
            var count: UInt64 = 0
            eventfd_read(descriptor, &count)
            defer { messages = [] }
            return messages
        }
    }
}

/// A request of a loop: the place of its connection in the loop's table, and a number that no other request of the loop
/// has.
struct RequestNumber: Sendable, Equatable {
    let slot: Int
    let number: UInt64
}

/// The last system call's error, as text.
func systemError() -> String { String(cString: strerror(errno)) }

/// The time by the system's monotonic clock.
func currentInstant() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
