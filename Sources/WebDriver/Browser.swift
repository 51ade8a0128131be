import Dispatch

/// Runs a test in a real Chromium of its own, with no window and, if not told otherwise, with script switched off.
///
/// ```swift
/// try await withBrowser { browser in
///     try await browser.open("http://127.0.0.1:\(server.port)/counter")
///     try await browser.follow("button[value=increment]")
///     #expect(try await browser.text("output") == "1")
/// }
/// ```
///
/// Cookies and storage are the test's own. The browser is closed at the end, also where the test throws; one with script
/// that a test ended well in serves the next one, in a tab of its own. At most two are open at a time; further tests wait
/// for one of these to end, so a test must not open one within another.
public func withBrowser<Result: Sendable>(
    script: Browser.Script = .off,
    _ test: (Browser) async throws -> Result
) async throws -> Result {
    let former = await BrowserPlaces.shared.take(script)
    let browser = former ?? Browser()
    do {
        if former == nil { try await browser.start(script: script) }
        let result = try await test(browser)
        if script == .on, (try? await browser.forgetEverything()) != nil {
            await BrowserPlaces.shared.giveBack(browser)
        } else {
            await browser.quit()
            await BrowserPlaces.shared.giveBack()
        }
        return result
    } catch {
        await browser.quit()
        await BrowserPlaces.shared.giveBack()
        throw error
    }
}

/// A Chromium, driven by the commands of the W3C's WebDriver standard.
///
/// Elements are named by CSS selectors. A command about an element that is not there fails with "no such element".
/// All of it blocks a thread of the browser's own, never one that the program under test runs on.
public actor Browser {
    /// Whether pages may run JavaScript.
    public enum Script: Sendable {
        /// As a visitor who blocked it in the browser's settings has it.
        case off
        /// As browsers come.
        case on
    }

    private let thread = BrowserThread()
    private var driver: DriverSession?

    /// The browser's own thread: the commands block it.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    func start(script: Script) throws { driver = try DriverSession(script: script) }

    func quit() {
        driver?.quit()
        driver = nil
    }

    /// Carries out a command of the session: `command("POST", "/url", ["url": address])`.
    @discardableResult
    func command(_ method: String, _ path: String, _ parameters: [String: Any] = [:]) throws -> Any {
        guard let driver else { throw WebDriverError("the browser is closed") }
        return try driver.command(method, path, parameters)
    }

    /// The text that a command answers with.
    func text(_ method: String, _ path: String, _ parameters: [String: Any] = [:]) throws -> String {
        let value = try command(method, path, parameters)
        guard let text = value as? String else { throw WebDriverError("\(path) answered no text but \(value)") }
        return text
    }
}

/// Runs a browser's commands, one after the other.
private final class BrowserThread: SerialExecutor {
    private let queue = DispatchQueue(label: "browser")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// Counts the open browsers, and keeps those that another test may use.
private actor BrowserPlaces {
    static let shared = BrowserPlaces()

    private var free = 2
    private var idle: [Browser] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits for a place, and answers with a browser where one with script is asked for and kept.
    func take(_ script: Browser.Script) async -> Browser? {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        if script == .on { return idle.popLast() }
        // The place of the one that is kept is taken.
        if idle.count > free { await idle.removeLast().quit() }
        return nil
    }

    func giveBack(_ browser: Browser? = nil) {
        if let browser { idle.append(browser) }
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
