extension Command: CustomStringConvertible {
    /// The command as a reader would write it: `after(5.0 seconds, gaveUp, id: "timeout")`.
    public var description: String {
        let name = id.map { ", id: \(String(reflecting: $0))" } ?? ""
        return switch kind {
        case .none: "none"
        case .batch(let commands): "batch(\(commands.map(\.description).joined(separator: ", ")))"
        case .send(let message): "send(\(message))"
        case .after(let duration, let message): "after(\(duration), \(message)\(name))"
        case .random(let range, _): "random(in: \(range))"
        case .now: "now"
        case .navigate(let path): "navigate(to: \(String(reflecting: path)))"
        case .effect(let effect): "effect(\(effect)\(name))"
        case .cancel(let id): "cancel(\(String(reflecting: id)))"
        case .renewSession: "renewSession"
        case .endSession: "endSession"
        }
    }
}
