import ElmwoodTesting
import FoundationEssentials
import Synchronization
import Testing

/// Counts votes, by voter.
private struct Tally: SharedProgram {
    struct Model: Codable, Equatable, Sendable { var votes: [String: String] = [:] }
    enum Message: Codable, Equatable, Sendable { case vote(String) }
    struct Closed: Error, Equatable {}

    /// Whether further votes replace the first.
    var isFinal = false

    func start(_ key: String) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message, from sender: Sender) throws -> Command<Self> {
        switch message {
        case .vote("none"): throw Closed()
        case .vote(let choice): if !isFinal || model.votes[sender.id] == nil { model.votes[sender.id] = choice }
        }
        return .none
    }
}

/// A page on which a visitor votes.
private struct Ballot: Program {
    struct Model: Codable, Equatable, Sendable {}
    enum Message: Codable, Equatable, Sendable { case vote(String) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .vote(let choice): .send(.vote(choice), to: Tally.self, "lunch")
        }
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let tally = try page.read(Tally.self, "lunch")
        return Document("Ballot") {
            output { "\(tally.votes.count) votes" }
            button("Tea", .vote("tea"))
            button("None", .vote("none"))
        }
    }
}

/// Replaying the history of a shared model, and what a shared program throws in a test.
@Suite struct SharedReplayTests {
    private let history = #"""
        {"format": "elmwood history 1", "program": "Tally", "start": {"turn": 0, "model": {"votes": {}}}, "commands": [],
        "turns": [
        {"number": 1, "message": "vote(\"tea\")", "sender": {"id": "a1"}, "origin": "visitor a1 on /",
        "time": "2026-01-01T00:00:00.000Z", "commands": [], "subscriptions": [],
        "changes": [{"path": "votes[\"a1\"]", "after": "\"tea\""}]},
        {"number": 2, "message": "vote(\"coffee\")", "sender": {"id": "a1"}, "origin": "visitor a1 on /",
        "time": "2026-01-01T00:00:01.000Z", "commands": [], "subscriptions": [],
        "changes": [{"path": "votes[\"a1\"]", "before": "\"tea\"", "after": "\"coffee\""}]}],
        "snapshots": [], "end": {"turn": 2, "model": {"votes": {"a1": "coffee"}}}}
        """#

    /// Replays the history, and returns the sentences with which that fails.
    private func replay(_ program: Tally) throws -> (model: Tally.Model?, failures: [String]) {
        let path = FileManager.default.temporaryDirectory.path + "/replay-\(UUID().uuidString).json"
        try Data(history.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sentences = Mutex<[String]>([])
        let reporting = Reporting { sentence, _ in sentences.withLock { $0.append(sentence) } }
        let line = TestLine(file: #filePath, line: #line)
        let replay = SharedReplay(path, of: program, "lunch", reporting: reporting, at: line)
        return (replay.model, sentences.withLock { $0 })
    }

    @Test func `The history of a shared model replays with the messages' senders`() throws {
        let (model, failures) = try replay(Tally())
        #expect(model == Tally.Model(votes: ["a1": "coffee"]))
        #expect(failures == [])
    }

    @Test func `Of a shared program that does something else now, the first different turn is named`() throws {
        let (_, failures) = try replay(Tally(isFinal: true))
        #expect(failures.count == 1)
        #expect(
            failures.first?.hasPrefix(#"Turn 2, vote("coffee"), does something else than in"#) == true,
            "\(failures)"
        )
    }

    @Test func `What a shared program throws is a failure of the visitor whose action has led to it`() {
        let visitors = Visitors(of: Ballot(), sharing: [Tally()])
        let anna = visitors.enter("Anna"), bob = visitors.enter("Bob")
        anna.click("Tea")
        anna.expectCommand(.send(.vote("tea"), to: Tally.self, "lunch"))
        bob.expect("output", "1 votes")
        bob.click("None")
        bob.expectCommand(.send(.vote("none"), to: Tally.self, "lunch"))
        bob.expectFailure(Tally.Closed())
        #expect(visitors.shared(Tally.self, "lunch").model?.votes.count == 1)
    }
}
