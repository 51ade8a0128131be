import ElmwoodObservation

/// An event of sessions for the site's log. No event contains a session's id. Messages and effects are given by their names, without
/// their values, which visitors may have typed.
package indirect enum SessionEvent: Sendable {
    /// An update threw, or exceeded a limit. Its post, or its effect's message, changed nothing.
    case turnFailed(program: String, message: String, error: any Error)
    /// A program's start threw: the visitor saw the error page.
    case startFailed(program: String, error: any Error)
    /// Rendering the view to check a post against it threw.
    case viewFailed(program: String, error: any Error)
    /// An effect threw, and the program made no message of it.
    case effectFailed(program: String, effect: String, error: any Error)
    /// An effect sent messages faster than they could be applied, and was ended.
    case effectFlooded(program: String, effect: String, limit: Int)
    /// A message was dropped because too many were waiting.
    case messageDropped(program: String, message: String, limit: Int)
    /// A program navigated to something that is not a path of this site.
    case navigationRefused(program: String, path: String)
    /// A program tried to leave for something that is not an address of another site.
    case leavingRefused(program: String, address: String)
    /// The file of a download exceeded the limit of all such files together.
    case downloadRefused(program: String, bytes: Int, limit: Int)
    /// The detail of an event for an element was too large, or could not be encoded.
    case dispatchRefused(program: String, event: String, reason: String)
    /// A value could not be saved, loaded or removed.
    case storageFailed(program: String, operation: String, key: String, error: any Error)
    /// The visitor of a token could not be looked up. The request receives an error.
    case visitorNotFound(error: any Error)
    /// A visitor's tokens could not be changed in the store. Those that were to become invalid are refused by this process.
    case tokensNotRevoked(error: any Error)
    /// A topic's payload has another type than the subscriber expects, and cannot be converted.
    case payloadDropped(program: String, topic: String, type: String, error: any Error)
    /// A broadcast was dropped because too many were waiting.
    case broadcastDropped(program: String, topic: String)
    /// The effect of a subscription returned, and will be performed again later.
    case sourceEnded(program: String, effect: String)
    /// A program exceeded a session's limit of subscriptions.
    case tooManySubscriptions(program: String, limit: Int)
    /// Sessions could not be stored or loaded. The waiting requests receive an error, and the operation is retried.
    case sessionsNotStored(error: any Error)
    /// The store refuses what a session contains: its requests receive an error, and it is stored with its next change.
    case sessionRefused(program: String, error: any Error)
    /// Another process has run a turn of a session in between: the session is loaded again.
    case sessionOvertaken(program: String)
    /// A call that ended a process before was requested again, and refused: with that message, if it was one of `update`.
    case faultAvoided(program: String, message: String? = nil)
    /// A stored model does not fit the program any more, and could not be migrated. It is set aside.
    case modelSetAside(program: String, error: any Error)
    /// A stored delayed message or durable effect does not fit the program any more, and is dropped.
    case pendingLost(program: String, error: any Error)
    /// The limit of sessions was exceeded: the number of longest idle visitors evicted since the last such event.
    case visitorsEvicted(count: Int, limit: Int)
    /// A program's function took long. The requests of other visitors on the same thread have waited for it.
    case slowCall(program: String, function: ObservedCall.Function, message: String, milliseconds: Int)
    /// A program's function has not returned for that many seconds.
    case endlessCall(program: String, function: ObservedCall.Function, message: String, seconds: Int)
    /// An event of a kind that is logged at most once a second, and how many others there were in that second.
    case repeated(SessionEvent, others: Int)
}

extension SessionEvent: CustomStringConvertible {
    package var description: String {
        switch self {
        case .turnFailed(let program, let message, let error):
            "\(program): the update on \(Self.line(message)) failed and changed nothing: \(Self.line("\(error)"))"
        case .startFailed(let program, let error):
            "\(program): start failed: \(Self.line("\(error)"))"
        case .viewFailed(let program, let error):
            "\(program): the view failed: \(Self.line("\(error)"))"
        case .effectFailed(let program, let effect, let error):
            "\(program): the effect \(Self.line(effect)) failed: \(Self.line("\(error)"))"
        case .effectFlooded(let program, let effect, let limit):
            "\(program): the effect \(Self.line(effect)) was ended: more than \(limit) messages were waiting"
        case .messageDropped(let program, let message, let limit):
            "\(program): the message \(Self.line(message)) was dropped: \(limit) messages were waiting"
        case .navigationRefused(let program, let path):
            "\(program): did not navigate to \(Self.line(path)): not a path of this site"
        case .leavingRefused(let program, let address):
            "\(program): did not leave for \(Self.line(address)): not a path, nor an address that begins with https:, http: or mailto:"
        case .downloadRefused(let program, let bytes, let limit):
            "\(program): a download of \(bytes) bytes was left out: all together may have \(limit)"
        case .dispatchRefused(let program, let event, let reason):
            "\(program): did not dispatch the event \(Self.line(event)): \(Self.line(reason))"
        case .storageFailed(let program, let operation, let key, let error):
            "\(program): could not \(operation) \(Self.line(key)): \(Self.line("\(error)"))"
        case .visitorNotFound(let error):
            "a visitor could not be looked up: \(Self.line("\(error)"))"
        case .tokensNotRevoked(let error):
            "a visitor's tokens could not be changed: \(Self.line("\(error)"))"
        case .payloadDropped(let program, let topic, let type, let error):
            "\(program): what was told on \(Self.line(topic)) was dropped: \(Self.line(type)) is not what it wants: "
                + Self.line("\(error)")
        case .broadcastDropped(let program, let topic):
            "\(program): a broadcast on \(Self.line(topic)) was dropped: too many were waiting"
        case .sourceEnded(let program, let effect):
            "\(program): the subscription's effect \(Self.line(effect)) returned, and is begun again"
        case .tooManySubscriptions(let program, let limit):
            "\(program): more than \(limit) subscriptions would run in a session: those beyond are left out"
        case .sessionsNotStored(let error):
            "sessions could not be stored or loaded: \(Self.line("\(error)"))"
        case .sessionRefused(let program, let error):
            "\(program): the store refuses what a session contains, so its last turns are not stored: \(Self.line("\(error)"))"
        case .sessionOvertaken(let program):
            "\(program): another process has changed a session, which is loaded again"
        case .faultAvoided(let program, _):
            "\(program): what has ended the server before was asked for again, and not done"
        case .modelSetAside(let program, let error):
            "\(program): a stored model cannot be read any more, so its session starts anew, and the model is set aside: "
                + Self.line("\(error)")
        case .pendingLost(let program, let error):
            "\(program): pending work of a stored session cannot be read any more and was dropped: "
                + Self.line("\(error)")
        case .slowCall(let program, let function, let message, let milliseconds):
            "\(program): \(function.rawValue)\(Self.name(message)) took \(milliseconds) ms"
        case .endlessCall(let program, let function, let message, let seconds):
            "\(program): \(function.rawValue)\(Self.name(message)) has not returned for \(seconds) s"
        case .visitorsEvicted(let count, let limit):
            "more than \(limit) sessions are held: \(count) idle visitors were evicted"
        case .repeated(let event, let others):
            "\(event) (and \(others) more of this kind within a second)"
        }
    }

    /// Returns a message's name in a sentence.
    private static func name(_ message: String) -> String { message.isEmpty ? "" : " on " + line(message) }

    /// Returns one line of bounded length, so that a visitor's text can neither forge lines of a log nor fill it.
    private static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars.prefix(500) {
            line += scalar.properties.generalCategory == .control ? " " : String(scalar)
        }
        return line
    }
}

extension SessionEvent {
    /// The name of its kind, in metrics and for the bound of the log.
    package var kind: String {
        switch self {
        case .turnFailed: "turn_failed"
        case .startFailed: "start_failed"
        case .viewFailed: "view_failed"
        case .effectFailed: "effect_failed"
        case .effectFlooded: "effect_flooded"
        case .messageDropped: "message_dropped"
        case .navigationRefused: "navigation_refused"
        case .leavingRefused: "leaving_refused"
        case .downloadRefused: "download_refused"
        case .dispatchRefused: "dispatch_refused"
        case .storageFailed: "storage_failed"
        case .visitorNotFound: "visitor_not_found"
        case .tokensNotRevoked: "tokens_not_revoked"
        case .payloadDropped: "payload_dropped"
        case .broadcastDropped: "broadcast_dropped"
        case .sourceEnded: "source_ended"
        case .tooManySubscriptions: "too_many_subscriptions"
        case .sessionsNotStored: "sessions_not_stored"
        case .sessionRefused: "session_refused"
        case .sessionOvertaken: "session_overtaken"
        case .faultAvoided: "fault_avoided"
        case .modelSetAside: "model_set_aside"
        case .pendingLost: "pending_lost"
        case .visitorsEvicted: "visitors_evicted"
        case .slowCall: "slow_call"
        case .endlessCall: "endless_call"
        case .repeated(let event, _): event.kind
        }
    }

    /// The name of the message that it is about; nil if it is about none.
    package var message: String? {
        switch self {
        case .turnFailed(_, let message, _), .messageDropped(_, let message, _), .slowCall(_, _, let message, _),
            .endlessCall(_, _, let message, _):
            message.isEmpty ? nil : message
        case .faultAvoided(_, let message): message
        case .repeated(let event, _): event.message
        default: nil
        }
    }

    /// The name of the effect that it is about; nil if it is about none.
    package var effect: String? {
        switch self {
        case .effectFailed(_, let effect, _), .effectFlooded(_, let effect, _), .sourceEnded(_, let effect):
            effect.isEmpty ? nil : effect
        case .repeated(let event, _): event.effect
        default: nil
        }
    }

    /// Where its program is mounted; nil if it belongs to none.
    package var program: String? {
        switch self {
        case .turnFailed(let program, _, _), .startFailed(let program, _), .viewFailed(let program, _),
            .effectFailed(let program, _, _), .effectFlooded(let program, _, _), .messageDropped(let program, _, _),
            .navigationRefused(let program, _), .leavingRefused(let program, _), .downloadRefused(let program, _, _),
            .dispatchRefused(let program, _, _),
            .storageFailed(let program, _, _, _), .payloadDropped(let program, _, _, _),
            .broadcastDropped(let program, _), .sourceEnded(let program, _), .tooManySubscriptions(let program, _),
            .sessionRefused(let program, _), .sessionOvertaken(let program), .faultAvoided(let program, _),
            .modelSetAside(let program, _),
            .pendingLost(let program, _), .slowCall(let program, _, _, _), .endlessCall(let program, _, _, _):
            program
        case .sessionsNotStored, .visitorsEvicted, .visitorNotFound, .tokensNotRevoked: nil
        case .repeated(let event, _): event.program
        }
    }
}
