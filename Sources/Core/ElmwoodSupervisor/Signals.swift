import Glibc
import Synchronization

/// The signals for a supervisor, read from a pipe in the order of their arrival.
struct Signals: ~Copyable {
    static let interrupt = SIGINT
    static let kill = SIGKILL
    private static let awaited = [SIGCHLD, SIGTERM, SIGINT, SIGHUP]

    /// Readable if a signal has arrived.
    let descriptor: Int32

    /// Installs the handlers of these signals.
    init() throws(SupervisorError) {
        var ends: [Int32] = [-1, -1]
        // A pipe whose flags are both set at once; Glibc's module has no `pipe2`.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw SupervisorError("no pipe could be opened: \(systemError())")
        }
        descriptor = ends[0]
        signalPipe.store(ends[1], ordering: .sequentiallyConsistent)
        for number in Self.awaited { signal(number, takeSignal) }
        // The parent process may have blocked them.
        var awaited = sigset_t()
        sigemptyset(&awaited)
        for number in Self.awaited { sigaddset(&awaited, number) }
        pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
    }

    /// Returns the next signal that has arrived, or nil if there is none.
    func next() -> Int32? {
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 ? Int32(byte) : nil
    }

    deinit {
        for number in Self.awaited { signal(number, SIG_DFL) }
        let writing = signalPipe.exchange(-1, ordering: .sequentiallyConsistent)
        if writing >= 0 { close(writing) }
        close(descriptor)
    }

    /// Returns the name of a signal for the log.
    static func name(_ signal: Int32) -> String {
        strsignal(signal).map { String(cString: $0) } ?? "unknown"
    }

}

/// The descriptor that a signal's handler writes to; a handler has no context of its own.
private let signalPipe = Atomic<Int32>(-1)

/// The signal handler. It only writes to a descriptor, which is async-signal-safe.
private func takeSignal(_ signal: Int32) {
    let number = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(signalPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = number
}

/// Returns the error of the last system call, in the system's words.
func systemError() -> String { String(cString: strerror(errno)) }
