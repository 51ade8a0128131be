import Dispatch

/// Runs a test in a real browser of its own, the one of ``BrowserKind/chosen``, with no window and, if not told otherwise, with script switched off.
///
/// ```swift
/// try await withBrowser { browser in
///     try await browser.open("http://127.0.0.1:\(server.port)/counter")
///     try await browser.follow("button[value=increment]")
///     #expect(try await browser.text("output") == "1")
/// }
/// ```
///
/// Cookies and storage are the test's own. The browser is closed at the end, also where the test throws; one that
/// a test ended well in may serve the next one, in a tab of its own. At most two are open at a time; further tests wait
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

/// A browser, driven by the W3C's WebDriver standards: Chromium, if the environment chooses no other.
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
    private var session: (any BrowserSession)?
    /// What else is said where a wait fails.
    private var witnesses: [@Sendable () -> [String]] = []

    /// The browser's own thread: the commands block it.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    func start(script: Script) throws { session = try startBrowser(script: script) }

    func quit() {
        session?.quit()
        session = nil
    }

    /// What carries the commands out.
    var driver: any BrowserSession {
        get throws {
            guard let session else { throw WebDriverError("the browser is closed") }
            return session
        }
    }

    /// Has a function asked for lines where a wait fails: what the page's server is in, for instance. It is asked until
    /// the browser goes to another test.
    public func whenWaitFails(_ witness: @escaping @Sendable () -> [String]) { witnesses.append(witness) }

    func forgetWitnesses() { witnesses = [] }

    /// A wait that came to nothing: what was waited for, and below it the state of the page, of its script and of what the
    /// witnesses know.
    func failedWait(_ sentence: String) -> WebDriverError {
        let lines = (session?.report() ?? []) + witnesses.flatMap { $0() }
        // Lines that begin so are shown with the failure by what sums a test run up.
        return WebDriverError(([sentence] + lines.map { "  " + $0 }).joined(separator: "\n"))
    }

    /// Asks again and again until the condition holds; a page that is going away meanwhile is no failure.
    ///
    /// - Parameters:
    ///   - sentence: what is thrown where it does not come to hold.
    ///   - time: for how long it is asked, and once at least.
    func poll(
        _ sentence: @autoclosure () -> String,
        within time: Duration = .seconds(60),
        _ condition: () throws -> Bool
    ) throws {
        let start = ContinuousClock.now
        var last: WebDriverError?
        repeat {
            do {
                if try condition() { return }
                last = nil
            } catch let error as WebDriverError where Self.goneCodes.contains(error.code) {
                last = error
            }
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

/// Counts the open browsers, and keeps those that another test may use.
private actor BrowserPlaces {
    static let shared = BrowserPlaces()

    private var free = 2
    private var idle: [(browser: Browser, script: Browser.Script)] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits for a place, and returns a browser where such a one is kept.
    func take(_ script: Browser.Script) async -> Browser? {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        if let index = idle.lastIndex(where: { $0.script == script }) { return idle.remove(at: index).browser }
        // The place of the one that is kept is taken.
        if idle.count > free { await idle.removeLast().browser.quit() }
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
