import Elmwood
import FoundationEssentials

/// Several visitors of one site, each with their own ``ProgramTest``. They share the clock, the topics, and the shared stored
/// values.
///
/// ```swift
/// let visitors = Visitors(of: Chat())
/// let anna = visitors.enter("Anna")
/// let bob = visitors.enter("Bob")
/// anna.fill("Message", "Hello")
/// anna.click("Send")
/// bob.expectMessage(.heard(Line(author: "Anna", text: "Hello")))
/// ```
///
/// Each visitor has their own expectations. A visitor's action may send a message to another visitor's session: it must be checked
/// before that visitor's next action.
public final class Visitors<P: Program> {
    private struct Visitor {
        weak var page: ProgramTest<P>?
        weak var context: VisitorContext<P>?
    }

    let site: TestSite<P>
    private let script: Script
    private var visitors: [Visitor] = []

    /// Creates a site without visitors.
    ///
    /// - Parameters:
    ///   - program: the program, with stand-ins for its dependencies.
    ///   - transport: where it runs.
    ///   - script: whether the visitors' browsers run scripts, unless
    ///     ``enter(_:at:model:storedModel:script:languages:timeZone:account:stored:cookies:file:line:)`` sets it.
    ///   - accounting: what the test must check.
    ///   - shared: the shared stored values, by key.
    ///   - sharing: the shared programs of the site.
    ///   - reads: what the test answers reads of pages with, in place of their sources.
    ///   - clock: the clock of the program's dependencies, if they use one.
    ///   - date: the date when the test begins; by default the start of 2026 (UTC).
    ///   - file: the file of the call, which a failure names.
    ///   - line: its line.
    public init(
        of program: P,
        in transport: TestTransport = .process,
        script: Script = .on,
        _ accounting: Accounting = .exhaustively,
        shared: [String: any Codable & Sendable] = [:],
        sharing: [any SharedProgram] = [],
        reads: [ReadAnswer] = [],
        clock: TestClock = TestClock(),
        date: Date? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let line = TestLine(file: file, line: line)
        self.script = script
        site = TestSite(program, in: transport, accounting, sharing: sharing, reads: reads, clock: clock, at: line)
        if let date { site.environment.date = date }
        VisitorContext(at: site).store(shared, in: .shared, at: line)
    }

    /// Adds a new visitor, who opens a page.
    ///
    /// - Parameters:
    ///   - name: the visitor's name in the test's sentences.
    ///   - path: the address that they open.
    ///   - model: the model of their existing session; without one, the program's `start` makes it.
    ///   - storedModel: the same as JSON, as an earlier version of the program may have stored it.
    ///   - script: whether their browser runs scripts.
    ///   - languages: their languages, best first.
    ///   - timeZone: their time zone, as a browser with script states it.
    ///   - account: the account that they have signed in to at another program of the site.
    ///   - stored: their stored values, by key.
    ///   - cookies: cookies that the browser already has, such as another visitor's.
    ///   - file: the file of the call, which a failure names.
    ///   - line: its line.
    public func enter(
        _ name: String,
        at path: String = "/",
        model: P.Model? = nil,
        storedModel: String? = nil,
        script: Script? = nil,
        languages: [Language] = [],
        timeZone: DateTimeZone? = nil,
        account: String? = nil,
        stored: [String: any Codable & Sendable] = [:],
        cookies: BrowserCookies? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> ProgramTest<P> {
        let line = TestLine(file: file, line: line)
        let context = VisitorContext(
            at: site,
            languages: languages,
            in: timeZone,
            name: name,
            cookies: cookies
        )
        if let account { context.signIn(to: account) }
        context.store(stored, in: .visitor, at: line)
        let page = ProgramTest(
            context,
            at: path,
            model: model,
            stored: storedModel,
            script: script ?? self.script,
            line
        )
        visitors.append(Visitor(page: page, context: context))
        return page
    }

    /// Advances the clock for all visitors.
    public func advance(by duration: Duration, file: StaticString = #filePath, line: UInt = #line) {
        act("advance(by: \(SwiftText.time(duration)))", file, line) { _ in site.advance(by: duration) }
    }

    /// Answers a read with a value, in place of its source: see ``ProgramTest/answer(_:with:file:line:)``.
    public func answer<R: Read>(
        _ read: R,
        with value: R.Value,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        act("answer(\(read))", file, line) { step in site.answer(ReadAnswer(read, with: value), for: read, at: step) }
    }

    /// Sets the next random numbers, in this order, for whichever session uses them.
    public func random(returns numbers: Int..., file: StaticString = #filePath, line: UInt = #line) {
        let list = numbers.map { "\($0)" }.joined(separator: ", ")
        act("random(returns: \(list))", file, line) { step in site.add(numbers: numbers, at: step) }
    }

    /// The current date. It can be set, and advances with the clock.
    public var date: Date {
        get { site.environment.date }
        set { site.environment.date = newValue }
    }

    /// The clock of the test's environment.
    public var clock: TestClock { site.environment.clock }

    /// Counts everything that the program has done so far as checked, for all visitors: see ``ProgramTest/passOver()``.
    public func passOver() {
        sendWhatWaits()
        for visitor in visitors { visitor.context?.expectations.passOver() }
    }

    /// Ends the test for all visitors: anything that was not checked, and pending work, fails it.
    public func finish(file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        for visitor in visitors { visitor.context?.finish() }
        site.checkChance()
    }

    func act(_ name: String, _ file: StaticString, _ line: UInt, _ body: (TestStep) -> Void) {
        let line = TestLine(file: file, line: line)
        guard !site.reporting.isOver else { return }
        sendWhatWaits()
        visitors.removeAll { $0.context == nil }
        for visitor in visitors { visitor.context?.closeBooks(at: line) }
        guard !site.reporting.isOver else { return }
        body(site.begin(name, line, by: nil, of: nil))
        site.settle()
    }

    private func sendWhatWaits() {
        for visitor in visitors { visitor.page?.sendWhatWaits() }
    }
}
