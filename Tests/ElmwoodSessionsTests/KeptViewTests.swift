import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodViewTree
import Synchronization
import Testing

/// Views that are kept for the requests that soon follow.
@Suite struct KeptViewTests {
    /// Counts how often its view is called.
    private struct Tally: Program {
        struct Model: Codable, Equatable, Sendable {
            var count = 0
        }

        enum Message: Codable, Equatable, Sendable {
            case increment
            case grow
        }

        final class Calls: Sendable {
            private let count = Atomic<Int>(0)
            func add() { count.add(1, ordering: .relaxed) }
            /// Returns the number of calls since it was last asked for.
            func take() -> Int { count.exchange(0, ordering: .relaxed) }
        }

        let calls = Calls()

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            model.count += message == .grow ? 100_000 : 1
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            calls.add()
            return Document("Tally") {
                button("Increment", .increment)
                button("Grow", .grow)
                output { "\(model.count) at \(page.path)" }
                // A page of its own size once it has grown.
                p { String(repeating: "x", count: model.count) }
            }
        }
    }

    private let environment = ManualEnvironment()
    private let registry: SessionRegistry
    private let host: ProgramHost<Tally>

    init() {
        registry = SessionRegistry(limits: .scripted, environment: environment.forSessions)
        host = ProgramHost(Tally(), name: "tally", registry: registry)
    }

    private var calls: Tally.Calls { host.program.calls }

    /// Posts the page's form as a browser does, and returns the session's id.
    @discardableResult
    private func post(_ session: SessionID?, _ message: String = "increment") throws -> SessionID {
        let form = FormData([.init(name: "message", value: .text(message))])
        let answer = host.post(form, on: Page(), session: session, visitor: .none, visit: Visit())
        guard case .ready(.shown(let snapshot)) = answer else { throw PostFailure() }
        return try #require(snapshot.cookie.newID ?? session)
    }

    private struct PostFailure: Error {}

    /// Requests the page, and returns the view for the answer if none has to be rendered.
    private func view(_ session: SessionID, on page: Page = Page()) throws -> RenderedPage? {
        guard case .ready(.shown(let snapshot)) = host.show(session: session, visit: Visit()) else {
            throw PostFailure()
        }
        return snapshot.session.view(on: page)
    }

    private func html(_ view: RenderedPage?) -> String { String(decoding: view?.rendering.html() ?? [], as: UTF8.self) }

    @Test func `The page after a post, and the check of the next post, use the view that verified the post`() throws {
        let session = try post(nil)
        // The check of a newcomer's post, and its result.
        #expect(calls.take() == 2)
        #expect(html(try view(session)).contains("1 at /"))
        try post(session)
        #expect(calls.take() == 1)
        #expect(html(try view(session)).contains("2 at /"))
        #expect(html(try view(session)).contains("2 at /"))
        #expect(calls.take() == 0)
    }

    @Test func `A visitor is shown the view of their own session`() throws {
        let (first, second) = (try post(nil), try post(nil))
        try post(second)
        #expect(html(try view(first)).contains("1 at /"))
        #expect(html(try view(second)).contains("2 at /"))
    }

    @Test func `The view of another address, or of a page with problems, is another one`() throws {
        let session = try post(nil)
        #expect(try view(session, on: Page(path: "/other")) == nil)
        #expect(try view(session, on: Page(query: ["a": "b"])) == nil)
        #expect(try view(session, on: Page(problems: [Problem(field: "a", sentence: "No.")])) == nil)
        #expect(try view(session, on: Page(notices: ["Saved."])) == nil)
        #expect(try view(session) != nil)
    }

    @Test func `A turn without a page leaves no view of the former model`() throws {
        let session = try post(nil)
        let answer = host.post(session: session, visit: Visit()) { _ in
            Decision<Tally.Message, Never>.apply([.increment])
        }
        guard case .ready(.shown(let snapshot)) = answer else { throw PostFailure() }
        #expect(snapshot.model.count == 2)
        #expect(try view(session) == nil)
    }

    @Test func `A view that was rendered for an answer is used for the next one, unless the model has changed since`()
        throws
    {
        let session = try post(nil)
        let answer = host.post(session: session, visit: Visit()) { _ in
            Decision<Tally.Message, Never>.apply([.increment])
        }
        guard case .ready(.shown(let snapshot)) = answer else { throw PostFailure() }
        let rendered = RenderedPage(try host.render(snapshot.model, on: Page()), on: Page())
        host.sessions.keep(rendered, of: snapshot.session)
        #expect(html(try view(session)).contains("2 at /"))
        try post(session)
        host.sessions.keep(rendered, of: snapshot.session)
        #expect(html(try view(session)).contains("3 at /"))
    }

    @Test func `A view that no request has used for some seconds is dropped, and one in use is kept`() throws {
        let (used, unused) = (try post(nil), try post(nil))
        for _ in 0..<5 {
            environment.advance(by: .seconds(4))
            #expect(try view(used) != nil)
        }
        #expect(try view(unused) == nil)
        environment.advance(by: .seconds(10))
        #expect(try view(used) == nil)
        #expect(environment.waiting(after: .seconds(5)) == 0)
        // The next post renders both views again.
        _ = calls.take()
        try post(used)
        #expect(calls.take() == 2)
        #expect(try view(used) != nil)
    }

    @Test func `Of many sessions only the latest have a view`() throws {
        let sessions = try (0..<300).map { _ in try post(nil) }
        #expect(try sessions.count { try view($0) != nil } == 128)
        #expect(try view(sessions[171]) == nil)
        #expect(try view(sessions[172]) != nil)
        environment.advance(by: .seconds(20))
        #expect(try sessions.count { try view($0) != nil } == 0)
    }

    @Test func `A large view is not kept`() throws {
        let session = try post(nil, "grow")
        #expect(try view(session) == nil)
        try post(session)
        #expect(try view(session) == nil)
    }

    @Test func `With a history no view is kept, since an earlier moment may be shown`() throws {
        let recorded = ProgramHost(Tally(), name: "recorded", registry: registry, keepsStreams: true)
        let form = FormData([.init(name: "message", value: .text("increment"))])
        guard
            case .ready(.shown(let snapshot)) = recorded.post(
                form,
                on: Page(),
                session: nil,
                visitor: .none,
                visit: Visit()
            )
        else { throw PostFailure() }
        let id = try #require(snapshot.cookie.newID)
        guard case .ready(.shown(let shown)) = recorded.show(session: id, visit: Visit()) else { throw PostFailure() }
        #expect(shown.session.view(on: Page()) == nil)
    }
}
