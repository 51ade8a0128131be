import CElmwoodMicrohttpd
import Glibc
import Synchronization

/// Catches SIGTERM and SIGINT from creation on.
///
/// They are caught by a handler, not by a mask: a mask would have to be set in every thread of the process, including those that
/// started earlier.
struct StopSignals: ~Copyable {
    init() throws(HTTPServerError) {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw HTTPServerError("No eventfd could be opened: \(systemError()).") }
        stopDescriptor.store(descriptor, ordering: .sequentiallyConsistent)
        signal(SIGTERM, takeStopSignal)
        signal(SIGINT, takeStopSignal)
        // The parent process may have blocked them. That they are not in one thread is enough.
        var awaited = sigset_t()
        sigemptyset(&awaited)
        sigaddset(&awaited, SIGTERM)
        sigaddset(&awaited, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
    }

    /// Waits for one of the signals, and then, if it was SIGTERM, for another one during the drain time. After that they have their
    /// default effect.
    ///
    /// - Parameter draining: called when the drain time begins.
    func wait(draining time: Duration, _ draining: () -> Void) {
        let descriptor = stopDescriptor.load(ordering: .sequentiallyConsistent)
        var count: UInt64 = 0
        while eventfd_read(descriptor, &count) != 0, errno == EINTR {}
        if lastSignal.load(ordering: .sequentiallyConsistent) == SIGTERM, time > .zero {
            draining()
            let end = currentInstant() &+ time.nanoseconds
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while case let now = currentInstant(), now < end {
                let result = poll(&event, 1, Int32(clamping: (end - now) / 1_000_000 + 1))
                guard result < 0, errno == EINTR else { break }
            }
        }
        signal(SIGTERM, SIG_DFL)
        signal(SIGINT, SIG_DFL)
    }

    deinit {
        let descriptor = stopDescriptor.exchange(-1, ordering: .sequentiallyConsistent)
        if descriptor >= 0 { close(descriptor) }
    }
}

/// The descriptor that a signal's handler writes to; a handler has no context of its own.
private let stopDescriptor = Atomic<Int32>(-1)

private let lastSignal = Atomic<Int32>(0)

/// The signal handler. It only stores a number and writes to a descriptor, which is async-signal-safe.
private func takeStopSignal(_ signal: Int32) {
    let number = errno
    lastSignal.store(signal, ordering: .sequentiallyConsistent)
    eventfd_write(stopDescriptor.load(ordering: .sequentiallyConsistent), 1)
    errno = number
}
