import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodSessions
import FoundationEssentials

/// A history in the form of a file: JSON, with each message as its text and each model encoded by the program's `Codable`.
///
/// ```swift
/// let file = HistoryFile(history, of: program)
/// let bytes = try file.json()
/// let again = try HistoryFile(json: bytes)
/// ```
package struct HistoryFile: Codable, Equatable, Sendable {
    /// A model, and the number of the turn before it.
    package struct Moment: Codable, Equatable, Sendable {
        package var turn: Int
        package var model: JSONValue
    }

    /// A turn: a message, and its results.
    package struct Turn: Codable, Equatable, Sendable {
        package var number: Int
        /// The text of the message; for a secret one, the name of its case.
        package var message: String
        /// Set if the message is secret: a replay takes the model after it from the snapshots.
        package var note: String?
        package var origin: String
        /// The sender, if it is a message of a shared program.
        package var sender: Sender?
        /// ISO 8601, in UTC.
        package var time: String
        /// What it changed in the model; nil if that could not be computed.
        package var changes: [ModelDifference.Change]?
        package var commands: [String]
        package var subscriptions: [String]
    }

    /// What a view has read at a moment: one of the file's values, or none.
    package struct Read: Codable, Equatable, Sendable {
        /// The number of the turn before.
        package var turn: Int
        /// The read as text.
        package var name: String
        /// The place of the value among ``HistoryFile/values``.
        package var value: Int?
        /// What reading has failed with, in words.
        package var failure: String?
        /// Set if there was nothing to be read.
        package var isMissing: Bool?
    }

    /// The type of the file, and its version.
    package var format: String
    /// The name of the program's type.
    package var program: String
    package var start: Moment
    /// The commands of the program's start, if the history goes back to it.
    package var commands: [String]?
    package var turns: [Turn]
    /// Models between the start and the end.
    package var snapshots: [Moment]
    package var end: Moment
    /// What the views have read, in the order of the turns; nil in a file of an earlier version.
    package var reads: [Read]?
    /// The values that were read, each once.
    package var values: [JSONValue]?

    /// The format that is written, and the only one that is read.
    package static let format = "elmwood history 1"

    /// The note beside a secret message.
    package static let secretNote =
        "This message contains a secret, so it was left out. Replaying continues with the model after it."

    // MARK: Writing

    /// Creates the file of a history.
    ///
    /// - Throws: what the models' `encode(to:)` throws.
    package init<P: Program>(_ history: History<P>, of program: P) throws {
        format = Self.format
        self.program = Self.name(of: P.self)
        start = try Moment(turn: history.first, model: JSONValue(encoding: history.start))
        commands = history.startCommands
        snapshots = try history.snapshots.map { try Moment(turn: $0.number, model: JSONValue(encoding: $0.model)) }
        end = try Moment(turn: history.last, model: JSONValue(encoding: history.current))
        turns = []
        let differences = history.differences(by: program)
        for (offset, (turn, difference)) in zip(history.turns, differences).enumerated() {
            turns.append(Turn(turn, number: history.first + offset + 1, difference))
        }
        (reads, values) = try Self.written(history.reads)
    }

    /// Returns the file's bytes, readable for people: indented, with sorted members.
    package func json() throws -> [UInt8] { try ReadableJSON.bytes(of: self) }

    /// Returns the name of a program: that of its type, or of the shared program.
    static func name<P: Program>(of program: P.Type) -> String {
        (program as? any SharedModelProgram.Type)?.sharedName ?? "\(program)"
    }

    // MARK: Reading

    /// Reads a file.
    ///
    /// - Throws: ``HistoryFileError`` with one sentence, if it is not such a file.
    package init(json bytes: [UInt8]) throws(HistoryFileError) {
        guard bytes.count <= Self.longest else {
            throw HistoryFileError("A history may have at most \(Self.longest / 1_000_000) MB.")
        }
        guard CombiningMarks.areFew(inJSON: bytes.span) else {
            throw HistoryFileError("A text of this file has more than \(CombiningMarks.most) combining marks in a row.")
        }
        let file: HistoryFile
        do {
            file = try JSON.decode(HistoryFile.self, from: bytes)
        } catch {
            throw HistoryFileError("This file is not an exported history.")
        }
        guard file.format == Self.format else {
            throw HistoryFileError("This file's format is “\(file.format)”; only “\(Self.format)” can be read.")
        }
        guard file.turns.count <= Self.mostTurns else {
            throw HistoryFileError("A history may have at most \(Self.mostTurns) turns.")
        }
        guard file.isInOrder else {
            throw HistoryFileError("The turns of this history are not in order.")
        }
        if let number = file.largestNumber {
            throw HistoryFileError(
                "The number \(number.prefix(40)) in this history is too large for a program to count on from it."
            )
        }
        self = file
    }

    /// In bytes.
    private static var longest: Int { 100_000_000 }

    /// Twice as many as are recorded. A replay takes as long as all turns with the largest model, whose size is up to the file's.
    private static var mostTurns: Int { 2_000 }

    /// Whether the turns are numbered consecutively, from the start to the end, and the snapshots are between.
    private var isInOrder: Bool {
        // Far enough from the largest number that a history can continue.
        guard (0..<1 << 40).contains(start.turn), end.turn == start.turn + turns.count else { return false }
        guard turns.enumerated().allSatisfy({ $1.number == start.turn + $0 + 1 }) else { return false }
        var last = start.turn
        for snapshot in snapshots {
            guard snapshot.turn > last, snapshot.turn <= end.turn else { return false }
            last = snapshot.turn
        }
        return (reads ?? []).allSatisfy { read in
            (start.turn...end.turn).contains(read.turn)
                && read.value.map { (values ?? []).indices.contains($0) } ?? true
        }
    }
}

extension HistoryFile.Turn {
    fileprivate init<Message>(_ turn: HistoryTurn<Message>, number: Int, _ difference: ModelDifference?) {
        self.number = number
        message = turn.title
        note = turn.isSecret ? HistoryFile.secretNote : nil
        origin = turn.origin
        sender = turn.sender
        time = HistoryTime.text(of: turn.time)
        changes = difference?.changes
        if turn.isSecret {
            changes = changes?.map {
                .init(path: $0.path, before: $0.before.map { _ in "…" }, after: $0.after.map { _ in "…" })
            }
        }
        commands = turn.isSecret ? turn.commands.map { _ in "…" } : turn.commands
        subscriptions = turn.subscriptions
    }
}

/// The format of times: `2026-11-21T16:24:56.123Z`.
enum HistoryTime {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    static func text(of time: Date) -> String { time.formatted(style) }

    /// Returns the time of a text; the beginning of 1970 if it is invalid.
    static func time(of text: String) -> Date {
        (try? Date(text, strategy: style)) ?? Date(timeIntervalSince1970: 0)
    }
}

/// Why a file is not a history, in one sentence.
package struct HistoryFileError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
