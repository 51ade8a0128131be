/// The record of one message's turn.
package struct TakenTurn<P: Program>: Sendable {
    package let message: P.Message
    /// The model after the turn.
    package let model: P.Model
    /// The command that `update` returned, unchanged: `batch`, `send`, `random` and `now` included.
    package let command: Command<P>
    /// Whether the message followed from another turn of the same transaction: by `send`, `random` or `now`.
    package let isFollowUp: Bool
}

/// Records the turns of a transaction as they run.
package final class TurnNotes<P: Program> {
    package private(set) var turns: [TakenTurn<P>] = []

    package init() {}

    func add(_ message: P.Message, _ model: P.Model, _ command: Command<P>, isFollowUp: Bool) {
        turns.append(TakenTurn(message: message, model: model, command: command, isFollowUp: isFollowUp))
    }
}
