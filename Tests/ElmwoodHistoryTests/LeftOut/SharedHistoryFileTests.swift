import ElmwoodArchitecture
import ElmwoodHistory
import ElmwoodSessions
import FoundationEssentials
import Testing

/// A poll, whose model depends on who votes.
private struct Poll: SharedProgram {
    struct Model: Codable, Equatable, Sendable { var votes: [String: String] = [:] }
    enum Message: Codable, Equatable, Sendable { case vote(String), clear }

    /// What is added to each vote, by another version of the program.
    var suffix = ""

    func start(_ key: Int) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
        switch message {
        case .vote(let choice): model.votes[sender.account ?? sender.id] = choice + suffix
        case .clear: model.votes = [:]
        }
        return .after(.seconds(1), .clear)
    }
}

/// Histories of shared models in files.
@Suite struct SharedHistoryFileTests {
    private typealias Instance = SharedInstance<Poll>

    private let ada = Sender(id: "a1")
    private let bob = Sender(id: "b2", account: "bob")

    /// Two votes, with a clearing between them.
    private func history() throws -> History<Instance> {
        let instance = SharedInstance(Poll(), at: 1)
        var history = History<Instance>(start: Poll.Model())
        for message in [Delivered(.vote("tea"), from: ada, of: "/"), Delivered(.clear, from: .itself)]
            + [Delivered<Poll.Message>(.vote("coffee"), from: bob, of: "/")]
        {
            var model = history.current
            let command = try instance.update(&model, on: message)
            history.append(
                HistoryTurn(
                    .message(message),
                    origin: "test",
                    time: Date(timeIntervalSince1970: 1),
                    commands: command.list.map(\.printed)
                ),
                leadingTo: model
            )
        }
        return history
    }

    @Test func `A file has each message with its sender, and replays to the same models`() throws {
        let history = try history()
        let file = try HistoryFile(history, of: SharedInstance(Poll(), at: 1))
        #expect(file.program == "Poll")
        #expect(file.turns.map(\.message) == [#"vote("tea")"#, "clear", #"vote("coffee")"#])
        #expect(file.turns.map(\.sender) == [ada, .itself, bob])
        let again = try HistoryFile(json: file.json())
        #expect(again == file)
        let reading = HistoryReading(again, with: SharedInstance(Poll(), at: 1))
        #expect(reading.problems.isEmpty && reading.difference == nil)
        #expect(reading.history?.current == Poll.Model(votes: ["bob": "coffee"]))
        let first = try reading.history?.model(after: 1, by: SharedInstance(Poll(), at: 1))
        #expect(first == Poll.Model(votes: ["a1": "tea"]))
    }

    @Test func `Of a program that does something else now, the first different turn is named`() throws {
        let file = try HistoryFile(history(), of: SharedInstance(Poll(), at: 1))
        let reading = HistoryReading(file, with: SharedInstance(Poll(suffix: "!"), at: 1))
        #expect(reading.difference?.turn == 1 && reading.difference?.message == #"vote("tea")"#)
    }

    @Test func `A file of another program is told apart by the shared program's name`() throws {
        var file = try HistoryFile(history(), of: SharedInstance(Poll(), at: 1))
        file.program = "Room"
        let reading = HistoryReading(file, with: SharedInstance(Poll(), at: 1))
        #expect(reading.problems.map(\.sentence) == ["This is a history of Room, not of Poll."])
    }

    @Test func `A command shows the message without a sender, and to whom it is sent`() {
        let own: Command<Instance> = .after(.seconds(1), Delivered(.clear, from: .itself))
        #expect(own.printed == "after(1.0 seconds, clear)")
        let sent: Command<Instance> = .send(.vote("tea"), to: Poll.self, 2)
        #expect(sent.printed == #"send(vote("tea"), to: Poll.self, "2")"#)
    }
}
