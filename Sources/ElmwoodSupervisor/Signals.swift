import Glibc
import Synchronization

/// The signals that concern a supervisor, read from a pipe in the order in which they came.
struct Signals: ~Copyable {
    static let terminate = SIGTERM
    static let kill = SIGKILL
    private static let awaited = [SIGCHLD, SIGTERM, SIGINT, SIGHUP]

    /// Readable where a signal has come.
    let descriptor: Int32

    /// From now on these signals come here.
    init() throws(SupervisorError) {
        var ends: [Int32] = [-1, -1]
        // A pipe for which both flags are set at once; Glibc's module has no `pipe2`.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SupervisorError("no pipe: \(systemError())") }
        descriptor = ends[0]
        signalPipe.store(ends[1], ordering: .sequentiallyConsistent)
        for number in Self.awaited { signal(number, takeSignal) }
        // Who started this process may have kept them back.
        var awaited = sigset_t()
        sigemptyset(&awaited)
        for number in Self.awaited { sigaddset(&awaited, number) }
        pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
    }

    /// The next signal that has come; nil where none has.
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

    /// What a signal is called by who reads the log.
    static func name(_ signal: Int32) -> String {
        strsignal(signal).map { String(cString: $0) } ?? "unknown"
    }

}

/// Where a signal's handler writes; a handler has no context of its own.
private let signalPipe = Atomic<Int32>(-1)

/// Does what a signal's handler may do: it writes to a descriptor.
private func takeSignal(_ signal: Int32) {
    let number = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(signalPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = number
}

/// What went wrong with a system call, in the system's words.
func systemError() -> String { String(cString: strerror(errno)) }
