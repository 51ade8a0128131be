import Glibc
import Synchronization

/// A program that a test run starts: a driver with its browsers, or a browser without a driver.
///
/// It ends with the test process, however that ends: a small shell has the other end of a socket. When that closes, the shell kills
/// the program and everything that it started, and removes the folder that they wrote to.
final class DriverProcess: Sendable {
    private let name: String
    /// The shell that ends it.
    let supervisor: pid_t
    private let lifeline: Int32
    private let output: Int32

    /// The running programs. They are ended, and waited for, when the tests are over, so that none remains.
    private static let running = Mutex<[ObjectIdentifier: DriverProcess]?>(nil)

    /// Waits for the end of its input, then kills what it started. `setsid` makes the program the leader of a process group, to
    /// which its browsers belong.
    private static let supervision = """
        TMPDIR=$(mktemp -d) || exit 1
        export TMPDIR
        command=$1
        shift
        setsid /bin/sh -c "$command" sh "$@" </dev/null 2>&1 &
        # What ends the tests, Ctrl-C for instance, goes to this shell too, and must not end it before its work.
        trap : INT TERM HUP
        # What it says ends with it.
        exec >/dev/null
        cat
        # Before it is the leader of its group it has started nothing.
        kill -s KILL "$!" 2>/dev/null
        kill -s KILL -- "-$!" 2>/dev/null
        wait
        rm -rf "$TMPDIR" 2>/dev/null || { sleep 1; rm -rf "$TMPDIR"; }
        """

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - name: its name in error messages.
    ///   - command: the command, for the shell. `TMPDIR` is an empty folder of its own.
    ///   - arguments: the command's `$1`, `$2` and so on.
    init(_ name: String, _ command: String, _ arguments: [String]) throws(WebDriverError) {
        self.name = name
        var input: [Int32] = [0, 0]
        var output: [Int32] = [0, 0]
        // Sockets, since they are closed on exec from the start, even in a process that another test starts at the same time.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &input) == 0, socketpair(AF_UNIX, kind, 0, &output) == 0 else {
            throw WebDriverError("no sockets for \(name): \(String(cString: strerror(errno)))")
        }
        supervisor = try Self.spawn(
            ["/bin/sh", "-c", Self.supervision, "sh", command] + arguments,
            input: input[0],
            output: output[1]
        )
        close(input[0])
        close(output[1])
        lifeline = input[1]
        // It remains open, and is large enough for the little that a driver writes after its start.
        self.output = output[0]
        Self.running.withLock { running in
            if running == nil { atexit { DriverProcess.endAll() } }
            running = running ?? [:]
            running?[ObjectIdentifier(self)] = self
        }
    }

    private static func endAll() {
        let all = running.withLock { $0.map { Array($0.values) } ?? [] }
        for process in all { process.end() }
    }

    /// Ends the program and everything that it started, and waits for that. The wait is bounded, since the end of the tests waits
    /// for this.
    func end() {
        guard Self.running.withLock({ $0?.removeValue(forKey: ObjectIdentifier(self)) }) != nil else { return }
        close(lifeline)
        let start = ContinuousClock.now
        while waitpid(supervisor, nil, WNOHANG) == 0 {
            if start.duration(to: .now) > .seconds(30) { kill(supervisor, SIGKILL) }
            usleep(1_000)
        }
        close(output)
    }

    private static func spawn(
        _ arguments: [String],
        input: Int32,
        output: Int32
    ) throws(WebDriverError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        // Sockets of other tests must not remain open because a browser inherited them.
        for descriptor in 3..<Int32(min(sysconf(Int32(_SC_OPEN_MAX)), 4_096)) {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, arguments[0], &actions, nil, &words, environ)
        guard result == 0 else {
            throw WebDriverError("a shell could not be started: \(String(cString: strerror(result)))")
        }
        return process
    }

    /// Reads the program's output until it contains the port, after that text. Ends the program if it does not.
    func port(after text: String, within limit: Duration = .seconds(60)) throws(WebDriverError) -> Int {
        var port: Int?
        try wait(limit) { said in
            guard let place = said.firstRange(of: text) else { return false }
            let digits = said[place.upperBound...].prefix { $0.isNumber }
            // The digits are complete once something else follows them.
            if digits.endIndex < said.endIndex { port = Int(digits) }
            return port != nil
        }
        guard let port else { throw WebDriverError("\(name) did not report its port") }
        return port
    }

    /// Waits until the program is ready, judging by its output so far. If it ends before, or the time is over, it is ended, and the
    /// error contains the output.
    func wait(_ limit: Duration = .seconds(60), until isReady: (String) -> Bool) throws(WebDriverError) {
        let start = ContinuousClock.now
        var said: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while start.duration(to: .now) < limit {
            if isReady(String(decoding: said, as: UTF8.self)) { return }
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 20) > 0 else { continue }
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { break }
            said += buffer[..<count]
        }
        end()
        let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
        let words = lines.isEmpty ? "it said nothing" : "it said: " + lines.joined(separator: "; ")
        throw WebDriverError("\(name) did not start; \(words)")
    }

    /// Returns the path of a program: the value of the environment variable, else the first of these names on `PATH`, or of these
    /// paths.
    static func find(_ variable: String, _ names: [String]) -> String? {
        if let path = getenv(variable).map({ String(cString: $0) }), !path.isEmpty {
            return access(path, X_OK) == 0 ? path : nil
        }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        for name in names {
            if name.hasPrefix("/"), access(name, X_OK) == 0 { return name }
            for folder in folders.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
                return "\(folder)/\(name)"
            }
        }
        return nil
    }
}
