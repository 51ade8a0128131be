extension Command {
    /// A child program's command as one of its parent: its messages and effects wrapped into the parent's own.
    ///
    /// ```swift
    /// case .editor(let message):
    ///     return try editor.update(&model.editor, on: message).map(Message.editor, effect: Effect.editor)
    /// ```
    ///
    /// - Parameters:
    ///   - message: wraps a message of the child.
    ///   - effect: wraps an effect of the child; the parent's `perform` hands it to the child's.
    ///   - prefix: stands before the ids of the child's commands, so that two children of the same kind do not cancel
    ///     each other's: `"row 3/"`. Not before the names of topics, of what is stored, or of elements: those are the site's,
    ///     the visitor's and the page's.
    public func map<Parent: Program>(
        _ message: @escaping @Sendable (P.Message) -> Parent.Message,
        effect: @escaping @Sendable (P.Effect) -> Parent.Effect,
        prefix: String = ""
    ) -> Command<Parent> {
        lifted(message, effect, prefix)
    }

    /// - Parameter effect: nil where the child has no effects, so that there is none to wrap.
    fileprivate func lifted<Parent: Program>(
        _ message: @escaping @Sendable (P.Message) -> Parent.Message,
        _ effect: (@Sendable (P.Effect) -> Parent.Effect)?,
        _ prefix: String
    ) -> Command<Parent> {
        let id = id.map { prefix + $0 }
        return switch kind {
        case .none: .none
        case .batch(let commands): .batch(commands.map { $0.lifted(message, effect, prefix) })
        case .send(let sent): .send(message(sent))
        case .after(let duration, let sent): .after(duration, message(sent), id: id)
        case .random(let range, let make): .random(in: range) { message(make($0)) }
        case .now(let make): .now { message(make($0)) }
        case .navigate(let path, let replaces): .navigate(to: path, replacing: replaces)
        case .save(let value, let key, let scope): Command<Parent>(.save(value, as: key, scope))
        case .load(let key, let scope, let reader): Command<Parent>(.load(key, scope, reader.map(message)), id: id)
        case .remove(let key, let scope): .remove(key, in: scope)
        case .broadcast(let topic, let payload): Command<Parent>(.broadcast(topic, payload))
        case .page(let task): Command<Parent>(.page(task))
        case .effect(let begun, let isDurable): effect.map { .effect($0(begun), id: id, durable: isDurable) } ?? .none
        case .cancel(let cancelled): .cancel(prefix + cancelled)
        case .renewSession: .renewSession
        case .endSession: .endSession
        }
    }
}

extension Command where P.Effect == Never {
    /// A child program's command as one of its parent, where the child has no effects.
    ///
    /// - Parameters:
    ///   - message: wraps a message of the child.
    ///   - prefix: stands before the ids of the child's commands.
    public func map<Parent: Program>(
        _ message: @escaping @Sendable (P.Message) -> Parent.Message,
        prefix: String = ""
    ) -> Command<Parent> {
        lifted(message, nil, prefix)
    }
}
