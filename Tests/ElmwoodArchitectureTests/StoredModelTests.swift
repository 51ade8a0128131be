import ElmwoodArchitecture
import Testing
import ElmwoodViewTree

/// A program whose model has new properties, which earlier stored models lack.
private struct Grown: Program {
    struct Address: Codable, Equatable, Sendable {
        var city = "Paris"
        var zip = "75001"
    }

    enum Stage: Codable, Equatable, Sendable {
        case draft(title: String, length: Int)
        case sent(to: String, copies: Int)
    }

    struct Line: Codable, Equatable, Sendable {
        var text = ""
        var amount = 1
    }

    struct Model: Codable, Equatable, Sendable {
        var name = "nobody"
        var count = 7
        var total: UInt64 = 0
        var address = Address()
        var stage = Stage.draft(title: "untitled", length: 3)
        var lines: [Line] = []
        var prices: [String: Int] = ["tea": 2]
        var entries: [String: Line] = [:]
        var remark: String?
        var tags: Set<String> = ["new"]
    }

    enum Message: Codable, Equatable, Sendable { case none }

    /// The result of `migrate`, for any stored model.
    var migrated: Model?

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }
    func update(_ model: inout Model, on message: Message) -> Command<Self> { .none }
    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Grown") { text("grown") } }
    func migrate(from stored: StoredModel) throws -> Model? { migrated }
}

/// Stored models of earlier versions.
@Suite struct StoredModelTests {
    private struct NotStarted: Error {}

    /// Returns the JSON of a model with changes.
    private func stored(_ model: Grown.Model = Grown.Model(), _ change: (inout JSONValue) throws -> Void) throws
        -> StoredModel
    {
        var value = try JSONValue(encoding: model)
        try change(&value)
        return StoredModel(json: Array(value.description.utf8))
    }

    private func read(_ stored: StoredModel, by program: Grown = Grown()) throws -> Grown.Model {
        try program.read(stored) { program.start(Visit()).model }
    }

    @Test func `All missing properties are completed from the start's model, and nothing else changes`() throws {
        let model = try read(StoredModel(json: Array(#"{"name":"Ada","lines":[{"text":"a","amount":4}]}"#.utf8)))
        #expect(model == Grown.Model(name: "Ada", lines: [.init(text: "a", amount: 4)]))
        #expect(try read(StoredModel(json: Array("{}".utf8))) == Grown.Model())
    }

    @Test func `A property of a nested value is completed, and the other properties are retained`() throws {
        let stored = try stored { $0["address"] = ["city": "Rome"] }
        #expect(try read(stored).address == .init(city: "Rome", zip: "75001"))
    }

    @Test func `A nested value with custom decoding is completed too`() throws {
        struct Flat: Codable, Equatable, Sendable {
            enum Key: CodingKey { case box, width, height }
            var width = 1
            var height = 2

            init() {}

            init(from decoder: any Decoder) throws {
                let box = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .box)
                width = try box.decode(Int.self, forKey: .width)
                height = try box.decode(Int.self, forKey: .height)
            }

            func encode(to encoder: any Encoder) throws {
                var members = encoder.container(keyedBy: Key.self)
                var box = members.nestedContainer(keyedBy: Key.self, forKey: .box)
                try box.encode(width, forKey: .width)
                try box.encode(height, forKey: .height)
            }
        }
        for (json, width) in [("{}", 1), (#"{"box":{"width":5}}"#, 5)] {
            let flat = try StoredModel(json: Array(json.utf8)).decode(Flat.self, completedFrom: Flat())
            #expect(flat.width == width && flat.height == 2)
        }
    }

    @Test func `Numbers stay exact if another property is completed`() throws {
        let stored = try stored(Grown.Model(total: .max)) { $0["count"] = nil }
        #expect(try read(stored) == Grown.Model(total: .max))
    }

    @Test func `Optional properties and dictionary entries do not count as missing`() throws {
        let stored = try stored(Grown.Model(remark: "stays")) {
            $0["count"] = nil
            $0["prices"] = [:]
        }
        #expect(try read(stored) == Grown.Model(prices: [:], remark: "stays"))
        let without = try self.stored { $0["name"] = nil }
        #expect(try read(without).remark == nil)
    }

    @Test
    func `Values of a case are completed if the start's model has that case, and otherwise left to the migration`()
        throws
    {
        let same = try stored { $0["stage"] = ["draft": ["title": "Hello"]] }
        #expect(try read(same).stage == .draft(title: "Hello", length: 3))
        let other = try stored { $0["stage"] = ["sent": ["to": "Ada"]] }
        #expect(throws: UnreadableModel.self) { try read(other) }
        let migrated = Grown.Model(name: "migrated")
        #expect(try read(other, by: Grown(migrated: migrated)) == migrated)
    }

    @Test(arguments: [
        #"{"lines":[{"text":"a"}]}"#, #"{"entries":{"a":{"text":"a"}}}"#, #"{"count":"seven"}"#, #"{"count":null}"#,
        #"{"title":"Ada"}"#, #"{"address":{"town":"Rome"}}"#, #"{"address":{"city":"Rome","town":"Rome"}}"#,
        #"{"lines":[{"text":"a","amount":1,"isDone":true}]}"#, "[]", "{", "",
    ])
    func `Array elements, other types and renamed keys are left to the program's migration`(json: String) throws {
        let stored = StoredModel(json: Array(json.utf8))
        #expect(throws: UnreadableModel.self) { try read(stored) }
        let migrated = Grown.Model(name: "migrated")
        #expect(try read(stored, by: Grown(migrated: migrated)) == migrated)
    }

    @Test func `Properties that no longer exist can be dropped`() throws {
        let stored = StoredModel(json: Array(#"{"title":"Ada","count":3}"#.utf8))
        #expect(try stored.decode(Grown.Model.self, completedFrom: Grown.Model()) == Grown.Model(count: 3))
    }

    @Test func `Without a start the program migrates, and the start runs only if a property is missing`() throws {
        let migrated = Grown.Model(name: "migrated")
        let program = Grown(migrated: migrated)
        let complete = try stored(Grown.Model(count: 5)) { _ in }
        let incomplete = try stored { $0["count"] = nil }
        #expect(try program.read(complete) { throw NotStarted() }.count == 5)
        #expect(try program.read(incomplete) { throw NotStarted() } == migrated)
        do {
            _ = try Grown().read(incomplete) { throw NotStarted() }
            Issue.record("It was read.")
        } catch {
            guard case DecodingError.keyNotFound(let key, _) = error.reason else {
                Issue.record("It says \(error.reason).")
                return
            }
            #expect(key.stringValue == "count")
        }
    }

    @Test func `The number of missing properties is limited`() throws {
        /// A model that requires one property after the other.
        struct Endless: Codable, Equatable, Sendable {
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }

            static let keys = (0..<1_000).map { Key(stringValue: "k\($0)") }

            init() {}

            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: Key.self)
                for key in Self.keys { _ = try members.decode(Int.self, forKey: key) }
            }

            func encode(to encoder: any Encoder) throws {
                var members = encoder.container(keyedBy: Key.self)
                for key in Self.keys { try members.encode(1, forKey: key) }
            }
        }
        #expect(throws: DecodingError.self) {
            try StoredModel(json: Array("{}".utf8)).decode(Endless.self, completedFrom: Endless())
        }
    }
}
