extension Command: CustomStringConvertible {
    /// The command as it is written in Swift: `after(5.0 seconds, gaveUp, id: "timeout")`.
    public var description: String {
        let name = id.map { ", id: \(String(reflecting: $0))" } ?? ""
        return switch kind {
        case .none: "none"
        case .batch(let commands): "batch(\(commands.map(\.description).joined(separator: ", ")))"
        case .send(let message): "send(\(message))"
        case .after(let duration, let message): "after(\(duration), \(message)\(name))"
        case .random(let range, _): "random(in: \(range))"
        case .now: "now"
        case .save(let value, let key, let scope): "save(\(value), as: \(String(reflecting: key)), in: .\(scope))"
        case .load(let key, let scope, _): "load(\(String(reflecting: key)), in: .\(scope)\(name))"
        case .remove(let key, let scope): "remove(\(String(reflecting: key)), in: .\(scope))"
        case .removeAll: "removeAll()"
        case .broadcast(let topic, let payload): "broadcast(\(String(reflecting: topic)), \(payload))"
        case .changed(let topic): "changed(\(String(reflecting: topic)))"
        case .page(let command): command.description
        case .notice(let sentence, let end):
            "notice(\(String(reflecting: sentence))\(end == .leaving ? "" : ", until: .\(end)"))"
        case .problem(let problem): Self.description(of: problem)
        case .effect(let effect, let isDurable, let isAwaited):
            "effect(\(effect)\(name)\(isDurable ? ", durable: true" : "")\(isAwaited ? "" : ", awaited: false"))"
        case .deliver(let delivery): delivery.description
        case .cancel(let id): "cancel(\(String(reflecting: id)))"
        case .renewSession: "renewSession"
        case .endSession(false): P.self is any SharedProgram.Type ? "end" : "endSession"
        case .endSession(true): "endSession(everywhere: true)"
        case .identify(let account): "identify(\(account.map { String(reflecting: $0) } ?? "nil"))"
        case .sessions(let account, _): "sessions(of: \(String(reflecting: account))\(name))"
        case .endSessions(let account, let session?):
            "endSession(\(String(reflecting: session)), of: \(String(reflecting: account)))"
        case .endSessions(let account, nil): "endSessions(of: \(String(reflecting: account)))"
        }
    }
    private static func description(of problem: Problem) -> String {
        let field = problem.field.isEmpty ? "" : "in: \(String(reflecting: problem.field)), "
        let form = problem.form.map { "of: \(String(reflecting: $0)), " } ?? ""
        return "problem(\(field)\(form)\(String(reflecting: problem.sentence)))"
    }
}
