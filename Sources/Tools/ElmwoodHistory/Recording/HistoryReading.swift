import ElmwoodArchitecture
import FoundationEssentials
import ElmwoodMessageText

/// The result of replaying a file with the current program: a history of the replayed turns, and the problems that were found.
///
/// ```swift
/// let reading = HistoryReading(file, with: program)
/// reading.problems     // messages and models that no longer decode, by turn
/// reading.difference   // the first turn with a different result
/// ```
///
/// No command is carried out: the messages that followed from commands are in the file themselves.
package struct HistoryReading<P: Program>: Sendable {
    /// A part of the file that the program can no longer read.
    package struct Problem: Equatable, Sendable, CustomStringConvertible {
        /// The number of the turn; for a model, that of the turn before it.
        package var turn: Int
        /// The problem, in one sentence.
        package var sentence: String

        package var description: String { "Turn \(turn): \(sentence)" }
    }

    /// A turn whose result differs from the recorded one.
    package struct Difference: Equatable, Sendable {
        /// The number of the turn.
        package var turn: Int
        /// Its message as displayed; nil if no single turn differs, and yet the model after this one does.
        package var message: String?
        /// The recorded changes, as lines.
        package var recorded: [String]
        /// The current changes, as lines.
        package var now: [String]
    }

    /// The replayed turns, with their current models; nil if no model of the file decodes.
    package private(set) var history: History<P>?
    /// The parts that no longer decode, in the order of the turns.
    package private(set) var problems: [Problem] = []
    /// The first turn whose result differs; nil if the replay leads to all models of the file.
    package private(set) var difference: Difference?

    /// Replays the turns of a file.
    ///
    /// A part that does not decode is left out and reported: the replay continues from the next model of the file that decodes.
    package init(_ file: HistoryFile, with program: P) {
        let name = HistoryFile.name(of: P.self)
        if file.program != name {
            problems.append(
                Problem(turn: file.start.turn, sentence: "This is a history of \(file.program), not of \(name).")
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

    /// Decodes a model of the file, as that of a stored session.
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
        /// Whether the model is the result of the file's turns.
        var isSure = history != nil
        /// The turns since the last model of the file, with the models before and after each.
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
        // A value that many moments share is short in the file, and is looked up for each of them.
        var remaining = Self.mostReadBytes
        for (turn, entry) in file.recordedReads {
            remaining -= entry.record.size
            guard remaining >= 0 else { break }
            history?.note([entry], at: turn)
        }
        self.history = history
    }

    /// The most bytes of values that were read, each counted for each moment that has read it.
    private static var mostReadBytes: Int { 250_000_000 }

    /// The most bytes of models that are compared in search of the turn with another result.
    private static var mostComparedBytes: Int { 8_000_000 }

    /// Returns the first of these turns whose changes differ from the recorded ones or, if there is none, the difference of the
    /// models. Returns nil if they are equal as far as their `Codable` shows: a file does not contain what it leaves out.
    ///
    /// Of many turns with large models only the first are compared.
    private static func difference(
        after number: Int,
        _ known: P.Model,
        _ model: P.Model,
        _ passed: [(recorded: HistoryFile.Turn, before: P.Model, after: P.Model)]
    ) -> Difference? {
        let apart = ModelDifference(from: known, to: model)
        guard !apart.isEmpty else { return nil }
        var remaining = mostComparedBytes
        for (recorded, before, after) in passed {
            guard let changes = recorded.changes, before != after || !changes.isEmpty else { continue }
            guard remaining > 0 else { break }
            remaining -= (try? JSON.encode(after).count) ?? 0
            let now = ModelDifference(from: before, to: after)
            if now.changes != changes { return Difference(recorded, now: now.lines()) }
        }
        return Difference(after: number, apart)
    }

    /// Replays a turn. Returns whether that was possible, so that the model is still the result of the file's turns.
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

    /// Returns the turn of the file, with its message if that decodes.
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
            guard let message = try HistoryTurn<P.Message>.message(of: recorded.message, from: recorded.sender) else {
                return .unreadable(recorded.message)
            }
            return .message(message)
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

    /// Returns an error's description on one line.
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
