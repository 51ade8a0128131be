import ElmwoodTestSupport
import Glibc
import Synchronization

/// A node in a process of its own. It is killed when this object is released, or when the process of the tests ends.
final class NodeProcess: Sendable {
    let identifier: Int32
    /// While it is open, the node runs.
    private let lifeline: Int32
    private let isReaped = Mutex(false)

    struct NotStarted: Error {}

    /// Starts a node.
    ///
    /// - Parameters:
    ///   - errors: the file to which its log is appended.
    ///   - variables: its environment, beside that of the tests.
    init(errors: String, _ variables: [String: String]) throws {
        let executable = try TestExecutable.path(of: "ElmwoodClusterServer")
        // A shell in the background reads from the lifeline, and kills the process of this number once nobody can write to it.
        let script = #"{ read -r end <&3; kill -9 $$; } >/dev/null 2>&1 & exec "$@" 3<&-"#
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw NotStarted()
        }
        defer { close(ends[0]) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, ends[0], 3)
        let command: [String] = ["/bin/sh", "-c", script, "sh", executable]
        var words = command.map { strdup($0) } + [nil]
        let environment = TestExecutable.environment.merging(variables) { $1 }
        var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var process = pid_t()
        guard posix_spawn(&process, "/bin/sh", &actions, nil, &words, &settings) == 0 else {
            close(ends[1])
            throw NotStarted()
        }
        (identifier, lifeline) = (process, ends[1])
    }

    deinit { kill() }

    /// Kills it, in whatever state it is, and waits for that.
    func kill() {
        isReaped.withLock { isReaped in
            guard !isReaped else { return }
            isReaped = true
            close(lifeline)
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        }
    }

    /// Stops it until ``resume()``.
    func pause() { Glibc.kill(identifier, SIGSTOP) }

    /// Lets it go on.
    func resume() { Glibc.kill(identifier, SIGCONT) }

    var isRunning: Bool {
        isReaped.withLock { isReaped in
            if isReaped { return false }
            var information = siginfo_t()
            // Checks without reaping the process.
            return waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0
                && information.si_signo == 0
        }
    }
}
