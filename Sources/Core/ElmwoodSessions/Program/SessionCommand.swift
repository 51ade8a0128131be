import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

/// A command of a program of any type that remains to be performed after a turn: see `Command`.
struct SessionCommand: Sendable {
    enum Kind: Sendable {
        case after(Duration, AnyMessage)
        case effect(AnyEffect, isDurable: Bool, isAwaited: Bool)
        case cancel(String)
        case page(PageCommand)
        case notice(String, NoticeEnd)
        case problem(Problem)
        case save(Payload, as: String, StorageScope)
        /// The function makes a message of the stored value's JSON, or of nil. It throws if the JSON has another type.
        case load(String, StorageScope, @Sendable ([UInt8]?) throws -> AnyMessage)
        case remove(String, StorageScope)
        case broadcast(String, Payload)
        case changed(String)
        /// `name`: recognizes the message in this process; 0 before the turn is published.
        case deliver(SessionDelivery, to: SessionKey, name: UInt64 = 0)
        case renewSession
        case endSession(everywhere: Bool)
        case removeAll
        case identify(String?)
        case sessions(of: String, @Sendable ([ActiveSession]) -> AnyMessage)
        case endSessions(of: String, only: ActiveSession.ID?)
    }

    let kind: Kind
    /// The id by which it can be cancelled or replaced, if any.
    let id: String?
}

extension SessionCommand {
    /// Creates the command; nil if the turn itself has performed it.
    init?<P: Program>(_ command: Command<P>) {
        id = command.id
        switch command.kind {
        case .none, .batch, .send, .random, .now: return nil
        case .after(let duration, let message): kind = .after(duration, AnyMessage(message))
        case .effect(let effect, let isDurable, let isAwaited):
            kind = .effect(AnyEffect(effect), isDurable: isDurable, isAwaited: isAwaited)
        case .cancel(let id): kind = .cancel(id)
        case .page(let command): kind = .page(command)
        case .notice(let sentence, let end): kind = .notice(sentence, end)
        case .problem(let problem): kind = .problem(problem)
        case .save(let value, let key, let scope): kind = .save(value, as: key, scope)
        case .load(let key, let scope, let reader):
            kind = .load(key, scope) { AnyMessage(try reader.message($0)) }
        case .remove(let key, let scope): kind = .remove(key, scope)
        case .broadcast(let topic, let payload): kind = .broadcast(topic, payload)
        case .changed(let topic): kind = .changed(topic)
        case .deliver(let delivery):
            kind = .deliver(SessionDelivery(delivery), to: delivery.recipient.sessionKey)
        case .renewSession: kind = .renewSession
        case .endSession(let everywhere): kind = .endSession(everywhere: everywhere)
        case .removeAll: kind = .removeAll
        case .identify(let account): kind = .identify(account)
        case .sessions(let account, let make): kind = .sessions(of: account) { AnyMessage(make($0)) }
        case .endSessions(let account, let session): kind = .endSessions(of: account, only: session)
        }
    }
}
