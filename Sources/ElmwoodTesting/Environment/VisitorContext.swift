import ElmwoodSessions
import ElmwoodStorage

/// One visitor's context at a test's site: all pages that they have open share it.
final class VisitorContext<P: Program> {
    let site: TestSite<P>
    let visitor: TestVisitor
    /// The visitor's name, where the test has several.
    let name: String?
    let expectations = ExpectationLog<P>()
    /// How many pages of it the test has open.
    private var pages = 0
    /// Those pages; nil in the place of one that the test has dropped.
    private var drivers: [() -> (any PageDriver<P>)?] = []
    private var isOver = false

    init(at site: TestSite<P>, languages: [String], name: String? = nil, cookies: BrowserCookies? = nil) {
        self.site = site
        self.name = name
        visitor = TestVisitor(
            session: cookies?.session,
            visitor: cookies.map(\.visitor) ?? VisitorID(),
            languages: languages
        )
        visitor.ticket = cookies?.ticket
        site.stays.append { [weak self] in self }
    }

    /// The visitor's own values, or those of all.
    func owner(_ scope: StorageScope) -> StorageOwner {
        switch scope {
        case .shared: .shared
        case .visitor: .visitor(visitor.visitor ?? VisitorID())
        }
    }

    func begin(_ name: String, _ line: TestLine) -> TestStep {
        site.begin(name, line, by: self.name, of: expectations)
    }

    /// Something new begins at that line: what is left by then, nobody has looked at.
    func closeBooks(at line: TestLine) {
        guard site.accounting == .exhaustively else { return }
        let leftovers = expectations.takeLeftovers()
        if !leftovers.isEmpty { site.reporting.report(leftovers.report, line) }
    }

    // MARK: The end

    func pageOpened() { pages += 1 }

    /// The pages that the test has open, in the order in which they were opened.
    var openPages: [any PageDriver<P>] { drivers.compactMap { $0() } }

    func add(_ driver: any PageDriver<P>) {
        drivers.removeAll { $0() == nil }
        drivers.append { [weak driver] in driver }
    }

    /// One page of the test's less; with the last one, the context is over.
    func pageLeft() {
        pages -= 1
        if pages == 0 { finish() }
    }

    /// Says what is left, each thing at the line that led to it.
    func finish() {
        guard !isOver else { return }
        isOver = true
        guard site.accounting == .exhaustively else { return }
        let leftovers = expectations.takeLeftovers() + unfinished()
        var scenes: [TestStep] = []
        for leftover in leftovers where !scenes.contains(where: { $0.number == leftover.step.number }) {
            scenes.append(leftover.step)
        }
        for step in scenes { step.report(leftovers.filter { $0.step.number == step.number }.report) }
    }

    /// What is still under way.
    private func unfinished() -> [Leftover] {
        var leftovers: [Leftover] = []
        for runningEffect in site.effectRunner.running(for: expectations.session) where !runningEffect.isSubscribed {
            let effect = SwiftText.of(runningEffect.effect)
            leftovers.append(
                Leftover(
                    step: runningEffect.step,
                    sentence: runningEffect.isWaiting
                        ? "The effect \(effect) still goes on.\nAdd resolve(\(effect), with: …) or perform(\(effect))."
                        : "The effect \(effect) still goes on: it waits for time, or for something outside of the test.\n"
                            + "Add advance(by: …), or have it end."
                )
            )
        }
        for message in expectations.session?.delayed ?? [] {
            leftovers.append(
                Leftover(
                    step: expectations.stepOfDelay(of: message) ?? site.environment.step,
                    sentence: "The message \(SwiftText.of(message)) is still to come.\n"
                        + "Add advance(by: …), or have the program cancel it."
                )
            )
        }
        return leftovers
    }
}
