import FoundationEssentials
import ElmwoodHistory

/// What somebody wants to see of a history.
struct HistoryWish: Codable, Equatable, Sendable {
    /// Whether all turns are to be listed, or the latest alone.
    var isWhole = false
    /// Turns alone in which this is: in the message, where it came from, or the commands' names, since what is saved may be all
    /// that there is. All where it is empty.
    var text = ""

    /// How many turns are listed, unless all are wanted.
    static var listed: Int { 100 }

    /// Whether a turn is wanted, by its number and what can be read of it.
    func wants(_ number: Int, _ texts: () -> [String]) -> Bool {
        let wanted = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        return wanted.isEmpty || wanted == "\(number)" || texts().contains { $0.lowercased().contains(wanted) }
    }
}

/// What there is to see of a history.
struct HistoryLook: Codable, Equatable, Sendable {
    /// A turn in the list.
    struct Row: Codable, Equatable, Sendable {
        var number: Int
        var message: String
        var origin: String
        /// Of the day, in UTC: `16:24:56`.
        var time: String
    }

    /// One turn in full, or the start.
    struct Detail: Codable, Equatable, Sendable {
        var number: Int
        /// Nil for the start.
        var message: String?
        var isSecret = false
        var origin = ""
        /// ISO 8601.
        var time = ""
        var changes: [ModelDifference.Change] = []
        /// How many more changes there are.
        var more = 0
        var commands: [String] = []
        var subscriptions: [String] = []
        /// The model after it, as JSON.
        var model = ""
        /// Why the model cannot be shown; nil where it can.
        var failure: String?
    }

    /// Grows with everything that happens to the program's histories: of two looks at one the later has the larger.
    var edition: Int
    /// What was wanted.
    var wish: HistoryWish
    /// The number of the turn that the history starts after.
    var first: Int
    /// Whether that is where the session began.
    var isFromStart: Bool
    /// The number of the last turn.
    var last: Int
    /// The turn after which the model is shown; nil where the pages show what is.
    var moment: Int?
    /// Whether the session still exists, so that moments can be shown.
    var isAlive: Bool
    /// The newest first.
    var rows: [Row]
    /// How many more turns there are, older than those listed, that are wanted.
    var older: Int
    var detail: Detail

    /// The number of the turn that is looked at.
    var shown: Int { moment ?? last }
}

/// What was found in a file that took a history's place.
struct HistoryReport: Codable, Equatable, Sendable {
    /// How many turns there are.
    var count: Int
    /// What no longer decodes, a sentence each: the first of them.
    var problems: [String]
    /// How many more there are.
    var more = 0
    /// The first turn that comes to something else than it did, in a sentence; nil where none does.
    var difference: String?
}

extension HistoryLook.Row {
    init<Message>(_ turn: HistoryTurn<Message>, number: Int) {
        self.number = number
        message = turn.title.cut(to: 160)
        origin = turn.origin.cut(to: 60)
        let seconds = Int(clamping: Int64(max(0, min(turn.time.timeIntervalSince1970, 4e11)))) % 86_400
        time = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}

extension String {
    /// So many of its characters, and an ellipsis where there are more.
    func cut(to length: Int) -> String {
        utf8.count <= length || count <= length ? self : String(prefix(length)) + "…"
    }
}
