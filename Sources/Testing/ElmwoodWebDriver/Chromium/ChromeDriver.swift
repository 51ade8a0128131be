import Glibc
import Synchronization

/// The chromedriver process that all browsers of a test run share.
///
/// It is started for the first browser, on a port that the system chooses, and ends with the test process.
struct ChromeDriver: Sendable {
    /// The port of 127.0.0.1 at which it accepts WebDriver commands.
    let port: Int
    /// The Chromium executable to start.
    let browser: String

    /// The first Chromium that is found. Its headless shell starts and shows a page in a fifth of the time.
    private static let installed = DriverProcess.find(
        "CHROMIUM",
        [
            "chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable", "chrome",
            "chromium-browser",
        ]
    ).map { command in
        // Debian's command is a shell that waits for the browser. chromedriver would end only the shell.
        let program = "/usr/lib/chromium/chromium-headless-shell"
        return command == "/usr/bin/chromium-headless-shell" && access(program, X_OK) == 0 ? program : command
    }

    /// Whether that one is the headless shell.
    static let isHeadlessShell = installed?.hasSuffix("headless-shell") ?? false

    private static let running = Mutex<Result<ChromeDriver, WebDriverError>?>(nil)

    /// Returns the running process, starting it if there is none yet.
    static func shared() throws -> ChromeDriver {
        try running.withLock { running in
            if let running { return try running.get() }
            let started = start()
            running = started
            return try started.get()
        }
    }

    /// Starts it, and a second time if it ends before it has reported its port: on a busy machine that sometimes happens.
    private static func start() -> Result<ChromeDriver, WebDriverError> {
        Result { () throws(WebDriverError) in
            do {
                return try ChromeDriver()
            } catch {
                return try ChromeDriver()
            }
        }
    }

    private init() throws(WebDriverError) {
        let driver = DriverProcess.find("CHROMEDRIVER", ["chromedriver", "chromium.chromedriver"])
        guard let driver else { throw .notInstalled("chromedriver", .chromium) }
        guard let browser = Self.installed else { throw .notInstalled("Chromium", .chromium) }
        self.browser = browser
        let process = try DriverProcess("chromedriver", #"exec "$1" --port=0"#, [driver])
        port = try process.port(after: "successfully on port ")
    }
}
