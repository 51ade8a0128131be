import Elmwood
import FoundationEssentials
import ElmwoodSessions
import ElmwoodSessionTesting

/// A test of a whole program from one visitor's point of view, without a server, a real clock, or sleeping.
///
/// ```swift
/// @Test(arguments: Script.allCases)
/// func counts(script: Script) {
///     let test = ProgramTest(Counter(), script: script)
///     test.click("+")
///     test.expectModel { $0.count = 1 }
///     test.expect(.output, "1")
/// }
/// ```
///
/// The test performs a visitor's actions (``click(_:file:line:)``, ``fill(_:_:file:line:)``, ``open(_:file:line:)``), advances the
/// clock (``advance(by:file:line:)``), decides the outcomes of effects (``resolve(_:with:file:line:)``), and checks the results.
/// The sessions, their turns, subscriptions and topics are the real ones; time, dates, randomness, the store and effects belong to
/// the test. Everything is therefore done when a call returns, in the same order each time.
///
/// Failures are reported at the line of the call, to Swift Testing or to XCTest. After a step that has failed, the later ones do nothing
/// and report nothing.
///
/// Everything that happens must be checked, unless the test is `.loosely`: a changed model (``expectModel(file:line:_:)``), a
/// command (``expectCommand(_:file:line:)``), a message that the test has not sent (``expectMessage(_:file:line:)``), a problem of
/// a field (``expectProblem(in:_:file:line:)``), a failure (``expectFailure(file:line:)``). Anything that is not checked before the
/// next action fails the test there.
///
/// The test ends when its last page is released, which is after its last line, or with ``finish(file:line:)``.
public final class ProgramTest<P: Program> {
    let context: VisitorContext<P>
    /// The page; nil if there is none, which has been reported.
    private(set) var driver: (any PageDriver<P>)?
    /// The test's last step on this page.
    var step: TestStep
    /// The problems that the browser found in the visitor's last submission.
    private var complaints: [Problem] = []
    /// The page's question that the visitor has not answered.
    var question: OpenQuestion?
    /// The part of the page that the test is restricted to.
    var scope: [PagePart] = []

    /// Begins a test: a visitor opens the program's page.
    ///
    /// - Parameters:
    ///   - program: the program, with stand-ins for its dependencies.
    ///   - path: the address that the visitor opens, below the program's own.
    ///   - model: the model of the visitor's existing session; without one, the program's `start` makes it.
    ///   - storedModel: the same as JSON, as an earlier version of the program may have stored it. It is decoded as a `Model`, with
    ///     missing members from the program's start, or passed to its `migrate(from:)`, as after a deploy.
    ///   - transport: where the program runs.
    ///   - script: whether the visitor's browser runs scripts.
    ///   - accounting: what the test must check.
    ///   - languages: the visitor's languages, best first.
    ///   - timeZone: the visitor's time zone, as a browser with script states it.
    ///   - account: the account that the visitor has signed in to at another program of the site.
    ///   - stored: the visitor's stored values, by key.
    ///   - shared: the shared stored values, by key.
    ///   - sharing: the shared programs of the site.
    ///   - reads: what the test answers reads of the page with, in place of their sources.
    ///   - clock: the clock of the program's dependencies, if they use one.
    ///   - date: the date when the test begins; by default the start of 2026 (UTC).
    ///   - file: the file of the call, which a failure names.
    ///   - line: its line.
    public convenience init(
        _ program: P,
        at path: String = "/",
        model: P.Model? = nil,
        storedModel: String? = nil,
        in transport: TestTransport = .process,
        script: Script = .on,
        _ accounting: Accounting = .exhaustively,
        languages: [Language] = [],
        timeZone: DateTimeZone? = nil,
        account: String? = nil,
        stored: [String: any Codable & Sendable] = [:],
        shared: [String: any Codable & Sendable] = [:],
        sharing: [any SharedProgram] = [],
        reads: [ReadAnswer] = [],
        clock: TestClock = TestClock(),
        date: Date? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let line = TestLine(file: file, line: line)
        let site = TestSite(program, in: transport, accounting, sharing: sharing, reads: reads, clock: clock, at: line)
        if let date { site.environment.date = date }
        let context = VisitorContext(at: site, languages: languages, in: timeZone)
        if let account { context.signIn(to: account) }
        context.store(stored, in: .visitor, at: line)
        context.store(shared, in: .shared, at: line)
        self.init(context, at: path, model: model, stored: storedModel, script: script, line)
    }

    /// Opens a page of a visitor.
    init(
        _ context: VisitorContext<P>,
        at path: String,
        model: P.Model? = nil,
        stored storedModel: String? = nil,
        script: Script,
        _ line: TestLine
    ) {
        self.context = context
        step = context.begin("open(\(String(reflecting: path)))", line)
        context.pageOpened()
        guard let testHost = context.site.testHost, !isOver else { return }
        if let model { context.setSession(model) } else if let storedModel { context.setSession(stored: storedModel) }
        let failures = context.site.expectationLogs.failures
        let (driver, outcome) = testHost.open(path, for: context.visitor, script: script)
        self.driver = driver
        context.add(driver)
        context.site.settle()
        context.note(outcome, [], driver.problems, since: failures, in: step)
        if context.expectations.session == nil { context.expectations.begin(with: driver.model) }
    }

    deinit {
        sendWhatWaits()
        context.pageLeft()
    }

    /// Ends the test: anything that was not checked, and pending work, fails it.
    ///
    /// Without this call, the test ends when its last page is released.
    public func finish(file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        context.finish()
        if context.name == nil {
            context.site.checkChance()
            context.site.checkReads()
        }
    }

    /// The clock of the test's environment, for the program's timers and sleeping effects.
    public var clock: TestClock { context.site.environment.clock }

    // MARK: Common parts

    /// Performs an action, and records its outcome.
    ///
    /// - Parameter waits: whether unsent values of fields may wait longer.
    func act(
        _ name: String,
        _ file: StaticString,
        _ line: UInt,
        waits: Bool = false,
        _ body: (any PageDriver<P>) -> Outcome
    ) {
        let line = TestLine(file: file, line: line)
        guard let driver, !isOver else { return }
        if !waits { sendWhatWaits() }
        context.closeBooks(at: line)
        guard !isOver else { return }
        step = context.begin(name, line)
        carryOut(body, by: driver)
    }

    private func carryOut(_ body: (any PageDriver<P>) -> Outcome, by driver: any PageDriver<P>) {
        let problems = driver.problems
        let failures = context.site.expectationLogs.failures
        let outcome = body(driver)
        complaints = outcome.complaints
        context.site.settle()
        context.note(outcome, problems, driver.problems, since: failures, in: step)
        refresh()
    }

    /// Sends the unsent values of lone fields, as Enter in one of them does. The outcome is attributed to the step that entered
    /// them.
    func sendWhatWaits() {
        guard let driver, !isOver, driver.isWaiting else { return }
        context.resume(step)
        carryOut({ $0.settle() }, by: driver)
    }

    /// A visitor without a session has the model that they would start with.
    private func refresh() {
        guard context.expectations.session == nil, let driver else { return }
        if context.site.testHost?.host.currentState(of: driver.session?.id) == nil {
            context.expectations.begin(with: driver.model)
        }
    }

    /// The problems of the page's fields.
    var problems: [Problem] {
        // Reading the page applies what has been pushed to it.
        _ = try? driver?.page()
        return complaints + (driver?.problems.filter { !complaints.contains($0) } ?? [])
    }

    /// Whether an earlier step has failed: then nothing is done any more.
    var isOver: Bool { context.site.reporting.isOver }

    /// Reports a failure.
    func fail(_ sentence: String, _ file: StaticString, _ line: UInt) {
        context.site.reporting.report(sentence, TestLine(file: file, line: line))
    }

    /// Returns what is found on the page after unsent values were sent; nil if it is not there, or there is no page, which is reported.
    func find<Found>(_ file: StaticString, _ line: UInt, _ body: (Finder) throws -> Found) -> Found? {
        sendWhatWaits()
        guard let driver, !isOver else { return nil }
        do {
            return try body(finder(driver))
        } catch {
            fail("\(error)", file, line)
            return nil
        }
    }

    /// Returns a finder for the part of the page that the test is restricted to.
    func finder(_ driver: any PageDriver<P>) throws -> Finder {
        var finder = Finder(try driver.page())
        for part in scope {
            finder = try finder.within(part.selector, containing: part.text, number: part.number)
        }
        return finder
    }
}

/// A part of a page.
struct PagePart {
    var selector: Selector
    var text: String?
    var number: Int?
}
