import Dispatch
import Foundation
import HTTPClient

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
    private var connection: HTTPConnection?
    private var session = ""

    /// The browser's own thread: the commands block it.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    func start(script: Script) throws {
        let driver = try ChromeDriver.shared()
        var options: [String: Any] = [
            "args": [
                "--headless=new", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1000,800",
                "--no-first-run",
            ] + (getuid() == 0 ? ["--no-sandbox"] : [])
        ]
        if script == .off {
            // 2 is "block", as in the browser's settings for sites.
            options["prefs"] = ["profile.managed_default_content_settings.javascript": 2]
        }
        if let browser = driver.browser { options["binary"] = browser }
        // The first start reads a hundred megabytes from a cold disk.
        connection = try HTTPConnection(port: driver.port, patience: 90)
        let capabilities: [String: Any] = [
            "browserName": "chrome", "acceptInsecureCerts": true, "goog:chromeOptions": options,
        ]
        let answer = try send("POST", "/session", ["capabilities": ["alwaysMatch": capabilities]])
        guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
            throw WebDriverError("chromedriver began no session: \(answer)")
        }
        session = "/session/\(id)"
    }

    func quit() {
        guard !session.isEmpty else { return }
        // A browser that crashed cannot be closed, and is gone already.
        _ = try? send("DELETE", session)
        session = ""
        connection = nil
    }

    /// Carries out a command of the session: `command("POST", "/url", ["url": address])`.
    @discardableResult
    func command(_ method: String, _ path: String, _ parameters: [String: Any] = [:]) throws -> Any {
        try send(method, session + path, parameters)
    }

    /// The text that a command answers with.
    func text(_ method: String, _ path: String, _ parameters: [String: Any] = [:]) throws -> String {
        let value = try command(method, path, parameters)
        guard let text = value as? String else { throw WebDriverError("\(path) answered no text but \(value)") }
        return text
    }

    private func send(_ method: String, _ path: String, _ parameters: [String: Any] = [:]) throws -> Any {
        guard let connection else { throw WebDriverError("the browser is closed") }
        var request = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        var body = Data()
        if method == "POST" {
            body = try JSONSerialization.data(withJSONObject: parameters)
            request += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
        }
        try connection.send(Array("\(request)\r\n".utf8) + body)
        let reply = try connection.readReply()
        let object = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        guard let value = object?["value"] else {
            throw WebDriverError("\(path) answered \(reply.status) \(reply.text)")
        }
        if reply.status == 200 { return value }
        let problem = value as? [String: Any]
        let message = problem?["message"] as? String ?? reply.text
        // Where a page goes away while it is asked about, the driver sometimes passes on what the browser said of it.
        if message.contains("does not belong to the document") {
            throw WebDriverError("the page is no longer shown", code: "stale element reference")
        }
        // What follows is the driver's own stack.
        let lines = message.split(separator: "\n").prefix { !$0.hasPrefix("Stacktrace") && !$0.hasPrefix("#0 ") }
        throw WebDriverError(
            lines.joined(separator: " "),
            code: problem?["error"] as? String ?? "unknown error"
        )
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
