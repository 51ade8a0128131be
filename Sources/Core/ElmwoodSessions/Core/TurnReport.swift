import ElmwoodArchitecture
import ElmwoodStorage

/// The source of a transaction's messages.
package enum TurnOrigin: Sendable {
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
    case effect(AnyEffect)
    /// A delayed message.
    case delayed
    /// The value that was loaded under that key.
    case storage(String)
    /// A timer of a subscription.
    case clock
    /// A payload on that topic.
    case topic(String)
    /// A message of another program, or the answer to one.
    indirect case delivered(WaitingMessage)
    /// A change of those who watch the shared model, who are all of these since then.
    case watchers([Watcher])
    /// A message that the program's owner sent from outside of its loop.
    case sent
}

/// A transaction of a session, for a history. Observers receive it after the transaction, under the session's turn, and therefore
/// in order.
struct TurnReport: Sendable {
    let origin: TurnOrigin
    let session: SessionCore
    /// The session's start, in its first report. After a restoration it has only the model.
    let start: ProgramStart?
    /// The turns, each a `TakenTurn` of the program.
    let turns: (any Sendable)?
    /// What the views of the model after it read.
    let reads: ModelReads?
    /// Whether the messages may contain the value of a secret field, such as a password.
    let isSecret: Bool
}

extension SessionCore {
    /// Returns the reports of a transaction; empty without observers.
    func reports(
        _ cause: Cause,
        _ result: TurnResult?,
        start: ProgramStart? = nil,
        reads: ModelReads?
    ) -> [TurnReport] {
        guard !host.observers.isEmpty else { return [] }
        return [
            TurnReport(
                origin: cause.origin,
                session: self,
                start: start,
                turns: result?.notes,
                reads: reads,
                isSecret: cause.isSecret
            )
        ]
    }
}

extension SessionHost {
    /// Returns what notes the reads of a model's views; nil without observers.
    func newReads() -> ModelReads? { observers.isEmpty ? nil : ModelReads() }
}

extension SessionTurn {
    /// Reports the beginning of a session whose model no turn has made.
    borrowing func reportBeginning(_ cause: Cause, at model: AnyModel) {
        guard let reads = host.newReads() else { return }
        session.state.withLock { $0.observe(reads) }
        notifyObservers(of: session.reports(cause, nil, start: host.driver.start(at: model), reads: reads))
    }

    /// Sends the reports to the observers.
    borrowing func notifyObservers(of reports: [TurnReport]) {
        for report in reports {
            for observe in host.observers { observe(report) }
        }
    }
}

extension EffectTask {
    /// The source of its messages.
    var origin: TurnOrigin {
        switch work {
        case .effect(let effect): .effect(effect)
        case .message: .delayed
        case .storage(.load(let key, _, _)), .storage(.save(_, let key, _)), .storage(.remove(let key, _)):
            .storage(key)
        case .storage(.sessions(let account, _)), .storage(.endSessions(let account, _)):
            .storage(account)
        case .storage(.removeAll), .identify: .storage("")
        }
    }
}
