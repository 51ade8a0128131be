import ElmwoodArchitecture
import ElmwoodObservation
import ElmwoodSessions
import FoundationEssentials

extension HistoryTurn {
    /// Creates the turn of a transaction.
    init<P: Program>(_ turn: TakenTurn<P>, of record: TurnRecord<P>, by program: P, at time: Date)
    where P.Message == Message {
        self.init(
            record.isSecret ? .secret(caseName(turn.message)) : .message(turn.message),
            origin: turn.isFollowUp ? "follows" : record.origin.words(of: turn.message),
            time: time,
            commands: turn.command.list.map { $0.printed.cut(to: 1_000) },
            subscriptions: program.subscriptions(turn.model).map { $0.description.cut(to: 1_000) }
        )
    }
}

extension TurnOrigin {
    /// The source of a message, in words.
    fileprivate func words(of message: some Sendable) -> String {
        switch self {
        case .start: "start"
        case .restored: "stored session"
        case .visitor: "visitor"
        case .page(let event): "page \(event.name)"
        case .arrival: "arrival"
        // Only the effect's name: its payload may be secret.
        case .effect(let effect): "effect \(effect.description.prefix { $0 != "(" })"
        case .delayed: "delayed"
        case .storage(let key): "stored \(key)"
        case .clock: "clock"
        case .topic(let name): SharedAddress(topic: name).map { "changes of \($0)" } ?? "topic \(name)"
        // A shared program answers a message by one in which it has no part, so it has no sender.
        case .delivered: (message as? any SentMessage)?.origin ?? "answer"
        case .watchers: "watchers"
        case .sent: "sent"
        }
    }
}
