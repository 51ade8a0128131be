extension Command {
    /// Converts a child program's command to one of its parent: wraps its messages and effects into the parent's own.
    ///
    /// ```swift
    /// case .editor(let message):
    ///     return try editor.update(&model.editor, on: message).map(Message.editor, effect: Effect.editor)
    /// ```
    ///
    /// - Parameters:
    ///   - message: wraps a message of the child.
    ///   - effect: wraps an effect of the child; the parent's `perform` passes it to the child's.
    ///   - prefix: put before the ids of the child's commands, so that two children of the same kind do not cancel each other's:
    ///     `"row 3/"`. It is not put before names of topics, keys of stored values, or ids of elements: those belong to the site,
    ///     the visitor and the page.
    public func map<Parent: ProgramBase>(
        _ message: @escaping @Sendable (P.Message) -> Parent.Message,
        effect: @escaping @Sendable (P.Effect) -> Parent.Effect,
        prefix: String = ""
    ) -> Command<Parent> {
        lifted(message, effect, prefix)
    }

    /// - Parameter effect: wraps an effect of the child; nil if the child has no effects.
    package func lifted<Parent: ProgramBase>(
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
        case .save(let value, let key, let scope): Command<Parent>(.save(value, as: key, scope))
        case .load(let key, let scope, let reader): Command<Parent>(.load(key, scope, reader.map(message)), id: id)
        case .remove(let key, let scope): Command<Parent>(.remove(key, scope))
        case .removeAll: Command<Parent>(.removeAll)
        case .broadcast(let topic, let payload): Command<Parent>(.broadcast(topic, payload))
        case .changed(let topic): .changed(topic)
        case .page(let command): Command<Parent>(.page(command))
        case .notice(let sentence, let end): Command<Parent>(.notice(sentence, end))
        case .problem(let problem): Command<Parent>(.problem(problem))
        case .effect(let begun, let isDurable, let isAwaited):
            effect.map { .effect($0(begun), id: id, durable: isDurable, awaited: isAwaited) } ?? .none
        case .cancel(let cancelled): .cancel(prefix + cancelled)
        case .deliver(let delivery): Command<Parent>(.deliver(delivery.map(message)))
        case .renewSession: Command<Parent>(.renewSession)
        case .endSession(let everywhere): Command<Parent>(.endSession(everywhere: everywhere))
        case .identify(let account): Command<Parent>(.identify(account))
        case .sessions(let account, let make): Command<Parent>(.sessions(of: account, { message(make($0)) }), id: id)
        case .endSessions(let account, let session): Command<Parent>(.endSessions(of: account, only: session))
        }
    }
}

extension Command where P.Effect == Never {
    /// Converts a command of a child program without effects to one of its parent.
    ///
    /// - Parameters:
    ///   - message: wraps a message of the child.
    ///   - prefix: put before the ids of the child's commands.
    public func map<Parent: ProgramBase>(
        _ message: @escaping @Sendable (P.Message) -> Parent.Message,
        prefix: String = ""
    ) -> Command<Parent> {
        lifted(message, nil, prefix)
    }
}
