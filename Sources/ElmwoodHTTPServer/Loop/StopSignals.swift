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
    }

    /// Waits for one of the signals. After that they have their default effect.
    func wait() {
        var count: UInt64 = 0
        let descriptor = stopDescriptor.load(ordering: .sequentiallyConsistent)
        while eventfd_read(descriptor, &count) != 0, errno == EINTR {}
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

/// The signal handler. It only writes to a descriptor, which is async-signal-safe.
private func takeStopSignal(_ signal: Int32) {
    let number = errno
    eventfd_write(stopDescriptor.load(ordering: .sequentiallyConsistent), 1)
    errno = number
}
