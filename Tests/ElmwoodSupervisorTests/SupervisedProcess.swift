import Glibc
import ElmwoodHTTPClient
import ElmwoodTestSupport

/// A server in a process of its own, under a supervisor.
///
/// It is started with system calls and not with Foundation's `Process`, which closed descriptors of other tests.
final class SupervisedProcess {
    var port: Int { reserved.number }
    let identifier: Int32
    private let reserved: ReservedPort
    private let folder: String
    private var ended: Int32?
    /// The Unix socket at which it listens, if it is not the port.
    private let socket: String?

    struct NotStarted: Error {}

    /// - Parameters:
    ///   - product: the executable's name among the products of this build.
    ///   - listener: a listening socket that it gets as a service manager passes it.
    init(
        _ environment: [String: String] = [:],
        product: String = "examples",
        arguments: [String] = [],
        listener: Int32? = nil
    ) throws {
        socket = environment["HOST"].flatMap { $0.hasPrefix("unix:") ? String($0.dropFirst(5)) : nil }
        reserved = try ReservedPort()
        let port = reserved.number
        folder = "/tmp/elmwood-supervised-\(getpid())-\(port)"
        guard mkdir(folder, 0o700) == 0 else { throw NotStarted() }
        let executable = try TestExecutable.path(of: product)
        let variables = TestExecutable.environment.merging([
            "PORT": "\(port)", "ELMWOOD_DATA": folder + "/data", "ELMWOOD_SUPERVISOR": "on",
            // The load of a test is one client's.
            "ELMWOOD_POSTS_PER_VISITOR": "off", "ELMWOOD_POSTS_PER_CLIENT": "off",
            "ELMWOOD_SESSIONS_PER_CLIENT": "off",
            // A process that traps would print a backtrace, which takes a while.
            "SWIFT_BACKTRACE": "enable=no",
        ]) { $1 }.merging(environment) { $1 }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, folder + "/errors", O_WRONLY | O_CREAT, 0o600)
        var command = [executable] + arguments
        if let listener {
            posix_spawn_file_actions_adddup2(&actions, listener, 3)
            // Only the process itself knows its number.
            command = ["/bin/sh", "-c", "LISTEN_FDS=1 LISTEN_PID=$$ exec \"$@\"", "sh"] + command
        }
        var words = command.map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var process = pid_t()
        guard posix_spawn(&process, command[0], &actions, nil, &words, &settings) == 0 else { throw NotStarted() }
        identifier = process
    }

    deinit {
        if ended == nil {
            send(SIGTERM)
            _ = status()
        }
        for name in ["/data/storage.sqlite", "/data/sessions.sqlite"] {
            for end in ["", "-wal", "-shm"] { unlink(folder + name + end) }
        }
        for name in ["/data/faults", "/data/attempts", "/data/lock", "/data/sealing.key"] { unlink(folder + name) }
        for name in ["/data/uploads/begun", "/data/uploads", "/data"] { rmdir(folder + name) }
        unlink(folder + "/errors")
        rmdir(folder)
    }

    /// Returns its output once it has ended.
    func output() -> String {
        _ = status()
        return outputSoFar
    }

    /// Its output so far.
    var outputSoFar: String { TestExecutable.text(of: folder + "/errors") }

    /// Waits until it ends, for at most 90 seconds. After that it is killed, together with the processes that it has started.
    /// Returns the exit status; a signal's number is negative.
    func status() -> Int32 {
        if let ended { return ended }
        var status: Int32 = 0
        let start = ContinuousClock.now
        while waitpid(identifier, &status, WNOHANG) == 0 {
            if start.duration(to: .now) > .seconds(90) {
                for process in workers + [identifier] { kill(process, SIGKILL) }
            }
            usleep(1_000)
        }
        let signal = status & 0x7F
        let end = signal == 0 ? status >> 8 & 0xFF : -signal
        ended = end
        return end
    }

    var isRunning: Bool {
        if ended != nil { return false }
        var information = siginfo_t()
        // Checks without reaping the process.
        return waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0
            && information.si_signo == 0
    }

    func send(_ signal: Int32) { kill(identifier, signal) }

    /// Returns the content of a file in its data folder.
    func data(_ name: String) -> String { TestExecutable.text(of: dataFolder + "/" + name) }

    /// The server's data folder.
    var dataFolder: String { folder + "/data" }

    /// The running processes that it has started.
    var workers: [Int32] {
        let list = TestExecutable.text(of: "/proc/\(identifier)/task/\(identifier)/children")
        return list.split(separator: " ").compactMap { Int32($0) }
    }

    /// Waits until it answers.
    func awaitAnswer(at path: String = "/counter") throws {
        while isRunning {
            if (try? get(path)) != nil { return }
            waitBriefly()
        }
        throw NotStarted()
    }

    func get(_ path: String) throws -> HTTPReply {
        let connection = try connect()
        try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return try connection.readReply()
    }

    /// Connects to it.
    func connect() throws -> HTTPConnection {
        try socket.map { try HTTPConnection(path: $0) } ?? HTTPConnection(port: port)
    }

    /// Whether a process is running: not one that has ended and has not been reaped.
    static func lives(_ process: Int32) -> Bool {
        kill(process, 0) == 0 && !TestExecutable.text(of: "/proc/\(process)/stat").contains(") Z ")
    }
}
