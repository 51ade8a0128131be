import Elmwood

/// The chat's room, which all visitors share: its last lines, and who is here.
package struct Room: SharedProgram {
    package struct Model: Codable, Equatable, Sendable {
        /// The last lines, the newest at the end.
        var lines: [Line] = []
        /// Who has a page of the room open, each once.
        var here: [Watcher] = []
    }

    package enum Message: Codable, Equatable, Sendable {
        case said(Line)
        case present(Watchers)
    }

    /// How many lines are kept.
    static let limit = 50

    package init() {}

    package func start(_ key: String) -> Start<Self> { Start(Model()) }

    package func subscriptions(_ model: Model) -> [Subscription<Self>] { [.watchers(Message.present)] }

    package func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
        switch message {
        case .said(let line):
            model.lines.append(line)
            model.lines.removeFirst(max(0, model.lines.count - Self.limit))
        case .present(let watchers):
            var seen: Set<String> = []
            model.here = watchers.all.filter { seen.insert($0.id).inserted }
        }
        return .none
    }
}

/// A person in the room.
package struct Person: Codable, Equatable, Sendable {
    /// Distinguishes people with the same name.
    var id: Int
    var name: String
}

/// A line of the chat.
package struct Line: Codable, Equatable, Sendable {
    var author: Person
    /// The line's number among its author's lines.
    var number: Int
    var text: String

    /// The line's id, unique among all lines of all authors.
    var id: String { "line-\(author.id)-\(number)" }
}
