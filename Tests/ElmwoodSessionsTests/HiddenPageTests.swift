import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodSessions
import ElmwoodStorage
import Testing
import ElmwoodViewTree

/// A program that notes the events of its pages, and has a clock.
private struct Porch: Program {
    struct Model: Codable, Equatable, Sendable {
        var ticks = 0
        var closed = 0
    }
    enum Message: Codable, Equatable, Sendable { case tick, closed, copy, laterCopy }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .tick: model.ticks += 1
        case .closed: model.closed += 1
        case .copy: return .copy("text")
        case .laterCopy: return .after(.seconds(1), .copy)
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        [.every(.seconds(50), .tick), .pageClosed(.closed)]
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Porch") {
            p { "\(model.ticks)" }
            button("Copy", .laterCopy)
        }
    }
}

/// A hidden page has no stream, and is open nevertheless.
@Suite struct HiddenPageTests {
    private let environment = ManualEnvironment()
    private let host: ProgramHost<Porch>

    init() {
        let registry = SessionRegistry(limits: SessionLimits(), environment: environment.forSessions)
        host = ProgramHost(Porch(), name: "porch", registry: registry)
    }

    /// A page of the porch, from its script's point of view.
    private final class PorchPage {
        let host: ProgramHost<Porch>
        let id: PageID
        var session: SessionID?
        var shown: Revision?
        var stream: LiveStream?
        var sequence: UInt64 = 0

        init(_ host: ProgramHost<Porch>, _ name: Character, session: SessionID? = nil) throws {
            self.host = host
            self.session = session
            id = try #require(PageID(utf8: String(repeating: name, count: 22).utf8))
        }

        @discardableResult
        func ask(isHidden: Bool = false, _ kind: PageAction.Kind? = nil) -> PagePatch? {
            var request = LiveRequest(
                id: id,
                shows: shown,
                page: Page(),
                visit: Visit(),
                isHidden: isHidden
            )
            if let kind {
                sequence += 1
                request.actions = [PageAction(sequence: sequence, kind: kind)]
            }
            guard case .ready(.patch(let patch, let cookie, _)) = host.live(session: session, request) else {
                return nil
            }
            if case .set(let id) = cookie { session = id }
            shown = patch.to
            return patch
        }

        func connect() {
            ask()
            stream = host.stream(session: session, of: id) {}
        }

        func hide() {
            ask(isHidden: true)
            stream?.end()
            stream = nil
        }
    }

    private func model(_ page: PorchPage) -> Porch.Model? {
        environment.work()
        return host.currentState(of: page.session)?.model
    }

    private func pass(_ seconds: Int) {
        for _ in 0..<(seconds / 10) {
            environment.advance(by: .seconds(10))
            environment.work()
        }
    }

    @Test(arguments: [true, false])
    func `A hidden page that released its stream is not closed, and its clocks continue`(endsFirst: Bool) throws {
        let page = try PorchPage(host, "a")
        page.connect()
        if endsFirst { page.stream?.end() }
        page.hide()
        pass(600)
        #expect(model(page) == Porch.Model(ticks: 12, closed: 0))
    }

    @Test
    func `A hidden page that polls from time to time is never closed, and one that does not is closed eventually`()
        throws
    {
        let page = try PorchPage(host, "a")
        page.connect()
        page.hide()
        for _ in 0..<40 {
            pass(60)
            page.ask(isHidden: true)
        }
        #expect(model(page)?.closed == 0)
        pass(880)
        #expect(model(page)?.closed == 0)
        pass(40)
        #expect(model(page)?.closed == 1)
        // No page is connected any more.
        pass(200)
        let ticks = model(page)?.ticks
        pass(600)
        #expect(model(page)?.ticks == ticks)
    }

    @Test func `A hidden page that becomes visible and then loses its stream is closed after a few seconds`() throws {
        let page = try PorchPage(host, "a")
        page.connect()
        page.hide()
        pass(60)
        page.connect()
        page.stream?.end()
        pass(20)
        #expect(model(page)?.closed == 1)
    }

    @Test func `A page that is closed while it is hidden reports it, whatever the program sends it`() throws {
        let page = try PorchPage(host, "a")
        #expect(page.ask()?.watched == "closed")
        // The session of a visitor who has not acted would end with the page.
        environment.work()
        page.ask(.message("laterCopy"))
        page.hide()
        page.ask(isHidden: true, .page("closed"))
        #expect(model(page)?.closed == 1)
        pass(1_000)
        #expect(model(page)?.closed == 1)
    }

    @Test func `A text to copy waits until the page is visible`() throws {
        let page = try PorchPage(host, "a")
        page.connect()
        environment.work()
        #expect(try #require(page.ask(.message("laterCopy"))).refusals.isEmpty)
        page.hide()
        pass(10)
        #expect(try #require(page.ask(isHidden: true)).commands.isEmpty)
        let commands = try #require(page.ask()).commands
        #expect(commands == [PageCommand.copy("text")])
    }
}
