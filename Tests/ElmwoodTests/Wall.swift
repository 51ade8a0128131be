import Elmwood

/// A wall on which visitors write, which all of them read.
struct Wall: SharedProgram {
    struct Model: Codable, Equatable, Sendable {
        var words: [String] = []
        /// Known to the program alone: no view shows it.
        var authors: [String] = []
    }

    enum Message: Codable, Equatable, Sendable { case write(String), underline, underlined }
    enum Effect: Codable, Equatable, Sendable { case underline }

    func start(_ key: String) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message, from sender: Sender) throws -> Command<Self> {
        switch message {
        case .write(let word):
            if word == "rude" { throw Problem("Not on this wall.") }
            model.words.append(word)
            model.authors.append(sender.id)
        case .underline: return .effect(.underline)
        case .underlined: model.words.append("___")
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws { send(.underlined) }
}

/// The page of a wall.
struct Passer: Program {
    struct Model: Codable, Equatable, Sendable { var outcomes: [SendOutcome] = [] }
    enum Message: Codable, Equatable, Sendable { case write(String), ask(String), underline, told(SendOutcome) }

    var key = "north"

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .write(let word): return .send(.write(word), to: Wall.self, key)
        case .ask(let word): return .send(.write(word), to: Wall.self, key, answered: Message.told)
        case .underline: return .send(.underline, to: Wall.self, key)
        case .told(let outcome):
            model.outcomes.append(outcome)
            return .none
        }
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let wall = try page.read(Wall.self, key, as: "Passer")
        return Document("Wall") {
            output { wall.words.joined(separator: " ") }
            for word in ["one", "two", "rude"] {
                button(word, .write(word))
                button("Ask \(word)", .ask(word))
            }
            button("Underline", .underline)
        }
    }
}
