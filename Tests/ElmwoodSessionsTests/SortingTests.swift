import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodSessionTesting
import ElmwoodSessions
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

/// Moves of rows, as a script sends them: their keys are those of the view.
@Suite struct SortingTests {
    private struct Lists: Program {
        struct Model: Codable, Equatable, Sendable {
            var open = [1, 2, 3]
            var done = [4]
            var moves = 0
        }
        enum Message: Codable, Equatable, Sendable { case move(Move<Int>) }

        /// Whether the list “open” is in the view twice, and “gone” is not in it.
        var isWrong = false

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            guard case .move(let move) = message else { return .none }
            model.moves += 1
            model.open.removeAll { $0 == move.key }
            model.done.removeAll { $0 == move.key }
            var rows = move.to == "open" ? model.open : model.done
            rows.insert(move.key, at: move.before.flatMap(rows.firstIndex) ?? rows.endIndex)
            if move.to == "open" { model.open = rows } else { model.done = rows }
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            let sorting = Sorting(
                "lists",
                [
                    SortableList("open", "Open", model.open), SortableList("done", "Done", model.done),
                    SortableList("gone", "Gone", []),
                ],
                onMove: Message.move
            )
            return Document("Lists") {
                output { "\(model.moves): \(model.open) \(model.done)" }
                sorting.list("open") { for id in model.open { li(.key(id)) { sorting.handle(id, "Row \(id)") } } }
                if isWrong { sorting.list("open") {} }
                sorting.list("done") { for id in model.done { li(.key(id)) { sorting.handle(id, "Row \(id)") } } }
            }
        }
    }

    private let environment = ManualEnvironment()

    private func page(isWrong: Bool = false) throws -> OpenPage {
        let registry = SessionRegistry(limits: .scripted, environment: environment.forSessions)
        let host = ProgramHost(Lists(isWrong: isWrong), name: "lists", registry: registry)
        return try OpenPage(host, "a", showing: Lists.Model())
    }

    /// Sends the move to a list, and returns the statuses of refusals.
    private func send(_ list: String, _ fields: [(String, String)], on page: OpenPage) throws -> [Int] {
        var request = page.request([.event("lists:\(list)")])
        request.actions[0].fields = fields.map { FormData.Entry(name: $0.0, value: .text($0.1)) }
        return try #require(page.send(request).reply?.patch).refusals.map(\.status)
    }

    @Test func `A row is moved before another one, to the end, and to another list`() throws {
        let page = try page()
        #expect(try send("open", [("key", "3"), ("before", "1")], on: page) == [])
        #expect(try send("open", [("key", "1")], on: page) == [])
        #expect(try send("done", [("key", "2"), ("before", "4")], on: page) == [])
        let request = page.request([.event("lists:done")])
        var last = request
        last.actions[0].fields = [FormData.Entry(name: "key", value: .text("3"))]
        let patch = try #require(page.send(last).reply?.patch)
        #expect(String(decoding: patch.content, as: UTF8.self).contains("4: [1] [2, 4, 3]"))
    }

    @Test(arguments: [
        ("open", ["key": "9"]), ("open", ["key": "1", "before": "4"]), ("open", ["key": "1", "before": "1"]),
        ("open", ["key": "1", "before": ""]), ("open", ["before": "1"]), ("open", [:]), ("open", ["key": "01"]),
        ("done", ["key": "1", "before": "2"]), ("done", ["key": "1", "to": "open"]), ("done", ["key": "1\u{0}"]),
    ])
    func `Only rows of the view are accepted`(list: String, fields: [String: String]) throws {
        #expect(try send(list, fields.map { ($0.key, $0.value) }, on: page()) == [422])
    }

    @Test func `Only lists of the view are accepted, and those that it has once`() throws {
        #expect(try send("gone", [("key", "1")], on: page()) == [409])
        #expect(try send("", [("key", "1")], on: page()) == [409])
        #expect(try send("open", [("key", "1")], on: page(isWrong: true)) == [409])
        #expect(try send("done", [("key", "1")], on: page(isWrong: true)) == [])
    }

    @Test func `Random moves never trap, and each row stays in one list`() throws {
        var random = SeededGenerator(seed: 43)
        let page = try page()
        let texts = ["1", "2", "3", "4", "5", "", "-1", "1e0", "e\u{301}", String(repeating: "1", count: 2_000)]
        for _ in 0..<fuzzRounds(1_200) {
            let names = ["key", "before", "key", "to"].shuffled(using: &random).prefix(
                Int.random(in: 0...3, using: &random)
            )
            let fields = names.map { ($0, texts.randomElement(using: &random) ?? "") }
            let list = ["open", "done", "gone"].randomElement(using: &random) ?? ""
            let statuses = try send(list, fields, on: page)
            #expect([[], [422], [409]].contains(statuses))
        }
        for key in 1...4 { #expect(try send("done", [("key", "\(key)")], on: page) == []) }
        var last = page.request([.event("lists:done")])
        last.actions[0].fields = [FormData.Entry(name: "key", value: .text("1"))]
        let patch = try #require(page.send(last).reply?.patch)
        #expect(String(decoding: patch.content, as: UTF8.self).contains(": [] [2, 3, 4, 1]"))
    }
}
