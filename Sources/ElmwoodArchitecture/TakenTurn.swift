/// One message's turn, as it went.
package struct TakenTurn<P: Program>: Sendable {
    package let message: P.Message
    /// The model after it.
    package let model: P.Model
    /// What its update answered, as it stands there: a batch, `send`, `random` and `now` included.
    package let command: Command<P>
    /// Whether the message followed from another turn of the same transaction: by `send`, `random` or `now`.
    package let isFollowUp: Bool
}

/// The turns of a transaction, noted while they are taken.
package final class TurnNotes<P: Program> {
    package private(set) var turns: [TakenTurn<P>] = []

    package init() {}

    func add(_ message: P.Message, _ model: P.Model, _ command: Command<P>, isFollowUp: Bool) {
        turns.append(TakenTurn(message: message, model: model, command: command, isFollowUp: isFollowUp))
    }
}
