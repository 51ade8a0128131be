import Architecture
import Storage

/// What one transaction of a session was, for who keeps a history of it: told once it has taken place, under the session's
/// turn, so in order.
package struct TurnRecord<P: Program>: Sendable {
    /// What brought its messages.
    package enum Origin: Sendable {
        /// The session began: the start's command.
        case start
        /// The session came back from the store, in which it was let go of, or which another process has left.
        case restored
        /// The visitor did something on a page.
        case visitor
        /// What happened to a page itself.
        case page(PageEvent)
        /// An effect's message, or that of its failure.
        case effect(P.Effect)
        /// A message that was delayed.
        case delayed
        /// What was loaded under that key.
        case storage(String)
        /// Time that passed, for a subscription.
        case clock
        /// What was told on that topic.
        case topic(String)
        /// The program's own message, from outside its loop.
        case sent
    }

    package let origin: Origin
    /// The session; it may have ended when the record is read.
    package let session: SessionReference<P>
    /// The model and the command that the session began with, in its first record; of a restored one the model alone.
    package let start: Start<P>?
    package let turns: [TakenTurn<P>]
    /// Whether a field marked secret (a password) is among what the messages hold.
    package let isSecret: Bool
}

extension Session {
    /// Notes for a transaction's turns, where somebody wants to be told of them.
    var notes: TurnNotes<P>? { host.observe == nil ? nil : TurnNotes() }

    /// What is to be told of a transaction; none where nobody wants to be told.
    func records(
        _ origin: TurnRecord<P>.Origin,
        _ notes: TurnNotes<P>?,
        start: Start<P>? = nil,
        isSecret: Bool = false
    ) -> [TurnRecord<P>] {
        guard let notes else { return [] }
        return [
            TurnRecord(
                origin: origin,
                session: SessionReference(self),
                start: start,
                turns: notes.turns,
                isSecret: isSecret
            )
        ]
    }

    /// Tells of transactions that have taken place. The caller has the turn.
    func tell(_ records: [TurnRecord<P>]) {
        guard let observe = host.observe else { return }
        for record in records { observe(record) }
    }
}

extension Run {
    /// What brings its messages.
    var origin: TurnRecord<P>.Origin {
        switch work {
        case .effect(let effect): .effect(effect)
        case .message: .delayed
        case .storage(.load(let key, _, _)), .storage(.save(_, let key, _)), .storage(.remove(let key, _)):
            .storage(key)
        }
    }
}
