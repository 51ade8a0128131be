import Elmwood
import FoundationEssentials

/// Several visitors of one site, each with a ``ProgramTest`` of their own: they share the time, the topics, and what is stored
/// for all.
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
/// Each has their own things to account for. What one does may bring another a message: that is the other's to look at, before
/// they do something themselves.
public final class Visitors<P: Program> {
    private struct Visitor {
        weak var page: ProgramTest<P>?
        weak var context: VisitorContext<P>?
    }

    let site: TestSite<P>
    private let script: Script
    private var visitors: [Visitor] = []

    /// Opens a site for visitors; nobody is there yet.
    ///
    /// - Parameters:
    ///   - program: the program, made as the test wants it.
    ///   - transport: where it runs.
    ///   - script: whether the visitors' browsers run scripts, unless one enters otherwise.
    ///   - accounting: what the test has to look at.
    ///   - shared: what is stored for all, by key.
    ///   - clock: the clock that the program's own parts sleep by, where they have one.
    ///   - date: the date when the test begins; the start of 2026 (UTC) unless it is given.
    public init(
        of program: P,
        in transport: TestTransport = .process,
        script: Script = .on,
        _ accounting: Accounting = .exhaustively,
        shared: [String: any Codable & Sendable] = [:],
        clock: TestClock = TestClock(),
        date: Date? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let line = TestLine(file: file, line: line)
        self.script = script
        site = TestSite(program, in: transport, accounting, clock: clock, at: line)
        if let date { site.environment.date = date }
        VisitorContext(at: site, languages: []).store(shared, in: .shared, at: line)
    }

    /// A visitor comes, who has not been here before, and opens a page.
    ///
    /// - Parameters:
    ///   - name: what the test's sentences call them.
    ///   - path: the address that they open.
    ///   - model: the model that their session has already; without one, the program's `start` makes it.
    ///   - storedModel: the same as JSON, as an earlier version of the program may have stored it.
    ///   - script: whether their browser runs scripts.
    ///   - languages: their languages, best first.
    ///   - stored: what is stored for them, by key.
    ///   - cookies: cookies that the browser already has, such as another visitor's.
    public func enter(
        _ name: String,
        at path: String = "/",
        model: P.Model? = nil,
        storedModel: String? = nil,
        script: Script? = nil,
        languages: [String] = [],
        stored: [String: any Codable & Sendable] = [:],
        cookies: BrowserCookies? = nil,
        file: StaticString = #filePath,
        line: UInt = #line
    ) -> ProgramTest<P> {
        let line = TestLine(file: file, line: line)
        let context = VisitorContext(at: site, languages: languages, name: name, cookies: cookies)
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

    /// Lets time pass for all.
    public func advance(by duration: Duration, file: StaticString = #filePath, line: UInt = #line) {
        act("advance(by: \(SwiftText.time(duration)))", file, line) { _ in site.advance(by: duration) }
    }

    /// Says which numbers chance comes to next, in this order, for whichever program asks.
    public func random(returns numbers: Int..., file: StaticString = #filePath, line: UInt = #line) {
        let list = numbers.map { "\($0)" }.joined(separator: ", ")
        act("random(returns: \(list))", file, line) { step in site.add(numbers: numbers, at: step) }
    }

    /// The date in the test's world. It can be set, and advances as time passes.
    public var date: Date {
        get { site.environment.date }
        set { site.environment.date = newValue }
    }

    /// The clock of the test's world.
    public var clock: TestClock { site.environment.clock }

    /// Takes what the program has done so far as looked at, for all visitors: see ``ProgramTest/passOver()``.
    public func passOver() {
        sendWhatWaits()
        for visitor in visitors { visitor.context?.expectations.passOver() }
    }

    /// Ends the test for all: what nobody has looked at, and what is still under way, fails it.
    public func finish(file: StaticString = #filePath, line: UInt = #line) {
        sendWhatWaits()
        for visitor in visitors { visitor.context?.finish() }
        site.checkChance()
    }

    func act(_ name: String, _ file: StaticString, _ line: UInt, _ body: (TestStep) -> Void) {
        let line = TestLine(file: file, line: line)
        sendWhatWaits()
        visitors.removeAll { $0.context == nil }
        for visitor in visitors { visitor.context?.closeBooks(at: line) }
        body(site.begin(name, line, by: nil, of: nil))
        site.settle()
    }

    private func sendWhatWaits() {
        for visitor in visitors { visitor.page?.sendWhatWaits() }
    }
}
