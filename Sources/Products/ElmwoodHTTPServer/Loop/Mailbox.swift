import CElmwoodMicrohttpd
import Glibc
import Synchronization

/// The messages of other threads to a loop.
final class Mailbox: Sendable {
    /// One message to a loop.
    enum Message: Sendable {
        /// The pending answer of this request has arrived.
        case answered(RequestNumber)
        /// The stream has more content.
        case wake(ResponseStream)
        /// Call a closure on the loop's thread at a time.
        case schedule(Instant, @Sendable () -> Void)
        /// Close connections of this client, since another one needs them.
        case closeIdlest(ClientShare)
        /// Cut responses to this client that it does not read, since they take the memory of others.
        case closeSlowest(ClientShare)
        /// Accept connections from this listening socket, a copy of that of a loop that does not come back from its work.
        case adopt(Int32)
        /// No longer accept connections from that socket.
        case leave(Int32)
        /// Accept no more connections, finish current requests until this time, then end the others.
        case stop(Instant)
    }

    /// The descriptor that becomes readable when there are messages: an eventfd.
    let descriptor: Int32
    private let messages = Mutex<[Message]>([])
    /// Whether there are messages; read without the lock, once for each turn of the loop.
    private let hasMail = Atomic(false)

    /// Creates a mailbox.
    init() throws(HTTPServerError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { throw HTTPServerError("No eventfd could be opened: \(systemError()).") }
    }

    deinit { close(descriptor) }

    /// Posts a message to the loop and wakes it.
    ///
    /// The descriptor is written under the lock, as it is read there: so it is readable exactly if there are messages. If it were
    /// written later, the loop might remove the message before, and then be woken for nothing again and again until the next one.
    func post(_ message: Message) {
        messages.withLock { messages in
            messages.append(message)
            guard messages.count == 1 else { return }
            hasMail.store(true, ordering: .releasing)
            eventfd_write(descriptor, 1)
        }
    }

    /// Removes and returns all messages. To be called only on the loop's thread.
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

/// Identifies a request of a loop: its connection's index in the loop's table, and a number unique within the loop.
struct RequestNumber: Sendable, Equatable {
    let slot: Int
    let number: UInt64
}

/// Returns the last system call's error, as text.
func systemError() -> String { String(cString: strerror(errno)) }

/// Returns the time of the system's monotonic clock.
func currentInstant() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
