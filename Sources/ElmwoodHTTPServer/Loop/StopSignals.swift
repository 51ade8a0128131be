import CElmwoodMicrohttpd
import Glibc
import Synchronization

/// SIGTERM and SIGINT, caught from creation on.
///
/// They are caught by a handler, not by a mask: a mask would have to be in every thread of the process, also in those
/// that began earlier.
struct StopSignals: ~Copyable {
    init() throws(HTTPServerError) {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw HTTPServerError("No eventfd: \(systemError()).") }
        stopDescriptor.store(descriptor, ordering: .sequentiallyConsistent)
        signal(SIGTERM, takeStopSignal)
        signal(SIGINT, takeStopSignal)
    }

    /// Returns when one of them has come. From then on they act as by default.
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

/// Where a signal's handler writes; a handler has no context of its own.
private let stopDescriptor = Atomic<Int32>(-1)

/// Does what a signal's handler may do: it writes to a descriptor.
private func takeStopSignal(_ signal: Int32) {
    let number = errno
    eventfd_write(stopDescriptor.load(ordering: .sequentiallyConsistent), 1)
    errno = number
}
