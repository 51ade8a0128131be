/// What happened to sessions that a person who runs the site wants to know. No event names a session's id.
package enum SessionEvent: Sendable {
    /// An update threw, or went beyond a limit. Its post, or its effect's message, changed nothing.
    case turnFailed(program: String, message: String, error: any Error)
    /// A program's start threw: the visitor saw the error page.
    case startFailed(program: String, error: any Error)
    /// Rendering the view to check a post against it threw.
    case viewFailed(program: String, error: any Error)
    /// An effect threw, and the program made no message of it.
    case effectFailed(program: String, effect: String, error: any Error)
    /// An effect sent faster than its messages could be taken, and was ended.
    case effectFlooded(program: String, effect: String, limit: Int)
    /// A message came when as many as may be were waiting, and was dropped.
    case messageDropped(program: String, message: String, limit: Int)
    /// A program asked to navigate to what is no path of this site.
    case navigationRefused(program: String, path: String)
    /// More sessions than the limit were held: so many visitors, idle longest, were let go since the last such event.
    case visitorsLetGo(count: Int, limit: Int)
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
        case .visitorsLetGo(let count, let limit):
            "more than \(limit) sessions are held: \(count) idle visitors were let go"
        }
    }

    /// One line of bounded length, so that what a visitor typed can neither forge lines of a log nor fill it.
    private static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars.prefix(500) {
            line += scalar.properties.generalCategory == .control ? " " : String(scalar)
        }
        return line
    }

    /// The case's name alone: `signIn(name: "bob", password: "…")` becomes `signIn`.
    static func caseName(_ value: some Any) -> String {
        String(String(describing: value).prefix { $0 != "(" })
    }
}
