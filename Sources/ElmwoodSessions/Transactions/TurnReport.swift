import ElmwoodArchitecture

/// What brought the messages of a transaction.
enum TurnOrigin: Sendable {
    /// The session began: the start's command.
    case start
    /// The session came back from the store, in which it was evicted, or which another process has left.
    case restored
    /// The visitor did something on a page.
    case visitor
    /// What happened to a page itself.
    case page(PageEvent)
    /// An effect's message, or that of its failure.
    case effect(AnyEffect)
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

/// What one transaction of a session was, for who keeps a history of it: told once it has taken place, under the session's
/// turn, so in order.
struct TurnReport: Sendable {
    let origin: TurnOrigin
    let session: SessionCore
    /// The model and the command that the session began with, in its first report; of a restored one the model alone.
    let start: ProgramStart?
    /// The program's own `TakenTurn`s.
    let turns: (any Sendable)?
    /// Whether a field marked secret (a password) is among what the messages hold.
    let isSecret: Bool
}

extension SessionCore {
    /// What is to be told of a transaction; nothing where nobody wants to be told.
    func reports(_ cause: Cause, _ result: TurnResult?, start: ProgramStart? = nil) -> [TurnReport] {
        guard !host.observers.isEmpty else { return [] }
        return [
            TurnReport(
                origin: cause.origin,
                session: self,
                start: start,
                turns: result?.notes,
                isSecret: cause.isSecret
            )
        ]
    }
}

extension SessionTurn {
    /// Tells of transactions that have taken place.
    borrowing func tell(_ reports: [TurnReport]) {
        for report in reports {
            for observe in host.observers { observe(report) }
        }
    }
}

extension EffectTask {
    /// What brings its messages.
    var origin: TurnOrigin {
        switch work {
        case .effect(let effect): .effect(effect)
        case .message: .delayed
        case .storage(.load(let key, _, _)), .storage(.save(_, let key, _)), .storage(.remove(let key, _)):
            .storage(key)
        }
    }
}
