import ElmwoodArchitecture
import FoundationEssentials

/// The history of one session: its first model, and its turns in order. It is bounded: beyond a number of turns, or of bytes, the
/// oldest are removed.
///
/// ```swift
/// var history = History<Counter>(start: Counter.Model())
/// history.append(turn, leadingTo: model)
/// try history.model(after: 1, by: Counter())
/// ```
///
/// Of the models between, it stores only one every so often; the others are recomputed by `update`.
package struct History<P: Program>: Sendable {
    /// A turn of the program's messages.
    package typealias Turn = HistoryTurn<P.Message>

    /// The turns up to the next stored model.
    private struct Segment: Sendable {
        /// The number of the turn before the model.
        var number: Int
        var model: P.Model
        var turns: [Turn] = []
        /// The size of the model as a text, in bytes.
        let modelSize: Int
        /// The size of the turns as texts, in bytes.
        var turnsSize = 0

        /// - Parameter former: the segment before, whose model often is the same one after a message that is not stored.
        init(number: Int, model: P.Model, after former: Segment? = nil) {
            self.number = number
            self.model = model
            modelSize =
                if let former, former.model == model {
                    former.modelSize
                } else {
                    (try? JSON.encode(model).count) ?? 0
                }
        }

        var end: Int { number + turns.count }
        var size: Int { modelSize + turnsSize }
    }

    private var segments: [Segment]
    /// The model after the last turn.
    package private(set) var current: P.Model
    /// The printed commands of the program's start; nil if the start was removed, or never known.
    package private(set) var startCommands: [String]?
    /// What the views of the models have read.
    package private(set) var reads: HistoryReads
    private let interval: Int
    private let limit: Int
    private let room: Int

    /// Creates a history without turns.
    ///
    /// - Parameters:
    ///   - start: the model that the session began with.
    ///   - commands: the printed commands of its start; nil if the model is not that of a start.
    ///   - number: how many turns there were before.
    ///   - interval: the number of turns after which a model is stored.
    ///   - limit: the most turns; beyond it the oldest are removed, all up to the next stored model.
    ///   - room: the most bytes of the models and turns, as texts. If two models are larger, they are stored all the same, with the
    ///     turns between them. What the views have read takes at most a quarter of that besides.
    package init(
        start: P.Model,
        commands: [String]? = [],
        after number: Int = 0,
        interval: Int = 50,
        limit: Int = 1_000,
        room: Int = 16_000_000
    ) {
        segments = [Segment(number: number, model: start)]
        current = start
        startCommands = number == 0 ? commands : nil
        self.interval = max(1, interval)
        self.limit = max(1, limit)
        self.room = room
        reads = HistoryReads(room: room / 4)
    }

    /// The number of the turn before the history: 0 if it goes back to the session's start.
    package var first: Int { segments.first?.number ?? 0 }

    /// The number of the last turn.
    package var last: Int { segments.last?.end ?? 0 }

    /// The number of turns.
    package var count: Int { last - first }

    /// The first model of the history.
    package var start: P.Model { segments.first?.model ?? current }

    /// The models stored between the start and the end, with the numbers of the turns before them.
    package var snapshots: [(number: Int, model: P.Model)] { segments.dropFirst().map { ($0.number, $0.model) } }

    /// The turns, oldest first; the first has the number ``first`` + 1.
    package var turns: [Turn] { segments.flatMap(\.turns) }

    /// The turn of that number, or nil if it was removed or has not happened.
    package subscript(number: Int) -> Turn? {
        guard let segment = segments.last(where: { $0.number < number }), number <= segment.end else { return nil }
        return segment.turns[number - segment.number - 1]
    }

    /// Appends a turn and its resulting model.
    package mutating func append(_ turn: Turn, leadingTo model: P.Model) {
        guard let place = segments.indices.last else { return }
        segments[place].turns.append(turn)
        segments[place].turnsSize += turn.size
        current = model
        // After a message that is not stored, the model cannot be recomputed, so it is stored.
        let isKept = if case .message = turn.content { true } else { false }
        // Counts only the turns: a large model must not be stored more often.
        let isLong = segments[place].turns.count >= interval || segments[place].turnsSize >= room / 16
        if !isKept || isLong { segments.append(Segment(number: last, model: model, after: segments[place])) }
        while count > limit && segments.count > 1 || size > room && segments.count > 2 {
            segments.removeFirst()
            startCommands = nil
        }
        reads.keep(first...last)
    }

    /// Records what the views of a moment have read.
    ///
    /// - Returns: whether anything has changed.
    @discardableResult package mutating func note(_ values: [ReadValue], at moment: Int) -> Bool {
        note(values.map { HistoryReads.Entry($0, limit: reads.longestValue) }, at: moment)
    }

    /// Records what the views of a moment have read, as it was recorded before.
    @discardableResult package mutating func note(_ entries: [HistoryReads.Entry], at moment: Int) -> Bool {
        guard (first...last).contains(moment) else { return false }
        var hasChanged = false
        for entry in entries where reads.note(entry, at: moment) { hasChanged = true }
        return hasChanged
    }

    /// The size of the models and turns as texts, in bytes.
    package var size: Int { segments.reduce(0) { $0 + $1.size } }

    /// Removes everything after the turn of that number; the model becomes the one after it.
    ///
    /// - Throws: ``HistoryError`` if that model cannot be recomputed.
    package mutating func drop(after number: Int, by program: P) throws(HistoryError) {
        let model = try model(after: number, by: program)
        while segments.count > 1, let segment = segments.last, segment.number > number { segments.removeLast() }
        if let place = segments.indices.last {
            let dropped = segments[place].turns.suffix(max(0, segments[place].end - number))
            segments[place].turnsSize -= dropped.reduce(0) { $0 + $1.size }
            segments[place].turns.removeLast(dropped.count)
        }
        reads.keep(first...last)
        current = model
    }

    // MARK: Moments

    /// Returns the model after the turn of that number; for ``first``, the first model of the history.
    ///
    /// - Throws: ``HistoryError`` if the turn was removed or has not happened, or if an update throws that did not throw before.
    package func model(after number: Int, by program: P) throws(HistoryError) -> P.Model {
        if number == last { return current }
        guard number < last, let segment = segments.last(where: { $0.number <= number }) else {
            throw .noSuchTurn(number)
        }
        var model = segment.model
        for (offset, turn) in segment.turns.prefix(number - segment.number).enumerated() {
            try turn.replay(on: &model, by: program, number: segment.number + offset + 1)
        }
        return model
    }

    /// Returns what the turn of that number changed in the model.
    package func difference(of number: Int, by program: P) throws(HistoryError) -> ModelDifference {
        ModelDifference(
            from: try model(after: number - 1, by: program),
            to: try model(after: number, by: program)
        )
    }

    /// Returns what each turn changed in the model, in order; nil if it cannot be computed.
    package func differences(by program: P) -> [ModelDifference?] {
        var differences: [ModelDifference?] = []
        differences.reserveCapacity(count)
        for (place, segment) in segments.enumerated() {
            let end = place + 1 < segments.count ? segments[place + 1].model : current
            var model: P.Model? = segment.model
            var before = ValueTree(encoding: segment.model)
            for (offset, turn) in segment.turns.enumerated() {
                let former = model
                if offset == segment.turns.count - 1 {
                    model = end
                } else if var next = model {
                    do {
                        try turn.replay(on: &next, by: program, number: segment.number + offset + 1)
                        model = next
                    } catch {
                        model = nil
                    }
                }
                // Each model is encoded once, though it is compared with two others.
                let after = former == model ? before : model.flatMap { ValueTree(encoding: $0) }
                differences.append(
                    former == nil || model == nil ? nil : Self.difference(former, before, model, after)
                )
                before = after
            }
        }
        return differences
    }

    private static func difference(
        _ former: P.Model?,
        _ before: ValueTree?,
        _ model: P.Model?,
        _ after: ValueTree?
    ) -> ModelDifference? {
        if let before, let after { return ModelDifference(from: before, to: after) }
        guard let former, let model else { return nil }
        return ModelDifference(from: former, to: model)
    }
}

extension HistoryTurn {
    /// Runs `update` with the message again.
    func replay<P: Program>(on model: inout P.Model, by program: P, number: Int) throws(HistoryError)
    where P.Message == Message {
        guard case .message(let message) = content else { throw .unknownMessage(number) }
        do {
            _ = try program.update(&model, on: message)
        } catch {
            throw .updateFailed(number, "\(error)")
        }
    }
}

/// Why a moment of a history cannot be shown.
package enum HistoryError: Error, Equatable, CustomStringConvertible {
    /// The turn was removed, or has not happened.
    case noSuchTurn(Int)
    /// The turn's message is not stored, and neither is the model after it.
    case unknownMessage(Int)
    /// The turn's update throws now, and did not throw before.
    case updateFailed(Int, String)

    package var description: String {
        switch self {
        case .noSuchTurn(let number): "The history has no turn \(number)."
        case .unknownMessage(let number): "The message of turn \(number) is not known."
        case .updateFailed(let number, let reason): "The update of turn \(number) fails now: \(reason)"
        }
    }
}
