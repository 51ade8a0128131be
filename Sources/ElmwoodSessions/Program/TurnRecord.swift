import ElmwoodArchitecture

/// What one transaction of a session was, in the program's own types, for who keeps a history of it: told once it has taken
/// place, under the session's turn, so in order.
package struct TurnRecord<P: Program>: Sendable {
    /// What brought its messages.
    package enum Origin: Sendable {
        /// The session began: the start's command.
        case start
        /// The session came back from the store, in which it was evicted, or which another process has left.
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

    init(_ report: TurnReport) {
        origin = Origin(report.origin)
        session = SessionReference(report.session)
        start = report.start?.typed as? Start<P>
        turns = report.turns as? [TakenTurn<P>] ?? []
        isSecret = report.isSecret
    }
}

extension TurnRecord.Origin {
    init(_ origin: TurnOrigin) {
        self =
            switch origin {
            case .start: .start
            case .restored: .restored
            case .visitor: .visitor
            case .page(let event): .page(event)
            case .effect(let effect): .effect(Driver<P>.open(effect))
            case .delayed: .delayed
            case .storage(let key): .storage(key)
            case .clock: .clock
            case .topic(let topic): .topic(topic)
            case .sent: .sent
            }
    }
}
