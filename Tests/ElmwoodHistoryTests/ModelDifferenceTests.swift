import ElmwoodHistory
import Testing

/// The changes from one value to another.
@Suite struct ModelDifferenceTests {
    private struct Item: Codable, Equatable, Sendable {
        var id: Int
        var title: String
        var isDone = false
    }

    private enum Filter: Codable, Equatable, Sendable {
        case all, active
        case containing(text: String, isStrict: Bool)
        case only(Item)
    }

    private struct Model: Codable, Equatable, Sendable {
        var count = 0
        var items: [Item] = []
        var names: [String] = []
        var filter = Filter.all
        var draft: String?
        var scores: [String: Int] = [:]
        var tags: Set<String> = []
    }

    private func lines(_ model: Model = Model(), _ change: (inout Model) -> Void) -> [String] {
        var after = model
        change(&after)
        return ModelDifference(from: model, to: after).lines()
    }

    private let three = Model(items: [.init(id: 1, title: "a"), .init(id: 2, title: "b"), .init(id: 3, title: "c")])

    @Test func `A changed property is described by its former and its new value`() {
        #expect(lines { $0.count = 2 } == ["count: 0 → 2"])
        #expect(lines { $0.draft = "a \"b\"\n" } == [#"draft: nil → "a \"b\"\n""#])
        #expect(lines { _ in } == [])
    }

    @Test func `A part of an array's element is named by its path`() {
        #expect(lines(three) { $0.items[1].isDone = true } == ["items[1].isDone: false → true"])
        var after = three
        after.items[1].isDone = true
        let difference = ModelDifference(from: after, to: three)
        #expect(difference.expectationLines() == ["items[1].isDone: expected true, is false"])
    }

    @Test func `Elements with ids are matched at any position`() {
        #expect(lines(three) { $0.items.removeFirst() } == [#"items[0]: removed (id: 1, title: "a", isDone: false)"#])
        let changed = lines(three) {
            $0.items.insert(Item(id: 4, title: "d"), at: 0)
            $0.items[2].title = "B"
        }
        #expect(changed == [#"items[0]: added (id: 4, title: "d", isDone: false)"#, #"items[2].title: "b" → "B""#])
    }

    @Test func `Elements without ids are matched by equality`() {
        let model = Model(names: ["a", "b", "c", "d"])
        #expect(lines(model) { $0.names.remove(at: 1) } == [#"names[1]: removed "b""#])
        #expect(lines(model) { $0.names[2] = "C" } == [#"names[2]: "c" → "C""#])
        #expect(lines(model) { $0.names.append("e") } == [#"names[4]: added "e""#])
        #expect(
            lines(model) { $0.names = ["x", "a", "c", "d", "y"] }
                == [#"names[0]: added "x""#, #"names[1]: removed "b""#, #"names[4]: added "y""#]
        )
    }

    @Test func `The payloads of the same case are compared, and another case is another value`() {
        #expect(lines { $0.filter = .active } == ["filter: all → active"])
        let model = Model(filter: .containing(text: "a", isStrict: true))
        #expect(
            lines(model) { $0.filter = .containing(text: "b", isStrict: true) }
                == [#"filter.containing.text: "a" → "b""#]
        )
        #expect(
            lines(Model(filter: .only(Item(id: 1, title: "a")))) { $0.filter = .only(Item(id: 1, title: "b")) }
                == [#"filter.only.title: "a" → "b""#]
        )
    }

    @Test func `Entries of a dictionary and elements of a set are sorted`() {
        let model = Model(scores: ["b": 1, "a": 2], tags: ["x", "y"])
        #expect(
            lines(model) { $0.scores = ["c": 3, "b": 4] }
                == [#"scores["a"]: removed 2"#, #"scores["b"]: 1 → 4"#, #"scores["c"]: added 3"#]
        )
        #expect(lines(model) { $0.tags = ["y", "z", "x"] } == [#"tags[2]: added "z""#])
    }

    @Test func `Unexpected values and missing ones are reported`() {
        var after = three
        after.items.removeLast()
        #expect(
            ModelDifference(from: three, to: after).expectationLines()
                == [#"items[2]: expected (id: 3, title: "c", isDone: false), is not there"#]
        )
        #expect(
            ModelDifference(from: after, to: three).expectationLines()
                == [#"items[2]: expected nothing, is (id: 3, title: "c", isDone: false)"#]
        )
    }

    @Test func `If the value has no properties the change is that of the model`() {
        #expect(ModelDifference(from: 3, to: 4).expectationLines() == ["model: expected 3, is 4"])
    }

    @Test func `The number of changes and the length of values are limited`() {
        let difference = ModelDifference(from: Array(0..<100), to: Array(100..<200))
        #expect(difference.changes.count == 100)
        #expect(difference.lines(limit: 3) == ["[0]: 0 → 100", "[1]: 1 → 101", "and 98 more changes"])
        let long = String(repeating: "a", count: 1_000)
        let line = ModelDifference(from: long + "b", to: long + "c").lines()[0]
        #expect(line.hasSuffix(#"aab" → …aaaaaaaaaaaaaaaaaaaac""#), "\(line)")
    }

    @Test func `Deeply nested values are compared too`() {
        indirect enum Deep: Codable, Equatable, Sendable {
            case end(Int)
            case one(Deep)
        }
        func deep(_ value: Int) -> Deep { (0..<60).reduce(.end(value)) { inner, _ in .one(inner) } }
        let changes = ModelDifference(from: deep(1), to: deep(2)).changes
        #expect(changes.count == 1 && changes[0].before == "1" && changes[0].after == "2")
    }
}
