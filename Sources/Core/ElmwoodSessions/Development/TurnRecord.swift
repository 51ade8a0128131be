import ElmwoodArchitecture

/// A transaction of a session in the program's own types, for a history.
///
/// Observers receive it after the transaction, under the session's turn, and therefore in order.
package struct TurnRecord<P: Program>: Sendable {
    package let origin: TurnOrigin
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
        origin = report.origin
        session = SessionReference(report.session)
        start = report.start?.typed as? Start<P>
        turns = report.turns as? [TakenTurn<P>] ?? []
        isSecret = report.isSecret
        reads = report.reads
    }
}
