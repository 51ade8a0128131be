import Glibc

/// A command that a test runs, such as `curl`. What it writes goes to files, which the test may read meanwhile.
///
/// It is started with system calls and not with Foundation's `Process`, which closed descriptors of other tests, and waited for every
/// process that another test started at the same time: such a process inherits the pipe.
package final class TestCommand {
    package struct NotStarted: Error {
        let command: String
        let number: Int32
    }

    private let process: pid_t
    private let file: String
    private var ended: Int32?

    /// Starts a command, which is looked for in `PATH`.
    ///
    /// - Parameter folder: its working directory, by default that of the tests.
    package init(_ command: [String], in folder: String? = nil) throws {
        var template = Array("/tmp/elmwood-command-XXXXXX".utf8CString)
        let output = mkstemp(&template)
        guard output >= 0 else { throw NotStarted(command: command.joined(separator: " "), number: errno) }
        close(output)
        file = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, file, O_WRONLY | O_APPEND, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, file + "-errors", O_WRONLY | O_CREAT, 0o600)
        let inFolder = folder.map { ["/bin/sh", "-c", "cd -- \"$1\" && shift && exec \"$@\"", "sh", $0] } ?? []
        var words = (inFolder + command).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let failure = posix_spawnp(&process, inFolder.first ?? command[0], &actions, nil, &words, environ)
        guard failure == 0 else {
            Self.removeFiles(file)
            throw NotStarted(command: command.joined(separator: " "), number: failure)
        }
        self.process = process
    }

    deinit {
        if ended == nil {
            kill(process, SIGKILL)
            _ = status()
        }
        Self.removeFiles(file)
    }

    private static func removeFiles(_ file: String) {
        unlink(file)
        unlink(file + "-errors")
    }

    /// What it has written to its output so far.
    package var output: String { TestExecutable.text(of: file) }

    /// What it has written to its standard error so far.
    package var errors: String { TestExecutable.text(of: file + "-errors") }

    /// Waits until it has written a text, or ended. Returns all that it has written by then.
    package func output(until end: String) -> String {
        while true {
            let hasEnded = hasEnded
            let output = output
            if hasEnded || output.contains(end) { return output }
            waitBriefly()
        }
    }

    private var hasEnded: Bool {
        var information = siginfo_t()
        return ended != nil
            || waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) != 0
            || information.si_signo != 0
    }

    /// Waits for its end. Returns its exit status; a signal's number is negative.
    package func status() -> Int32 {
        if let ended { return ended }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        let end = signal == 0 ? status >> 8 & 0xFF : -signal
        ended = end
        return end
    }

    /// Runs a command to its end.
    package static func run(
        _ command: [String],
        in folder: String? = nil
    ) throws -> (status: Int32, output: String, errors: String) {
        let command = try TestCommand(command, in: folder)
        let status = command.status()
        return (status, command.output, command.errors)
    }
}
