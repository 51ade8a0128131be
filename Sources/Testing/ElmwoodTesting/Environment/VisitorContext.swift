import ElmwoodSessions
import ElmwoodStorage

/// The context of one visitor at a test's site, shared by all pages that they have open.
final class VisitorContext<P: Program> {
    let site: TestSite<P>
    let visitor: TestVisitor
    /// The visitor's name, if the test has several visitors.
    let name: String?
    let expectations = ExpectationLog<P>()
    /// The number of pages that the test has open.
    private var pages = 0
    /// Those pages; each returns nil after the test has released it.
    private var drivers: [() -> (any PageDriver<P>)?] = []
    private var isOver = false

    init(
        at site: TestSite<P>,
        languages: [Language] = [],
        in timeZone: DateTimeZone? = nil,
        name: String? = nil,
        cookies: BrowserCookies? = nil
    ) {
        self.site = site
        self.name = name
        visitor = TestVisitor(
            session: cookies?.session,
            token: cookies.map(\.token) ?? VisitorToken(),
            languages: languages,
            timeZone: timeZone
        )
        visitor.ticket = cookies?.ticket
        site.stays.append { [weak self] in self }
    }

    /// Returns the owner of the visitor's values, or of the shared ones.
    func owner(_ scope: StorageScope) -> StorageOwner {
        switch scope {
        case .shared: .shared
        case .visitor: .visitor(visitorID)
        }
    }

    /// The visitor, as the store identifies them.
    var visitorID: VisitorID { visitor.token.map { site.environment.storage.visitor(with: $0) } ?? VisitorID() }

    func begin(_ name: String, _ line: TestLine) -> TestStep {
        site.begin(name, line, by: self.name, of: expectations)
    }

    /// Reports everything that the test has not checked, at the line where the next step begins.
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

    /// Records that the test has released a page. With the last one, the context ends.
    func pageLeft() {
        pages -= 1
        if pages == 0 { finish() }
    }

    /// Reports everything that was not checked, each at the line that led to it.
    func finish() {
        guard !isOver else { return }
        isOver = true
        guard site.accounting == .exhaustively else { return }
        let leftovers = expectations.takeLeftovers() + unfinished()
        var scenes: [TestStep] = []
        for leftover in leftovers where !scenes.contains(where: { $0.number == leftover.step.number }) {
            scenes.append(leftover.step)
        }
        site.reporting.report(
            scenes.map { step in (leftovers.filter { $0.step.number == step.number }.report, step.line) }
        )
    }

    /// Returns the pending work.
    private func unfinished() -> [Leftover] {
        var leftovers: [Leftover] = []
        for runningEffect in site.effectRunner.running(for: expectations.session) where !runningEffect.isSubscribed {
            let effect = SwiftText.of(runningEffect.effect)
            leftovers.append(
                Leftover(
                    step: runningEffect.step,
                    sentence: runningEffect.isWaiting
                        ? "The effect \(effect) is still running.\nAdd resolve(\(effect), with: …) or perform(\(effect))."
                        : "The effect \(effect) is still running: it waits for time, or for something outside of the test.\n"
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
