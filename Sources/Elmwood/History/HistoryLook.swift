import FoundationEssentials
import History

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

    /// The number of the turn that the history starts after.
    var first: Int
    /// Whether that is where the session began.
    var isFromStart: Bool
    /// The number of the last turn.
    var last: Int
    /// The turn after which the model is shown; nil where the pages show what is.
    var moment: Int?
    /// Whether the session goes on, so that moments can be shown.
    var isAlive: Bool
    /// The newest first.
    var rows: [Row]
    var detail: Detail

    /// The number of the turn that is looked at.
    var shown: Int { moment ?? last }
}

/// What was found in a file that took a history's place.
struct HistoryReport: Codable, Equatable, Sendable {
    /// How many turns there are.
    var count: Int
    /// What no longer decodes, a sentence each.
    var problems: [String]
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
