import ElmwoodArchitecture

/// A transaction of a session in the program's own types, for a history.
///
/// Observers receive it after the transaction, under the session's turn, and therefore in order.
package struct TurnRecord<P: Program>: Sendable {
    /// The source of its messages.
    package enum Origin: Sendable {
        /// The session's start, with its command.
        case start
        /// The session was restored from the store, after an eviction or from another process.
        case restored
        /// An action of the visitor on a page.
        case visitor
        /// An event of a page itself.
        case page(PageEvent)
        /// The visitor has arrived at an address.
        case arrival
        /// A message of an effect, or for its failure.
        case effect(P.Effect)
        /// A delayed message.
        case delayed
        /// The value that was loaded under that key.
        case storage(String)
        /// A timer of a subscription.
        case clock
        /// A payload on that topic.
        case topic(String)
        /// A message of another program, or the answer to one.
        case delivered
        /// A change of those who watch the shared model.
        case watchers
        /// A message that the program's owner sent from outside of its loop.
        case sent
    }

    package let origin: Origin
    /// The session, which may have ended when the record is read.
    package let session: SessionReference<P>
    /// The session's start, in its first record. After a restoration it has only the model.
    package let start: Start<P>?
    package let turns: [TakenTurn<P>]
    /// Whether the messages may contain the value of a secret field, such as a password.
    package let isSecret: Bool
    /// What the views of the model after them read.
    package let reads: ModelReads?

    init(_ report: TurnReport) {
        origin = Origin(report.origin)
        session = SessionReference(report.session)
        start = report.start?.typed as? Start<P>
        turns = report.turns as? [TakenTurn<P>] ?? []
        isSecret = report.isSecret
        reads = report.reads
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
            case .arrival: .arrival
            case .effect(let effect): .effect(Driver<P>.open(effect))
            case .delayed: .delayed
            case .storage(let key): .storage(key)
            case .clock: .clock
            case .topic(let topic): .topic(topic)
            case .delivered: .delivered
            case .watchers: .watchers
            case .sent: .sent
            }
    }
}
