import ElmwoodArchitecture
import FoundationEssentials
import ElmwoodMessageText

/// What a file comes to with the program as it is now: a history whose turns have been taken again, and what was found on
/// the way.
///
/// ```swift
/// let reading = HistoryReading(file, with: program)
/// reading.problems     // messages and models that no longer decode, by turn
/// reading.difference   // the first turn that comes to something else than it did
/// ```
///
/// No command is carried out: the messages that followed from commands are in the file themselves.
package struct HistoryReading<P: Program>: Sendable {
    /// Something of the file that the program cannot read any more.
    package struct Problem: Equatable, Sendable, CustomStringConvertible {
        /// The number of the turn; that of a model is the turn that it came after.
        package var turn: Int
        /// What is wrong, in one sentence.
        package var sentence: String

        package var description: String { "Turn \(turn): \(sentence)" }
    }

    /// A turn that comes to something else than it did.
    package struct Difference: Equatable, Sendable {
        /// The number of the turn.
        package var turn: Int
        /// Its message as it is shown; nil where no single turn differs, and yet the model after this one does.
        package var message: String?
        /// What it changed when it was recorded, as lines.
        package var recorded: [String]
        /// What it changes now, as lines.
        package var now: [String]
    }

    /// The turns again, with the models that they come to now; nil where no model of the file decodes.
    package private(set) var history: History<P>?
    /// What no longer decodes, in the order of the turns.
    package private(set) var problems: [Problem] = []
    /// The first turn that comes to something else than it did; nil where all models of the file are come to again.
    package private(set) var difference: Difference?

    /// Takes the turns of a file again.
    ///
    /// What does not decode is left out and noted: the next model of the file that decodes is gone on from.
    package init(_ file: HistoryFile, with program: P) {
        if file.program != "\(P.self)" {
            problems.append(
                Problem(turn: file.start.turn, sentence: "This is a history of \(file.program), not of \(P.self).")
            )
        }
        var models: [Int: P.Model] = [:]
        for moment in [file.start] + file.snapshots + [file.end] where models[moment.turn] == nil {
            do {
                models[moment.turn] = try Self.model(moment.model, program)
            } catch {
                problems.append(Problem(turn: moment.turn, sentence: "The model does not decode: \(Self.line(error))"))
            }
        }
        read(file, models, program)
        problems.sort { $0.turn < $1.turn }
    }

    /// A model of the file, read as a stored session's is.
    private static func model(_ json: JSONValue, _ program: P) throws -> P.Model {
        let stored = StoredModel(json: try JSON.encode(json))
        do {
            return try program.read(stored) { try program.start(Visit()).model }
        } catch {
            throw error.reason
        }
    }

    private mutating func read(_ file: HistoryFile, _ models: [Int: P.Model], _ program: P) {
        var history = models[file.start.turn].map {
            History<P>(start: $0, commands: file.commands, after: file.start.turn)
        }
        /// Whether the model is one that the file's turns have come to.
        var isSure = history != nil
        /// The turns since the last model of the file, and the models before and after each.
        var passed: [(recorded: HistoryFile.Turn, before: P.Model, after: P.Model)] = []
        for recorded in file.turns {
            let turn = turn(recorded)
            guard var model = history?.current else {
                history = models[recorded.number].map { History(start: $0, commands: nil, after: recorded.number) }
                isSure = history != nil
                if isSure {
                    problems.append(
                        Problem(
                            turn: recorded.number,
                            sentence: "No model before it decodes, so the history begins after it."
                        )
                    )
                }
                continue
            }
            let before = model
            if !take(turn, recorded, on: &model, by: program, isSure: isSure) { isSure = false }
            passed.append((recorded, before, model))
            if let known = models[recorded.number] {
                if isSure, difference == nil, known != model {
                    difference = Self.difference(after: recorded.number, known, model, passed)
                }
                if !isSure || difference == nil { model = known }
                isSure = true
                passed = []
            }
            history?.append(turn, leadingTo: model)
        }
        self.history = history
    }

    /// The first of these turns that changed something else than it did; where none did, how the models are apart. Nil where
    /// they are not, as far as their `Codable` says: a file cannot tell what it leaves out.
    private static func difference(
        after number: Int,
        _ known: P.Model,
        _ model: P.Model,
        _ passed: [(recorded: HistoryFile.Turn, before: P.Model, after: P.Model)]
    ) -> Difference? {
        let apart = ModelDifference(from: known, to: model)
        guard !apart.isEmpty else { return nil }
        for (recorded, before, after) in passed {
            guard let changes = recorded.changes else { continue }
            let now = ModelDifference(from: before, to: after)
            if now.changes != changes { return Difference(recorded, now: now.lines()) }
        }
        return Difference(after: number, apart)
    }

    /// Takes a turn again; returns whether it could be, so that the model is still what the file's turns come to.
    private mutating func take(
        _ turn: HistoryTurn<P.Message>,
        _ recorded: HistoryFile.Turn,
        on model: inout P.Model,
        by program: P,
        isSure: Bool
    ) -> Bool {
        guard case .message = turn.content else { return false }
        let before = model
        do {
            try turn.replay(on: &model, by: program, number: recorded.number)
        } catch {
            // A transaction that throws changes nothing.
            model = before
            if isSure, difference == nil { difference = Difference(recorded, now: ["\(error)"]) }
        }
        return true
    }

    /// The turn of the file, with its message where that decodes.
    private mutating func turn(_ recorded: HistoryFile.Turn) -> HistoryTurn<P.Message> {
        HistoryTurn(
            content(recorded),
            origin: recorded.origin,
            time: HistoryTime.time(of: recorded.time),
            commands: recorded.commands,
            subscriptions: recorded.subscriptions
        )
    }

    private mutating func content(_ recorded: HistoryFile.Turn) -> HistoryTurn<P.Message>.Content {
        guard recorded.note == nil else { return .secret(recorded.message.replacing("(…)", with: "")) }
        do {
            return .message(
                try MessageText.decode(
                    P.Message.self,
                    from: recorded.message,
                    limit: HistoryTurn<P.Message>.textLimit
                )
            )
        } catch {
            problems.append(
                Problem(
                    turn: recorded.number,
                    sentence: "The message \(Self.shortened(recorded.message)) does not decode: \(Self.line(error))"
                )
            )
            return .unreadable(recorded.message)
        }
    }

    /// What an error says, on one line.
    private static func line(_ error: any Error) -> String {
        switch error {
        case let error as MessageTextError:
            error.sentence
        case DecodingError.keyNotFound(let key, let context):
            "there is no “\(key.stringValue)”\(place(context))."
        case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
            "there is no \(type)\(place(context))."
        case DecodingError.dataCorrupted(let context):
            "\(context.debugDescription)\(place(context))"
        default:
            shortened("\(error)")
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }
        return path.isEmpty ? "" : " at \(path.joined(separator: "."))"
    }

    private static func shortened(_ text: String) -> String {
        text.count > 200 ? "\(text.prefix(200))…" : text
    }
}

extension HistoryReading.Difference {
    fileprivate init(_ recorded: HistoryFile.Turn, now: [String]) {
        turn = recorded.number
        message = recorded.message
        self.recorded = ModelDifference(changes: recorded.changes ?? []).lines()
        self.now = now
    }

    fileprivate init(after turn: Int, _ apart: ModelDifference) {
        self.turn = turn
        message = nil
        recorded = []
        now = apart.expectationLines()
    }
}
