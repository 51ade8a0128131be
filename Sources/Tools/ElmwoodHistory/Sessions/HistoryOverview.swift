import ElmwoodArchitecture
import ElmwoodPageTree
import FoundationEssentials

/// A selection of a history's turns.
package struct HistoryQuery: Codable, Equatable, Sendable {
    /// Whether all turns are listed, or only the latest.
    package var isWhole = false
    /// Only turns that contain this text are listed: in the message, its source, or the commands' names. The commands' arguments
    /// are not searched, since a saved value may be the whole model. All turns if it is empty.
    package var text = ""

    /// How many turns are listed unless all are requested.
    package static var listed: Int { 100 }

    /// Whether a turn is selected, by its number and its texts.
    package func wants(_ number: Int, _ texts: () -> [String]) -> Bool {
        let wanted = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        return wanted.isEmpty || wanted == "\(number)" || texts().contains { $0.lowercased().contains(wanted) }
    }
}

/// An overview of a history.
package struct HistoryOverview: Codable, Equatable, Sendable {
    /// A turn in the list.
    package struct Row: Codable, Equatable, Sendable {
        package var number: Int
        package var message: String
        package var origin: String
        /// The time of the day, in UTC: `16:24:56`.
        package var time: String
    }

    /// A value that the pages have read at a moment.
    package struct Read: Codable, Equatable, Sendable {
        /// The read as text.
        package var name: String
        /// The value as JSON, or why there is none.
        package var value: String
        /// Whether reading has failed.
        package var hasFailed = false
    }

    /// The faults of an open page, as it is shown.
    package struct CheckedPage: Codable, Equatable, Sendable {
        /// Its path, below the program's own address.
        package var path: String
        /// The first faults.
        package var faults: [AccessibilityFault] = []
        /// How many more there are.
        package var more = 0
    }

    /// What an open page has received.
    package struct Patch: Codable, Equatable, Sendable {
        /// The time of the day, in UTC: `16:24:56`.
        package var time: String
        /// The page's path, below the program's own address.
        package var path: String
        /// Why the page was rendered again, in words.
        package var cause: String
        /// The size before it is compressed, in bytes.
        package var bytes: Int
        /// The time that it took to make it.
        package var milliseconds: Double
        /// Whether it is the whole page.
        package var isWhole: Bool
    }

    /// The details of one turn, or of the start.
    package struct Detail: Codable, Equatable, Sendable {
        package var number: Int
        /// Nil for the start.
        package var message: String?
        package var isSecret = false
        package var origin = ""
        /// The id of its sender, if it is a message of a shared program that others have sent.
        package var sender: String?
        /// The account of its sender, if they have signed in.
        package var account: String?
        /// ISO 8601.
        package var time = ""
        package var changes: [ModelDifference.Change] = []
        /// How many more changes there are.
        package var more = 0
        package var commands: [String] = []
        package var subscriptions: [String] = []
        /// What the pages have read at this moment.
        package var reads: [Read] = []
        /// The model after it, as JSON.
        package var model = ""
        /// Why the model cannot be shown; nil if it can.
        package var failure: String?
    }

    /// Increases with every change of the program's histories: of two overviews the later one has the larger edition.
    package var edition: Int
    /// The selection.
    package var query: HistoryQuery
    /// The number of the turn before the history.
    package var first: Int
    /// Whether the history goes back to the session's start.
    package var isFromStart: Bool
    /// The number of the last turn.
    package var last: Int
    /// The turn after which the model is shown; nil if the pages follow the session.
    package var moment: Int?
    /// Whether the session still exists, so that moments can be shown.
    package var isAlive: Bool
    /// The listed turns, newest first.
    package var rows: [Row]
    /// How many older turns are selected and not listed.
    package var older: Int
    package var detail: Detail
    /// The shared models that the pages have read at some moment of it.
    package var shared: [SharedAddress] = []
    /// The open pages, with their faults of accessibility.
    package var pages: [CheckedPage] = []
    /// The last patches that open pages have received, the newest first.
    package var patches: [Patch] = []
    /// Whether it is a shared model's history that was imported, beside its own.
    package var isImport = false

    /// The number of the shown turn.
    package var shown: Int { moment ?? last }
}

/// The result of importing a file.
package struct HistoryReport: Codable, Equatable, Sendable {
    /// The number of turns.
    package var count: Int
    /// The first problems with parts that no longer decode, a sentence each.
    package var problems: [String]
    /// How many more there are.
    package var more = 0
    /// The first turn whose result differs, in a sentence; nil if there is none.
    package var difference: String?
}

extension HistoryOverview.Read {
    init(_ entry: HistoryReads.Entry) {
        name = entry.name.cut(to: 300)
        switch entry.record {
        case .value(let json):
            let text = try? ReadableJSON.text(of: JSON.decode(JSONValue.self, from: json))
            value = (text ?? String(decoding: json, as: UTF8.self)).cut(to: 4_000)
        case .omitted: value = "It is too large to be kept."
        case .notFound: value = "There is no such thing."
        case .failure(let sentence):
            value = sentence.cut(to: 1_000)
            hasFailed = true
        }
    }
}

extension HistoryOverview.Row {
    package init<Message>(_ turn: HistoryTurn<Message>, number: Int, for looker: String? = nil) {
        self.number = number
        message = turn.title.cut(to: 160)
        origin = turn.origin(for: looker).cut(to: 60)
        time = turn.time.timeOfDay
    }
}

extension Date {
    /// The time of the day, in UTC: `16:24:56`.
    var timeOfDay: String {
        let seconds = Int(clamping: Int64(max(0, min(timeIntervalSince1970, 4e11)))) % 86_400
        return [seconds / 3_600, seconds / 60 % 60, seconds % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}

extension String {
    /// Returns at most that many of its characters, followed by an ellipsis if there are more.
    package func cut(to length: Int) -> String {
        utf8.count <= length || count <= length ? self : String(prefix(length)) + "…"
    }
}
