import Glibc
import Synchronization

/// The chromedriver process that all browsers of a test run share.
///
/// It is started with the first browser, on a port that the system chooses, and ends with the test process however that
/// ends: a small shell holds the other end of a pipe, and when the pipe closes it kills chromedriver, its Chromiums,
/// and removes the folder they wrote to.
struct ChromeDriver: Sendable {
    /// The port of 127.0.0.1 on which it takes WebDriver commands.
    let port: Int
    /// The Chromium that it is to start, nil for the one it finds by itself.
    let browser: String?

    private let supervisor: pid_t
    private let lifeline: Int32

    private static let running = Mutex<Result<ChromeDriver, WebDriverError>?>(nil)

    /// The running process, started if there is none yet.
    static func shared() throws -> ChromeDriver {
        try running.withLock { running in
            if let running { return try running.get() }
            let started = start()
            running = started
            atexit { ChromeDriver.end() }
            return try started.get()
        }
    }

    /// Starts it; where it ends before it has named its port, once more: on a machine that is busy it now and then does.
    private static func start() -> Result<ChromeDriver, WebDriverError> {
        Result { () throws(WebDriverError) in
            do {
                return try ChromeDriver()
            } catch {
                return try ChromeDriver()
            }
        }
    }

    /// Ends the process and waits for it, so that none is left when the tests are over.
    private static func end() {
        running.withLock { running in
            guard case .success(let driver)? = running else { return }
            close(driver.lifeline)
            waitpid(driver.supervisor, nil, 0)
            running = nil
        }
    }

    /// Waits for the end of the pipe that is its input, then kills what it started. `setsid` makes chromedriver the
    /// leader of a process group, which its browsers stay in.
    private static let supervision = """
        TMPDIR=$(mktemp -d) || exit 1
        export TMPDIR
        setsid "$1" --port=0 </dev/null 2>&1 &
        cat >/dev/null
        kill -s KILL -- "-$!" 2>/dev/null
        wait
        rm -rf "$TMPDIR" 2>/dev/null || { sleep 1; rm -rf "$TMPDIR"; }
        """

    private init() throws(WebDriverError) {
        let driver = Self.find("CHROMEDRIVER", ["chromedriver", "chromium.chromedriver"])
        guard let driver else { throw .notInstalled("chromedriver") }
        browser = Self.find(
            "CHROMIUM",
            ["chromium", "google-chrome", "google-chrome-stable", "chrome", "chromium-browser"]
        )
        guard browser != nil else { throw .notInstalled("Chromium") }

        var input: [Int32] = [0, 0]
        var output: [Int32] = [0, 0]
        guard pipe(&input) == 0, pipe(&output) == 0 else {
            throw WebDriverError("no pipe for chromedriver: \(String(cString: strerror(errno)))")
        }
        // A process that another test starts must not hold the pipe open.
        for descriptor in input + output { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        supervisor = try Self.spawn(
            ["/bin/sh", "-c", Self.supervision, "sh", driver],
            input: input[0],
            output: output[1]
        )
        close(input[0])
        close(output[1])
        lifeline = input[1]
        do {
            port = try Self.readPort(from: output[0])
        } catch {
            close(input[1])
            waitpid(supervisor, nil, 0)
            throw error
        }
        // The pipe is left open, and is large enough for the little that chromedriver says after its start.
    }

    /// The path of a program: what the environment names, else the first of these names on `PATH`.
    private static func find(_ variable: String, _ names: [String]) -> String? {
        if let path = getenv(variable).map({ String(cString: $0) }), !path.isEmpty {
            return access(path, X_OK) == 0 ? path : nil
        }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        for name in names {
            for folder in folders.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
                return "\(folder)/\(name)"
            }
        }
        return nil
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
        // Sockets of other tests must not stay open because a browser inherited them.
        for descriptor in 3..<Int32(min(sysconf(Int32(_SC_OPEN_MAX)), 4_096)) {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, arguments[0], &actions, nil, &words, environ)
        guard result == 0 else {
            throw WebDriverError("chromedriver could not be started: \(String(cString: strerror(result)))")
        }
        return process
    }

    /// Reads what chromedriver says until it names its port: "… started successfully on port 40123."
    private static func readPort(from descriptor: Int32) throws(WebDriverError) -> Int {
        var said: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 60_000) > 0 else { break }
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            said += buffer[..<count]
            let text = String(decoding: said, as: UTF8.self)
            guard let place = text.firstRange(of: "successfully on port ") else { continue }
            let digits = text[place.upperBound...].prefix { $0.isNumber }
            // The digits are all there once something else follows them.
            if let port = Int(digits), digits.endIndex < text.endIndex { return port }
        }
        throw WebDriverError("chromedriver named no port; it said: \(String(decoding: said, as: UTF8.self))")
    }
}
