import Glibc
import ElmwoodHTTPClient
import Synchronization

/// A WebKitWebDriver process, which drives one browser at a time, on a virtual screen.
struct WebKitDriver: Sendable {
    /// The port of 127.0.0.1 at which it accepts WebDriver commands.
    let port: Int
    /// The browser executable to start.
    let browser: String
    let process: DriverProcess

    private static let idle = Mutex<[WebKitDriver]>([])

    /// Returns an idle process.
    static func take() throws -> WebKitDriver {
        if let driver = idle.withLock({ $0.popLast() }) { return driver }
        return try WebKitDriver()
    }

    static func giveBack(_ driver: WebKitDriver) { idle.withLock { $0.append(driver) } }

    /// Xvfb writes the number of the free screen that it has found. The driver does not report when it listens, so that is polled.
    private static let command = """
        export HOME="$TMPDIR" GDK_BACKEND=x11 NO_AT_BRIDGE=1 GIO_USE_VFS=local
        mkfifo "$TMPDIR/screen" || exit 1
        "$3" -displayfd 5 -screen 0 1280x1024x24 -nolisten tcp 5>"$TMPDIR/screen" >"$TMPDIR/xvfb.log" 2>&1 &
        read -r screen <"$TMPDIR/screen" || { echo "Xvfb did not start"; cat "$TMPDIR/xvfb.log"; exit 1; }
        export DISPLAY=":$screen"
        "$1" --port="$2" >"$TMPDIR/driver.log" 2>&1 &
        echo "asked for port $2 on screen $screen"
        wait $!
        echo "it ended with $?"
        cat "$TMPDIR/driver.log"
        """

    private init() throws(WebDriverError) {
        let driver = DriverProcess.find("WEBKITDRIVER", ["WebKitWebDriver"])
        guard let driver else { throw .notInstalled("WebKitWebDriver", .webkit) }
        let folders = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu" } + ["/usr/libexec"]
        let paths = folders.flatMap { folder in
            ["webkitgtk-6.0", "webkit2gtk-4.1", "webkit2gtk-4.0"].map { "\(folder)/\($0)/MiniBrowser" }
        }
        guard let browser = DriverProcess.find("MINIBROWSER", paths) else {
            throw .notInstalled("MiniBrowser", .webkit)
        }
        guard let screen = DriverProcess.find("XVFB", ["Xvfb"]) else { throw .notInstalled("Xvfb", .webkit) }
        self.browser = browser
        (port, process) = try Self.start(driver, screen)
    }

    /// Starts it, at another port if another program has bound the port meanwhile.
    private static func start(_ driver: String, _ screen: String) throws(WebDriverError) -> (Int, DriverProcess) {
        var attempts = 0
        while true {
            let port = try freePort()
            let process = try DriverProcess("WebKitWebDriver", command, [driver, "\(port)", screen])
            do {
                try process.wait { _ in (try? HTTPConnection(port: port)) != nil }
                return (port, process)
            } catch {
                attempts += 1
                if attempts == 3 { throw error }
            }
        }
    }

    /// Returns a port that is free at this moment: the driver cannot choose one itself.
    private static func freePort() throws(WebDriverError) -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else { throw WebDriverError("no port for WebKitWebDriver: \(String(cString: strerror(errno)))") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
