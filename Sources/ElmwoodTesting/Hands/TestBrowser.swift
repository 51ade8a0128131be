import Synchronization
import WebDriver

/// A Chromium that tests share, one test at a time. Each thing done to it blocks the thread.
final class TestBrowser {
    private let driver: DriverSession
    /// The tab that commands go to.
    private var tab: String?
    private var tabs: Set<String> = []

    /// The browsers that no test uses just now.
    private static let idle = Mutex<[Script: [Idle]]>([:])

    /// `@unchecked Sendable`: it is either here or with its one user.
    private struct Idle: @unchecked Sendable {
        let driver: DriverSession
    }

    /// A browser that nobody else uses until it is given back.
    ///
    /// - Throws: where none can be started.
    init(script: Script) throws {
        let idle = Self.idle.withLock { $0[script]?.popLast()?.driver }
        driver = try idle ?? DriverSession(script: script == .on ? .on : .off)
    }

    /// Closes the tabs that were opened, and leaves the browser to another test.
    func giveBack(_ script: Script) {
        do {
            for tab in tabs {
                try driver.command("POST", "/window", ["handle": tab])
                try driver.command("DELETE", "/window")
            }
            tabs = []
            tab = nil
            let given = Idle(driver: driver)
            Self.idle.withLock { $0[script, default: []].append(given) }
        } catch {
            driver.quit()
        }
    }

    // MARK: Tabs

    /// Opens a tab, and answers with its name.
    func openTab() throws -> String {
        if tab == nil, let first = (try driver.command("GET", "/window/handles") as? [String])?.first {
            try driver.command("POST", "/window", ["handle": first])
        }
        let answer = try driver.command("POST", "/window/new", ["type": "tab"]) as? [String: Any]
        guard let name = answer?["handle"] as? String else { throw HandFailure("The browser opened no tab.") }
        tabs.insert(name)
        try go(to: name)
        return name
    }

    func closeTab(_ name: String) throws {
        try go(to: name)
        try driver.command("DELETE", "/window")
        tabs.remove(name)
        tab = nil
    }

    /// Goes on in that tab.
    func go(to name: String) throws {
        guard tab != name else { return }
        try driver.command("POST", "/window", ["handle": name])
        tab = name
    }

    // MARK: Commands

    @discardableResult
    func command(_ method: String, _ path: String, _ parameters: [String: Any] = [:]) throws -> Any {
        try driver.command(method, path, parameters)
    }

    /// A command of Chromium's own protocol.
    func develop(_ name: String, _ parameters: [String: Any] = [:]) throws {
        try driver.command("POST", "/goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    /// Runs the body of a function in the page.
    @discardableResult
    func run(_ script: String, _ arguments: [Any] = []) throws -> Any {
        try driver.command("POST", "/execute/sync", ["script": script, "args": arguments])
    }

    /// Runs the body of a function whose last argument is what it calls when it is done.
    @discardableResult
    func runUntilDone(_ script: String, _ arguments: [Any] = []) throws -> Any {
        try driver.command("POST", "/execute/async", ["script": script, "args": arguments])
    }
}
