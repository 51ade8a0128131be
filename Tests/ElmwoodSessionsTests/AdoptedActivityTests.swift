import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// What a node that has a session open takes of another one's turns, beside the model.
@Suite(.timeLimit(.minutes(2))) struct AdoptedActivityTests {
    private struct Teller: Program {
        struct Model: Codable, Equatable, Sendable { var count = 0 }
        enum Message: Codable, Equatable, Sendable { case add, tell(String) }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            model.count += 1
            if case .tell(let text) = message { return .notice(text) }
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Teller") {
                text("\(model.count)")
                button("Add", .add)
            }
        }
    }

    private let nodes = MemoryNodes()
    private let first: StoredFixture<Teller>
    private let second: StoredFixture<Teller>

    init() {
        first = StoredFixture(nodes.node(1), program: Teller())
        second = StoredFixture(nodes.node(2), program: Teller())
    }

    private func visit(_ answer: Visit.Answer) -> Visit {
        var visit = Visit(path: "/")
        visit.answer = answer
        return visit
    }

    private func tell(_ id: SessionID) async -> Reply<Teller, String> {
        let told: Eventual<Reply<Teller, String>> = first.host.post(session: id, visit: visit(.redirect)) { _ in
            .apply([.tell("Saved.")])
        }
        return await told.settled()
    }

    private func adopts(_ count: Int, of id: SessionID) async {
        await eventually("the other node has it") { second.host.currentState(of: id)?.model.count == count }
        await nodes.work.done()
    }

    @Test func `What is told at one node is shown once, by whichever node the visitor asks next`() async throws {
        let id = try #require(await first.enter(.add))
        let page = try OpenPage(second.host, session: id)
        _ = try #require(await page.send().settled().patch)
        try page.openStream()
        _ = await tell(id)
        await adopts(2, of: id)
        let shown = await second.host.show(session: id, visit: visit(.load)).settled().snapshot
        #expect(shown?.flash == Flash(notices: ["Saved."]))

        _ = await tell(id)
        await adopts(3, of: id)
        let shownThere = await first.host.show(session: id, visit: visit(.load)).settled().snapshot
        #expect(shownThere?.flash == Flash(notices: ["Saved."]))
        await nodes.work.done()
        await eventually("the other node knows that it was shown") {
            first.host.currentState(of: id)?.version == second.host.currentState(of: id)?.version
        }
        let again = await second.host.show(session: id, visit: visit(.load)).settled().snapshot
        #expect(again?.flash == Flash())
    }

    @Test func `A page that has closed at another node is forgotten after a while`() async throws {
        let id = try #require(await first.enter(.add))
        let stays = try OpenPage(second.host, "s", session: id)
        _ = try #require(await stays.send().settled().patch)
        try stays.openStream()
        let closes = try OpenPage(first.host, "c", session: id)
        _ = try #require(await closes.send(.message("add")).settled().patch)
        _ = await closes.close().settled()
        _ = await first.post(id, .add)
        await adopts(3, of: id)
        let session = try #require(second.host.sessions.peek(id))
        let remembered = { session.state.withLock { $0.parts?.pages.remembered.count ?? 0 } }
        #expect(remembered() == 1)
        await nodes.pass(.seconds(120), at: [first.environment, second.environment])
        #expect(remembered() == 0)
    }
}
