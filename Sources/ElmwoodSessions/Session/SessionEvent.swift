/// An event of sessions for the site's log. No event contains a session's id.
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
    /// A value could not be saved, loaded or removed.
    case storageFailed(program: String, operation: String, key: String, error: any Error)
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
    /// Another process has run a turn of a session in between: the session is loaded again.
    case sessionOvertaken(program: String)
    /// A call that ended a process before was requested again, and refused.
    case faultAvoided(program: String)
    /// A stored model does not fit the program any more, and could not be migrated. It is set aside.
    case modelSetAside(program: String, error: any Error)
    /// A stored delayed message or durable effect does not fit the program any more, and is dropped.
    case pendingLost(program: String, error: any Error)
    /// The limit of sessions was exceeded: the number of longest idle visitors evicted since the last such event.
    case visitorsEvicted(count: Int, limit: Int)
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
            "\(program): did not leave for \(Self.line(address)): not an address that begins with https:, http: or mailto:"
        case .downloadRefused(let program, let bytes, let limit):
            "\(program): a download of \(bytes) bytes was left out: all together may have \(limit)"
        case .storageFailed(let program, let operation, let key, let error):
            "\(program): could not \(operation) \(Self.line(key)): \(Self.line("\(error)"))"
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
        case .sessionOvertaken(let program):
            "\(program): another process has changed a session, which is loaded again"
        case .faultAvoided(let program):
            "\(program): what has ended the server before was asked for again, and not done"
        case .modelSetAside(let program, let error):
            "\(program): a stored model is none any more, its session starts anew and it is kept aside: "
                + Self.line("\(error)")
        case .pendingLost(let program, let error):
            "\(program): pending work of a stored session cannot be read any more and was dropped: "
                + Self.line("\(error)")
        case .visitorsEvicted(let count, let limit):
            "more than \(limit) sessions are held: \(count) idle visitors were evicted"
        case .repeated(let event, let others):
            "\(event) (and \(others) more of this kind within a second)"
        }
    }

    /// Returns one line of bounded length, so that a visitor's text can neither forge lines of a log nor fill it.
    private static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars.prefix(500) {
            line += scalar.properties.generalCategory == .control ? " " : String(scalar)
        }
        return line
    }

    /// Returns only the case's name: `signIn(name: "bob", password: "…")` becomes `signIn`.
    static func caseName(_ value: some Any) -> String {
        String(String(describing: value).prefix { $0 != "(" })
    }
}
