import ElmwoodArchitecture
import FoundationEssentials
import ElmwoodHistory

/// Processes messages and records their history, as a session does.
struct Recorder {
    var history: History<Ledger>
    let program: Ledger

    init(_ program: Ledger = Ledger(), interval: Int = 50, limit: Int = 1_000, room: Int = 16_000_000) {
        self.program = program
        history = History(start: Ledger.Model(), interval: interval, limit: limit, room: room)
    }

    mutating func take(_ messages: Ledger.Message..., isSecret: Bool = false) {
        for message in messages {
            var model = history.current
            guard (try? program.update(&model, on: message)) != nil else { continue }
            history.append(
                HistoryTurn(
                    isSecret ? .secret("sign") : .message(message),
                    origin: "visitor",
                    time: Date(timeIntervalSince1970: 1_000 + Double(history.last))
                ),
                leadingTo: model
            )
        }
    }

    var file: HistoryFile {
        get throws { try HistoryFile(history, of: program) }
    }
}

/// Returns a file with a part of its text replaced.
func changed(_ file: HistoryFile, _ text: String, to other: String) throws -> HistoryFile {
    let json = String(decoding: try file.json(), as: UTF8.self)
    return try HistoryFile(json: Array(json.replacing(text, with: other).utf8))
}
