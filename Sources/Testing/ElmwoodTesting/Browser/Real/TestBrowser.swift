import Synchronization
import ElmwoodWebDriver

/// A browser that tests share, one at a time. Each operation blocks the thread.
final class TestBrowser {
    let driver: any BrowserSession
    /// The tab that commands go to.
    private var tab: String?
    private var tabs: Set<String> = []

    /// The browsers that no test uses at present.
    private static let idle = Mutex<[Script: [Idle]]>([:])

    /// The most of them, for each kind. Each has some processes, and watches files of the system, of which a user may watch few at once.
    private static let mostIdle = 8

    /// `@unchecked Sendable`: it is either in this list or with its one user.
    private struct Idle: @unchecked Sendable {
        let driver: any BrowserSession
    }

    /// Takes an idle browser, or starts one, for exclusive use until it is returned.
    ///
    /// - Throws: if no browser can be started.
    init(script: Script) throws {
        let idle = Self.idle.withLock { $0[script]?.popLast()?.driver }
        driver = try idle ?? startBrowser(script: script == .on ? .on : .off)
    }

    /// Closes the opened tabs, and returns the browser for another test.
    func giveBack(_ script: Script) {
        do {
            for tab in tabs {
                try driver.switchTab(to: tab)
                try driver.closeTab()
            }
            tabs = []
            tab = nil
            let given = Idle(driver: driver)
            let isKept = Self.idle.withLock { idle in
                guard idle[script, default: []].count < Self.mostIdle else { return false }
                idle[script, default: []].append(given)
                return true
            }
            if !isKept { driver.quit() }
        } catch {
            driver.quit()
        }
    }

    // MARK: Tabs

    /// Opens a tab, and returns its name.
    func openTab() throws -> String {
        if tab == nil, let first = try driver.tabs.first { try driver.switchTab(to: first) }
        let name = try driver.openTab()
        tabs.insert(name)
        tab = name
        return name
    }

    func closeTab(_ name: String) throws {
        try go(to: name)
        try driver.closeTab()
        tabs.remove(name)
        tab = nil
    }

    /// Directs further commands to that tab.
    func go(to name: String) throws {
        guard tab != name else { return }
        try driver.switchTab(to: name)
        tab = name
    }

    // MARK: Commands

    /// Returns the state of the page and of its script, as lines.
    func report() -> [String] { driver.report() }

    /// Runs the body of a function in the page.
    @discardableResult
    func run(_ script: String, _ arguments: [Any] = []) throws -> Any {
        try driver.run(script, arguments)
    }

    /// Runs the body of a function, which calls its last argument when it is done.
    @discardableResult
    func runUntilDone(_ script: String, _ arguments: [Any] = []) throws -> Any {
        try driver.runUntilDone(script, arguments)
    }
}
