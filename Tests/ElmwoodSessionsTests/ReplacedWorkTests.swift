import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// Delayed messages that a later message replaces or cancels, within a request of several turns.
@Suite(.timeLimit(.minutes(2))) struct ReplacedWorkTests {
    /// A search that begins when its visitor has not typed for a second.
    private struct Search: Program {
        struct Model: Codable, Equatable, Sendable {
            var found: [String] = []
            var arrivals = 0
        }

        enum Message: Codable, Equatable, Sendable { case typed(String), find(String), leave, arrived(Arrival) }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .typed(let text): return .after(.seconds(1), .find(text), id: "search")
            case .find(let text): model.found.append(text)
            case .leave: return .batch([.cancel("search"), .navigate(to: "/elsewhere")])
            case .arrived: model.arrivals += 1
            }
            return .none
        }

        func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Search") {
                for letter in ["a", "b", "c"] { button("\(letter)", .typed(letter)) }
                button("Leave", .leave)
            }
        }
    }

    private let fixture = StoredFixture(nil, program: Search())

    private func found(_ id: SessionID) -> [String]? { fixture.host.currentState(of: id)?.model.found }

    @Test func `What the first of two actions of a request replaces does not happen`() async throws {
        let id = try #require(await fixture.enter(.find("")))
        let page = try OpenPage(fixture.host, session: id)
        _ = try #require(await page.send(.message(#"typed("a")"#)).settled().patch)
        _ = try #require(await page.send(.message(#"typed("b")"#), .message(#"typed("c")"#)).settled().patch)
        fixture.environment.advance(by: .seconds(2))
        await eventually("it is found") { found(id)?.last == "c" }
        #expect(found(id) == ["", "c"])
    }

    @Test func `What a turn cancels that is followed by an arrival does not happen`() async throws {
        let id = try #require(await fixture.enter(.typed("a")))
        var visit = Visit(path: "/")
        visit.answer = .page
        let answer: Eventual<Reply<Search, String>> = fixture.host.post(session: id, visit: visit) { _ in
            .apply([.leave])
        }
        #expect(await answer.settled().snapshot?.model.arrivals ?? 0 > 0)
        fixture.environment.advance(by: .seconds(3))
        await fixture.work.done()
        #expect(found(id) == [])
    }
}
