import ElmwoodArchitecture
import ElmwoodViewTree

/// A program that notes texts, and counts.
struct Ledger: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var notes: [String] = []
    }

    enum Message: Codable, Equatable, Sendable {
        case add(Int)
        case note(String)
        /// Counts one, and ignores the text.
        case forget(String)
        case sign(name: String, password: String)
        case fail
    }

    struct Failure: Error, CustomStringConvertible { var description: String { "no room" } }

    /// How much `add` adds too much, to simulate a changed program.
    var surplus = 0
    /// Whether notes are refused, to simulate another changed program.
    var isFull = false

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .add(let number):
            model.count += number + surplus
        case .note(let text):
            if isFull { throw Failure() }
            model.notes.append(text)
        case .forget:
            model.count += 1
        case .sign(let name, _):
            model.notes.append("signed by \(name)")
        case .fail:
            throw Failure()
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Ledger") { "\(model.count)" } }
}

/// A later version of the program, with other messages and more required properties in the model.
struct LaterLedger: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var notes: [String] = []
        var owner: String?
    }

    enum Message: Codable, Equatable, Sendable {
        case add(Int)
        case write(String)
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add(let number): model.count += number
        case .write(let text): model.notes.append(text)
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Ledger") { "\(model.count)" } }
}

/// The program with a new property in its model.
struct GrownLedger: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var notes: [String] = []
        var limit = 100
    }

    enum Message: Codable, Equatable, Sendable {
        case add(Int)
        case note(String)
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add(let number): model.count += number
        case .note(let text): model.notes.append(text)
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Ledger") { "\(model.count)" } }
}

/// The program with a model that is migrated from the former one.
struct RenamedLedger: Program {
    struct Model: Codable, Equatable, Sendable {
        var sum = 0
        var notes: [String] = []
    }

    enum Message: Codable, Equatable, Sendable {
        case add(Int)
        case note(String)
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add(let number): model.sum += number
        case .note(let text): model.notes.append(text)
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Ledger") { "\(model.sum)" } }

    func migrate(from stored: StoredModel) throws -> Model? {
        var model = try stored.value
        model.rename("count", to: "sum")
        return try model.decode(Model.self)
    }
}

extension Ledger {
    static func command(saving value: some Codable & Sendable) -> Command<Ledger> { .save([value], as: "lines") }
    static func command(telling value: some Codable & Sendable) -> Command<Ledger> { .broadcast("lines", value) }
    static let sending = Command<Ledger>.send(.sign(name: "Ada", password: "x"))
    static let nothing = Command<Ledger>.none
}
