import ElmwoodArchitecture

/// Values as Swift code in a test: `.set(to: 5)`, `Todo(id: 1, title: "Buy milk")`.
enum SwiftText {
    /// The greatest number of characters of one value.
    private static let limit = 300

    static func of(_ value: Any) -> String {
        let text = write(value, depth: 0)
        return text.count > limit ? text.prefix(limit) + "…" : text
    }

    private static func write(_ value: Any, depth: Int) -> String {
        guard depth < 12 else { return "…" }
        switch value {
        case let text as String: return String(reflecting: text)
        case let text as Substring: return String(reflecting: text)
        case let character as Character: return String(reflecting: String(character))
        case let duration as Duration: return time(duration)
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { write($0.value, depth: depth + 1) } ?? "nil"
        case .enum:
            guard let child = mirror.children.first else { return ".\(value)" }
            let payload = write(child.value, depth: depth + 1)
            let isTuple = Mirror(reflecting: child.value).displayStyle == .tuple
            return ".\(child.label ?? "")" + (isTuple ? payload : "(\(payload))")
        case .tuple:
            return "(" + fields(mirror, depth) + ")"
        case .collection, .set:
            let elements = mirror.children.prefix(50).map { write($0.value, depth: depth + 1) }
            return "[" + (elements + (mirror.children.count > 50 ? ["…"] : [])).joined(separator: ", ") + "]"
        case .dictionary:
            let pairs = mirror.children.prefix(50).map { pair in
                Mirror(reflecting: pair.value).children.map { write($0.value, depth: depth + 1) }.joined(
                    separator: ": "
                )
            }
            return pairs.isEmpty ? "[:]" : "[" + pairs.sorted().joined(separator: ", ") + "]"
        case .struct where !(value is any CustomStringConvertible) && !mirror.children.isEmpty:
            return "\(mirror.subjectType)(" + fields(mirror, depth) + ")"
        default:
            return "\(value)"
        }
    }

    private static func fields(_ mirror: Mirror, _ depth: Int) -> String {
        mirror.children.map { child in
            let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
            return label + write(child.value, depth: depth + 1)
        }.joined(separator: ", ")
    }

    /// Returns a duration: `.seconds(1)`, `.milliseconds(300)`.
    static func time(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0 { return ".seconds(\(seconds))" }
        if seconds < 1_000_000, attoseconds % 1_000_000_000_000_000 == 0 {
            return ".milliseconds(\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000))"
        }
        return ".seconds(\(Double(seconds) + Double(attoseconds) / 1e18))"
    }

    /// Returns a command: `.save(3, as: "count")`, `.after(.seconds(1), .tick, id: "clock")`.
    static func of<P: ProgramBase>(_ command: Command<P>) -> String {
        let id = command.id.map { ", id: \(String(reflecting: $0))" } ?? ""
        return switch command.kind {
        case .none: ".none"
        case .batch(let commands): ".batch(\(commands.map { of($0) }.joined(separator: ", ")))"
        case .send(let message): ".send(\(of(message)))"
        case .after(let duration, let message): ".after(\(time(duration)), \(of(message))\(id))"
        case .random(let range, _): ".random(in: \(range), …)"
        case .now: ".now(…)"
        case .save(let value, let key, let scope):
            ".save(\(of(value.value)), as: \(String(reflecting: key))\(of(scope)))"
        case .load(let key, let scope, _): ".load(\(String(reflecting: key))\(of(scope))\(id), …)"
        case .remove(let key, let scope): ".remove(\(String(reflecting: key))\(of(scope)))"
        case .broadcast(let topic, let payload):
            ".broadcast(\(String(reflecting: topic)), \(of(payload.value)))"
        case .changed(let topic): ".changed(\(String(reflecting: topic)))"
        case .deliver(let delivery):
            ".send(\(of(delivery.value)), to: \(delivery.recipient)\(delivery.answered == nil ? "" : ", answered: …"))"
        case .effect(let effect, let isDurable, let isAwaited):
            ".effect(\(of(effect))\(id)\(isDurable ? ", durable: true" : "")\(isAwaited ? "" : ", awaited: false"))"
        case .page(.download(let file)): of(file)
        case .removeAll: ".removeAll()"
        case .identify(nil): ".identify(nil)"
        case .identify(let account?): ".identify(\(of(account)))"
        case .sessions(let account, _): ".sessions(of: \(of(account))\(id), …)"
        case .endSessions(let account, let session?): ".endSession(\(of(session)), of: \(of(account)))"
        case .endSessions(let account, nil): ".endSessions(of: \(of(account)))"
        case .page, .notice, .problem, .cancel, .renewSession, .endSession: ".\(command)"
        }
    }

    /// Returns a download: `.download("a,b", as: "list.csv")`, with the bytes if they are not text.
    private static func of(_ file: Download) -> String {
        guard case .content(let bytes, let type) = file.source else { return ".download(\(file))" }
        let text = type.hasPrefix("text/") ? String(validating: bytes, as: UTF8.self).map { of($0) } : nil
        let usual = text == nil ? "application/octet-stream" : "text/plain; charset=utf-8"
        let typed = type == usual ? "" : ", type: \(String(reflecting: type))"
        return ".download(\(text ?? of(bytes)), as: \(String(reflecting: file.filename))\(typed))"
    }

    private static func of(_ scope: StorageScope) -> String {
        scope == .shared ? ", in: .shared" : ""
    }

    /// Returns a subscription: `.every(.seconds(1), .tick)`, `.topic("chat", …)`.
    static func of<P: Program>(_ subscription: Subscription<P>) -> String {
        switch subscription.kind {
        case .every(let duration, let message): ".every(\(time(duration)), \(of(message)))"
        case .watchers: ".watchers(…)"
        case .topic(let name, _) where SharedAddress(topic: name) != nil: ".\(subscription)"
        case .topic(let name, _): ".topic(\(String(reflecting: name)), …)"
        case .page(let event, let message):
            switch event {
            case .opened: ".pageOpened(\(of(message)))"
            case .closed: ".pageClosed(\(of(message)))"
            case .visible: ".pageVisible(\(of(message)))"
            case .hidden: ".pageHidden(\(of(message)))"
            case .online: ".online(\(of(message)))"
            case .offline: ".offline(\(of(message)))"
            case .key(let key): ".key(.\(key.rawValue), \(of(message)))"
            case .shortcut(let key): ".shortcut(\(key), \(of(message)))"
            }
        case .arrived: ".arrived(…)"
        case .running(let effect, let id):
            ".running(\(of(effect))\(id.map { ", id: \(String(reflecting: $0))" } ?? ""))"
        }
    }
}
