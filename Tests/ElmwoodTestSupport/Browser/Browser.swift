import Dispatch
import ElmwoodWebDriver
import Glibc

/// Runs a test in a real browser of its own, of the kind ``BrowserKind/chosen``, headless and by default without script.
///
/// ```swift
/// try await withBrowser { browser in
///     try await browser.open("http://127.0.0.1:\(server.port)/counter")
///     try await browser.follow("button[value=increment]")
///     #expect(try await browser.text("output") == "1")
/// }
/// ```
///
/// Cookies and storage are the test's own. The browser is closed at the end, even if the test throws. After a successful test, the
/// next one may reuse it, in a tab of its own. At most two are used at a time; further tests wait for one of these to end, so a
/// test must not open one within another.
package func withBrowser<Result: Sendable>(
    script: Browser.Script = .off,
    _ test: (Browser) async throws -> Result
) async throws -> Result {
    let former = await BrowserPlaces.shared.take(script)
    let browser = former ?? Browser()
    do {
        if former == nil { try await browser.start(script: script) }
        let result = try await test(browser)
        if (try? await browser.forgetEverything()) != nil {
            await BrowserPlaces.shared.giveBack(browser, script)
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

/// A browser, driven by the W3C's WebDriver standards: Chromium, unless the environment selects another.
///
/// Elements are selected by CSS selectors. A command for a missing element fails with "no such element". All commands block a
/// thread of the browser's own, never one that the program under test runs on.
package actor Browser {
    package typealias Script = BrowserScript

    private let thread = BrowserThread()
    private var session: (any BrowserSession)?
    /// The sources of further lines for a wait that fails.
    private var witnesses: [@Sendable () -> [String]] = []

    /// The browser's own thread, which the commands block.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    func start(script: Script) throws { session = try startBrowser(script: script) }

    func quit() {
        session?.quit()
        session = nil
    }

    /// The session that carries the commands out.
    var driver: any BrowserSession {
        get throws {
            guard let session else { throw WebDriverError("the browser is closed") }
            return session
        }
    }

    /// Registers a function that returns lines for a wait that fails: the state of the page's server, for instance. It is called
    /// until the browser is passed to another test.
    package func whenWaitFails(_ witness: @escaping @Sendable () -> [String]) { witnesses.append(witness) }

    func forgetWitnesses() { witnesses = [] }

    /// Returns the error of a wait that failed: the condition, and below it the state of the page, of its script and of the
    /// witnesses.
    func failedWait(_ sentence: String) -> WebDriverError {
        let lines = (session?.report() ?? []) + witnesses.flatMap { $0() }
        // The summary of a test run shows lines with this indentation together with the failure.
        return WebDriverError(([sentence] + lines.map { "  " + $0 }).joined(separator: "\n"))
    }

    /// Polls until the condition is true. A page that is unloaded meanwhile is not a failure.
    ///
    /// - Parameters:
    ///   - sentence: the description of the error if it does not become true.
    ///   - time: for how long it is polled, and once at least.
    func poll(
        _ sentence: @autoclosure () -> String,
        within time: Duration = .seconds(60),
        _ condition: () throws -> Bool
    ) throws {
        let start = ContinuousClock.now
        var last: WebDriverError?
        var pause: useconds_t = 1_000
        repeat {
            do {
                if try condition() { return }
                last = nil
            } catch let error as WebDriverError where Self.goneCodes.contains(error.code) {
                last = error
            }
            // Each look takes the processor from the page and the server that it waits for.
            usleep(pause)
            pause = min(2 * pause, 32_000)
        } while start.duration(to: .now) < time
        throw failedWait(sentence() + (last.map { " (\($0.description))" } ?? ""))
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

/// Limits the number of browsers that are used at a time, and so that of each kind, and retains those that another test may reuse.
private actor BrowserPlaces {
    static let shared = BrowserPlaces()

    private var free = 2
    private var idle: [(browser: Browser, script: Browser.Script)] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits for a free place, and returns an idle browser if there is one.
    func take(_ script: Browser.Script) async -> Browser? {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        if let index = idle.lastIndex(where: { $0.script == script }) { return idle.remove(at: index).browser }
        return nil
    }

    func giveBack(_ browser: Browser, _ script: Browser.Script) {
        idle.append((browser, script))
        giveBack()
    }

    func giveBack() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
