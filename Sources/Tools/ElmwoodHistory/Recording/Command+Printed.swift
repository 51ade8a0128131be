import ElmwoodArchitecture

extension Command {
    /// The command's description, with values written as in a ``ModelDifference``, without their types.
    package var printed: String {
        let name = id.map { ", id: \(String(reflecting: $0))" } ?? ""
        return switch kind {
        case .send(let message): "send(\(written(message)))"
        case .after(let duration, let message): "after(\(duration), \(written(message))\(name))"
        case .save(let value, let key, let scope):
            "save(\(written(value.value)), as: \(String(reflecting: key)), in: .\(scope))"
        case .broadcast(let topic, let payload): "broadcast(\(String(reflecting: topic)), \(written(payload.value)))"
        case .effect(let effect, let isDurable, let isAwaited):
            "effect(\(written(effect))\(name)\(isDurable ? ", durable: true" : "")"
                + "\(isAwaited ? "" : ", awaited: false"))"
        case .deliver(let delivery): "send(\(written(delivery.value)), to: \(delivery.recipient))"
        default: description
        }
    }
}

/// Returns a value as it is written in a difference.
private func written(_ value: some Encodable & Sendable) -> String {
    // What a shared program sends to itself has no sender that anybody would want to see.
    if let sent = value as? any SentMessage { return written(sent.content) }
    return ValueTree(encoding: value)?.text ?? String(describing: value)
}
