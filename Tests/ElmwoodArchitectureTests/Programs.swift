import ElmwoodArchitecture
import ElmwoodViewTree

/// A program whose messages determine the commands of its update.
struct Script: Program {
    struct Model: Codable, Equatable, Sendable { var seen: [String] = [] }

    indirect enum Message: Codable, Equatable, Sendable {
        case note(String)
        case send([Message])
        case again
        case random(Int)
        case roll
        case fetch(String)
        case fail
        case both(Message, Message)
    }

    enum Effect: Codable, Equatable, Sendable { case fetch(String) }

    struct Failure: Error, Equatable {}

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .note(let text):
            model.seen.append(text)
            return .none
        case .send(let messages):
            model.seen.append("send")
            return .batch(messages.map { .send($0) })
        case .again:
            return .send(.again)
        case .random(let number):
            model.seen.append("random \(number)")
            return .none
        case .roll:
            return .batch(.send(.note("before")), .random(in: 1...6, Message.random), .send(.note("after")))
        case .fetch(let name):
            model.seen.append("fetch \(name)")
            return .effect(.fetch(name), id: name)
        case .fail:
            model.seen.append("half done")
            throw Failure()
        case .both(let first, let second):
            return .batch(.send(first), .send(second))
        }
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Script") { text(model.seen.joined(separator: " ")) }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {}
}

/// A program without effects.
struct Child: Program {
    struct Model: Codable, Equatable, Sendable {}
    enum Message: Codable, Equatable, Sendable { case tick, set(Int) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }
    func update(_ model: inout Model, on message: Message) -> Command<Self> { .none }
    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Child") { text("child") } }
}

/// A program that contains both.
struct Parent: Program {
    struct Model: Codable, Equatable, Sendable {}
    enum Message: Codable, Equatable, Sendable { case script(Script.Message), child(Child.Message) }
    enum Effect: Codable, Equatable, Sendable { case script(Script.Effect) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }
    func update(_ model: inout Model, on message: Message) -> Command<Self> { .none }
    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Parent") { text("parent") } }
    func perform(_ effect: Effect, send: Send<Message>) async throws {}
}
