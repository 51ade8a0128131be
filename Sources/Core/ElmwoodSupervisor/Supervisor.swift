import Glibc

/// Keeps a worker running: the same executable, in a process of its own, with the listening sockets.
///
/// The sockets stay open here, so that connections wait instead of being refused while no worker serves. A worker that ends is
/// replaced by another one immediately. SIGHUP starts a worker that replaces the current one. SIGTERM and SIGINT are passed on, and
/// the supervisor ends with its workers.
package final class Supervisor {
    private let sockets: [Int32]
    private let executable: String
    private let arguments: [String]
    private let environment: [String: String]
    private let log: (String) -> Void
    private var supervision: Supervision
    /// The line of each worker that has not reported yet that it serves, and of all others: it shows them that the supervisor
    /// lives.
    private var lines: [Int32: Int32] = [:]
    private var signals: Signals
    private var status: Int32?

    /// Creates a supervisor of that executable.
    ///
    /// - Parameters:
    ///   - sockets: the listening sockets.
    ///   - executable: its path. It is resolved anew for each worker, so that a newer executable replaces the old one.
    ///   - drainTime: how long a worker continues to serve after SIGTERM.
    ///   - log: receives log messages.
    package init(
        sockets: [Int32],
        executable: String,
        arguments: [String],
        environment: [String: String],
        drainTime: Duration,
        log: @escaping (String) -> Void
    ) throws(SupervisorError) {
        self.sockets = sockets
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        supervision = Supervision(drainTime: drainTime)
        self.log = log
        signals = try Signals()
    }

    /// Returns the path of the running executable, as it is on the disk now.
    package static func ownExecutable() throws(SupervisorError) -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/self/exe", &path, Int(PATH_MAX))
        guard count > 0 else { throw SupervisorError("the executable's path is unknown: \(systemError())") }
        return String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Runs until it is told to stop, or until the first worker ends before it served.
    ///
    /// - Returns: the exit status.
    package func run() -> Int32 {
        carryOut([.start])
        while status == nil {
            wait()
            while let signal = signals.next() { take(signal) }
            readLines()
            if let deadline = supervision.deadline, now() >= deadline { handle(.due) }
        }
        for line in lines.values { close(line) }
        return status ?? 0
    }

    private func handle(_ event: Supervision.Event) {
        carryOut(supervision.handle(event, at: now()))
    }

    private func carryOut(_ actions: [Supervision.Action]) {
        for action in actions {
            switch action {
            case .start:
                do throws(SupervisorError) {
                    supervision.started(try start(), at: now())
                } catch {
                    carryOut(supervision.notStarted(at: now(), error.description))
                }
            case .send(let signal, let process): kill(process, signal)
            case .say(let sentence): log(sentence)
            case .exit(let status): self.status = status
            }
        }
    }

    private func take(_ signal: Int32) {
        switch signal {
        case SIGHUP: handle(.replace)
        case SIGCHLD: reap()
        default: handle(.stop(signal))
        }
    }

    /// Reaps all processes that have ended, including orphans, if this is the first process of a container.
    private func reap() {
        var status: Int32 = 0
        while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
            // Before its end is reported: its last message counts.
            readLine(of: process)
            if let line = lines.removeValue(forKey: process) { close(line) }
            // The macros of <sys/wait.h>.
            let signal = status & 0x7F
            handle(.ended(process, signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)))
        }
    }

    // MARK: Waiting

    private func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private func wait() {
        var watched = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
        for line in lines.values { watched.append(pollfd(fd: line, events: Int16(POLLIN), revents: 0)) }
        var time: Int32 = -1
        if let deadline = supervision.deadline {
            let left = max(.zero, deadline - now())
            time = Int32(
                clamping: left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
            )
        }
        poll(&watched, nfds_t(watched.count), time)
    }

    private func readLines() {
        for process in lines.keys { readLine(of: process) }
    }

    private func readLine(of process: Int32) {
        guard let line = lines[process] else { return }
        var byte: UInt8 = 0
        let count = recv(line, &byte, 1, Int32(MSG_DONTWAIT))
        if count == 1 { handle(.ready(process)) }
        if count == 0 {
            // Its end of the line is closed, so it is about to end.
            lines[process] = nil
            close(line)
        }
    }

    // MARK: Starting

    private func start() throws(SupervisorError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw SupervisorError("no socket pair: \(systemError())")
        }
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Duplicating a descriptor to its own number makes the new process inherit it.
        for descriptor in sockets + [ends[1]] { posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A worker has the default action for all signals, and none blocked.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var variables = environment
        variables[Worker.variable] = Worker.text(sockets: sockets, line: ends[1])
        var words = arguments.map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var process = pid_t()
        let failure = posix_spawn(&process, executable, &actions, &attributes, &words, &settings)
        guard failure == 0 else {
            close(ends[0])
            throw SupervisorError(String(cString: strerror(failure)))
        }
        lines[process] = ends[0]
        return process
    }
}

/// Why the supervisor could not be started, in a few words.
package struct SupervisorError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
