import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions

/// A program that hears what others tell.
private struct Ear: Program {
    struct Model: Codable, Equatable, Sendable { var heard: [String] = [] }
    enum Message: Codable, Equatable, Sendable { case tell(String), heard(String) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .tell(let text): return .broadcast("ears", text)
        case .heard(let text): model.heard.append(text)
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.topic("ears", Message.heard)] }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Ear") { p { "\(model.heard)" } } }
}

/// What is broadcast while one process takes over from another, with sessions in a SQLite file.
@Suite(.timeLimit(.minutes(2)))
struct TakeOverTopicTests {
    private let file = TemporaryFile()

    private func process() throws -> StoredFixture<Ear> {
        StoredFixture(try SQLiteSessionStore(path: file.path), program: Ear())
    }

    @Test func `A broadcast of one process reaches the sessions of the other, once and in order`() async throws {
        let (former, next) = (try process(), try process())
        let anna = await former.enter(.tell("a"))
        let bob = await next.enter(.tell("b"))
        await eventually("both processes know of each other") {
            _ = await next.post(bob, .tell("ready"))
            return await former.show(anna)?.model.heard.contains("ready") ?? false
        }
        for text in ["1", "2", "3"] { _ = await next.post(bob, .tell(text)) }
        await eventually("Anna has heard Bob") { await former.show(anna)?.model.heard.suffix(3) == ["1", "2", "3"] }
        _ = await former.post(anna, .tell("4"))
        await eventually("Bob has heard Anna") { await next.show(bob)?.model.heard.last == "4" }
        #expect(await next.show(bob)?.model.heard.filter { $0 == "4" }.count == 1)
    }

    @Test func `A process alone writes nothing for others`() async throws {
        let store = try SQLiteSessionStore(path: file.path)
        #expect(try await store.commit([.tell("a", [1])]) == [false])
        store.hear { _, _ in }
        #expect(try await store.commit([.tell("a", [1])]) == [false])
        let other = try SQLiteSessionStore(path: file.path)
        other.hear { _, _ in }
        #expect(try await store.commit([.tell("a", [1])]) == [true])
        await other.leave()
        #expect(try await store.commit([.tell("a", [1])]) == [false])
    }
}
