import ElmwoodTesting
import FoundationEssentials
import History
import Synchronization
import Testing

@testable import TodoMVCExample

/// A counter whose step may change.
private struct Steps: Program {
    struct Model: Codable, Equatable, Sendable { var count = 0 }
    enum Message: Codable, Equatable, Sendable { case step, leap }

    var step = 1

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.count += message == .step ? step : 10
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Steps") { "\(model.count)" } }
}

/// The same without leaps.
private struct Walk: Program {
    typealias Model = Steps.Model
    enum Message: Codable, Equatable, Sendable { case step }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.count += 1
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Walk") { "\(model.count)" } }
}

@Suite("An exported history as a test")
struct ReplayTests {
    /// The sentences that a replay fails with.
    private func failures<P: Program>(_ name: String, of program: P) -> [String] {
        let sentences = Mutex<[String]>([])
        let reporting = Reporting { sentence, _ in sentences.withLock { $0.append(sentence) } }
        Replay(name, of: program, reporting: reporting, at: TestLine(file: #filePath, line: #line))
        return sentences.withLock { $0 }
    }

    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.path + "/replay-\(UUID().uuidString).json"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private func history(program: String? = nil) throws -> [UInt8] {
        var history = History<Steps>(start: Steps.Model())
        for message: Steps.Message in [.step, .leap, .step] {
            var model = history.current
            _ = Steps().update(&model, on: message)
            history.append(
                HistoryTurn(.message(message), origin: "visitor", time: Date(timeIntervalSince1970: 0)),
                leadingTo: model
            )
        }
        var file = try HistoryFile(history, of: Steps())
        if let program { file.program = program }
        return try file.json()
    }

    @Test("A history that was recorded in a browser, and lies beside this file, comes to the same model")
    func recorded() throws {
        let replay = Replay("TodoMVC-history.json", of: TodoMVC())
        let todos = try #require(replay.model).todos
        #expect(todos.map(\.title) == ["Buy milk", "Write home"])
    }

    @Test("It passes where the models are the same, and says the last one")
    func passes() throws {
        try withFile(history()) { path in
            #expect(failures(path, of: Steps()) == [])
            #expect(Replay(path, of: Steps()).model == Steps.Model(count: 12))
        }
    }

    @Test("It names the first turn that does something else")
    func differs() throws {
        try withFile(history()) { path in
            #expect(
                failures(path, of: Steps(step: 0)) == [
                    """
                    Turn 1, step, does something else than in “\(path)”:
                      then
                        count: 0 → 1
                      now
                        nothing changes
                    """
                ]
            )
        }
    }

    @Test("It names the messages that no longer decode")
    func undecodable() throws {
        try withFile(history(program: "Walk")) { path in
            #expect(
                failures(path, of: Walk()) == [
                    """
                    “\(path)” no longer decodes in full:
                      Turn 2: The message leap does not decode: Message has no case leap.
                    """
                ]
            )
        }
    }

    @Test("It fails where there is no file, or one that is no history")
    func noFile() throws {
        let folder = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
        #expect(failures("nothing.json", of: Steps()) == ["There is no history at /\(folder)/nothing.json."])
        try withFile(Array("{}".utf8)) { path in
            #expect(
                failures(path, of: Steps()) == ["“\(path)” cannot be replayed. This file is no exported history."]
            )
        }
    }
}
