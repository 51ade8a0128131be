import ElmwoodTesting
import FoundationEssentials
import ElmwoodHistory
import Synchronization
import Testing

@testable import ElmwoodExamplePrograms

/// A counter whose step can be changed.
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

/// The same program without leaps.
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

/// Replaying an exported history as a test.
@Suite struct ReplayTests {
    /// Returns the sentences that a replay fails with.
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

    @Test func `A history that was recorded in a browser leads to the same model`() throws {
        let replay = Replay("TodoMVC-history.json", of: TodoMVC())
        let todos = try #require(replay.model).todos
        #expect(todos.map(\.title) == ["Buy milk", "Write home"])
    }

    @Test func `A replay passes if the models are the same, and returns the last one`() throws {
        try withFile(history()) { path in
            #expect(failures(path, of: Steps()) == [])
            #expect(Replay(path, of: Steps()).model == Steps.Model(count: 12))
        }
    }

    @Test func `A failure names the first turn with another result`() throws {
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

    @Test func `A failure names the messages that no longer decode`() throws {
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

    /// Returns the file with a part of it replaced.
    private func changed(_ text: String, to other: String) throws -> [UInt8] {
        Array(String(decoding: try history(), as: UTF8.self).replacing(text, with: other).utf8)
    }

    @Test func `A failure names a model that no longer decodes, or the other program of the history`() throws {
        try withFile(changed(#""count" : 12"#, to: #""counts" : 12"#)) { path in
            #expect(
                failures(path, of: Steps()) == [
                    """
                    “\(path)” no longer decodes in full:
                      Turn 3: The model does not decode: there is no “count”.
                    """
                ]
            )
        }
        try withFile(changed(#""program" : "Steps""#, to: #""program" : "Leaps""#)) { path in
            #expect(
                failures(path, of: Steps()) == [
                    """
                    “\(path)” no longer decodes in full:
                      Turn 0: This is a history of Leaps, not of Steps.
                    """
                ]
            )
        }
    }

    @Test func `A failure reports a different final model if all turns have the same result`() throws {
        try withFile(changed(#""count" : 12"#, to: #""count" : 13"#)) { path in
            #expect(
                failures(path, of: Steps()) == [
                    """
                    After turn 3 the model is another than in “\(path)”:
                      count: expected 13, is 12
                    """
                ]
            )
        }
    }

    @Test func `A failure shortens a long message`() throws {
        struct Notes: Program {
            struct Model: Codable, Equatable, Sendable { var length = 0 }
            enum Message: Codable, Equatable, Sendable { case note(String) }
            var isChanged = false
            func start(_ visit: Visit) -> Start<Self> { Start(Model()) }
            func update(_ model: inout Model, on message: Message) -> Command<Self> {
                if case .note(let text) = message { model.length += isChanged ? 1 : text.utf8.count }
                return .none
            }
            func view(_ model: Model, on page: Page) -> Document<Message> { Document("Notes") { "\(model.length)" } }
        }
        var history = History<Notes>(start: Notes.Model())
        let message = Notes.Message.note(String(repeating: "n", count: 10_000))
        history.append(
            HistoryTurn(.message(message), origin: "visitor", time: Date(timeIntervalSince1970: 0)),
            leadingTo: Notes.Model(length: 10_000)
        )
        try withFile(HistoryFile(history, of: Notes()).json()) { path in
            let sentence = try #require(failures(path, of: Notes(isChanged: true)).first)
            #expect(sentence.hasPrefix("Turn 1, note(\"nnn") && sentence.contains("n…, does something else than in"))
            #expect(sentence.utf8.count < 1_000)
        }
    }

    @Test func `Every failure is reported at the line of the replay`() throws {
        let lines = Mutex<[UInt]>([])
        let reporting = Reporting { _, line in lines.withLock { $0.append(line.line) } }
        try withFile(changed(#""count" : 12"#, to: #""counts" : 12"#)) { path in
            Replay(path, of: Steps(step: 0), reporting: reporting, at: TestLine(file: #filePath, line: 7))
            Replay(path + "x", of: Steps(), reporting: reporting, at: TestLine(file: #filePath, line: 8))
        }
        #expect(lines.withLock { $0 } == [7, 8])
    }

    @Test func `A replay fails if there is no file, or if the file is not a history`() throws {
        let folder = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
        #expect(failures("nothing.json", of: Steps()) == ["There is no history at /\(folder)/nothing.json."])
        try withFile(Array("{}".utf8)) { path in
            #expect(
                failures(path, of: Steps()) == ["“\(path)” cannot be replayed. This file is not an exported history."]
            )
        }
    }
}
