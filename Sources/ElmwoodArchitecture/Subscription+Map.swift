extension Subscription {
    /// A child program's subscription as one of its parent: its messages and effects wrapped into the parent's own.
    ///
    /// ```swift
    /// func subscriptions(_ model: Model) -> [Subscription<Self>] {
    ///     editor.subscriptions(model.editor).map { $0.map(Message.editor, effect: Effect.editor) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - message: wraps a message of the child.
    ///   - effect: wraps an effect of the child; the parent's `perform` hands it to the child's.
    ///   - prefix: stands before the ids of the child's running effects, so that two children of the same kind each have
    ///     their own: `"row 3/"`. One without an id gets the prefix for its id.
    public func map<Parent: Program>(
        _ message: @escaping @Sendable (P.Message) -> Parent.Message,
        effect: @escaping @Sendable (P.Effect) -> Parent.Effect,
        prefix: String = ""
    ) -> Subscription<Parent> {
        switch kind {
        case .every(let time, let sent): Subscription<Parent>(.every(time, message(sent)))
        case .topic(let name, let reader): Subscription<Parent>(.topic(name, reader.map(message)))
        case .page(let event, let sent): Subscription<Parent>(.page(event, message(sent)))
        case .running(let running, let id):
            Subscription<Parent>(.running(effect(running), id: prefix.isEmpty ? id : prefix + (id ?? "")))
        }
    }
}

extension Subscription where P.Effect == Never {
    /// A child program's subscription as one of its parent, where the child has no effects.
    ///
    /// - Parameter message: wraps a message of the child.
    public func map<Parent: Program>(
        _ message: @escaping @Sendable (P.Message) -> Parent.Message
    ) -> Subscription<Parent> {
        switch kind {
        case .every(let time, let sent): return Subscription<Parent>(.every(time, message(sent)))
        case .topic(let name, let reader): return Subscription<Parent>(.topic(name, reader.map(message)))
        case .page(let event, let sent): return Subscription<Parent>(.page(event, message(sent)))
        case .running(let never, _): switch never {}
        }
    }
}
