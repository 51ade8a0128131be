import Elmwood
import FoundationEssentials
import ElmwoodSessions

/// A whole program under test, from one visitor's point of view: with no server, no clock and no sleeping.
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
/// The test does what a visitor could do (``click(_:file:line:)``, ``fill(_:_:file:line:)``, ``open(_:file:line:)``), lets
/// time pass (``advance(by:file:line:)``), says what comes of effects (``resolve(_:with:file:line:)``), and looks at what came
/// of it. The sessions, their turns, subscriptions and topics are the real ones; time, dates, chance, the store and effects are
/// the test's. So everything is done when a call returns, in the same order each time.
///
/// What goes wrong is reported at the line of the call, to Swift Testing or to XCTest, and the test continues.
///
/// All that happens is to be accounted for, unless the test is `.loosely`: a model that changed
/// (``expectModel(_:file:line:)``), a command (``expectCommand(_:file:line:)``), a message that came by itself
/// (``expectMessage(_:file:line:)``), what is wrong with a field (``expectProblem(in:_:file:line:)``), a failure
/// (``expectFailure(file:line:)``). What the test has not looked at when it does the next thing fails it there.
///
/// The test ends when the last page is dropped, which is after its last line; or with ``finish(file:line:)``.
public final class ProgramTest<P: Program> {
    let context: VisitorContext<P>
    /// The page; nil where there is none, which has been reported.
    private(set) var driver: (any PageDriver<P>)?
    /// What the test did on this page last.
    var step: TestStep
    /// What the browser found wrong with what the visitor wanted to send last.
    private var complaints: [Problem] = []
    /// The part of the page in which the test looks for things.
    var scope: [PagePart] = []

    /// Begins a test: a visitor opens the program's page.
    ///
    /// - Parameters:
    ///   - program: the program, made as the test wants it: with stand-ins for what it depends on.
    ///   - path: the address that the visitor opens, below the program's own.
    ///   - model: the model that the visitor's session has already; without one, the program's `start` makes it.
    ///   - storedModel: the same as JSON, as an earlier version of the program may have stored it: it is read as a `Model`,
    ///     with what it lacks from the program's start, or given to its `migrate(from:)`, as after a deploy.
    ///   - transport: where the program runs.
    ///   - script: whether the visitor's browser runs scripts.
    ///   - accounting: what the test has to look at.
    ///   - languages: the visitor's languages (BCP 47), best first.
    ///   - stored: what is stored for the visitor when they come, by key.
    ///   - shared: what is stored for all.
    ///   - clock: the clock that the program's own parts sleep by, where they have one.
    ///   - date: the date when the test begins; the start of 2026 (UTC) unless it is given.
    public convenience init(
        _ program: P,
        at path: String = "/",
        model: P.Model? = nil,
        storedModel: String? = nil,
        in transport: TestTransport = .process,
        script: Script = .on,
        _ accounting: Accounting = .exhaustively,
        languages: [String] = [],
        stored: [String: any Codable & Sendable] = [:],
        shared: [String: any Codable & Sendable] = [:],
        clock: TestClock = TestClock(),
        date: Date? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let line = TestLine(file: file, line: line)
        let site = TestSite(program, in: transport, accounting, clock: clock, at: line)
        if let date { site.environment.date = date }
        let context = VisitorContext(at: site, languages: languages)
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
        guard let testHost = context.site.testHost else { return }
        if let model { context.hold(model) } else if let storedModel { context.hold(stored: storedModel) }
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

    /// Ends the test: what nobody has looked at, and what is still under way, fails it.
    ///
    /// A test that does not say so ends when the last page is dropped.
    public func finish(file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        context.finish()
        if context.name == nil { context.site.checkChance() }
    }

    /// The clock of the test's world: its time is the one that the program's timers and sleepers go by.
    public var clock: TestClock { context.site.environment.clock }

    // MARK: The words that all others are made of

    /// Does something, and notes what comes of it.
    ///
    /// - Parameter waits: whether what was entered and not sent may wait on.
    func act(
        _ name: String,
        _ file: StaticString,
        _ line: UInt,
        waits: Bool = false,
        _ body: (any PageDriver<P>) -> Outcome
    ) {
        let line = TestLine(file: file, line: line)
        guard let driver else { return }
        if !waits { sendWhatWaits() }
        context.closeBooks(at: line)
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

    /// Sends what was entered in lone fields and waits, as Enter in one of them does. It is the doing of what entered it.
    func sendWhatWaits() {
        guard let driver, driver.isWaiting else { return }
        context.resume(step)
        carryOut({ $0.settle() }, by: driver)
    }

    /// Of a visitor without a session the model is the one that they would begin with.
    private func refresh() {
        guard context.expectations.session == nil, let driver else { return }
        if context.site.testHost?.host.look(at: driver.session) == nil {
            context.expectations.begin(with: driver.model)
        }
    }

    /// What is wrong with the page's fields.
    var problems: [Problem] { complaints + (driver?.problems.filter { !complaints.contains($0) } ?? []) }

    /// Says that something is not as it should be.
    func fail(_ sentence: String, _ file: StaticString, _ line: UInt) {
        context.site.reporting.report(sentence, TestLine(file: file, line: line))
    }

    /// Looks at the page, once what was entered has been sent; says so where there is none.
    func look(_ file: StaticString, _ line: UInt) -> Finder? {
        sendWhatWaits()
        guard let driver else { return nil }
        do {
            return try finder(driver)
        } catch {
            fail("\(error)", file, line)
            return nil
        }
    }

    /// Finds things in the part of the page that the test is in.
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
