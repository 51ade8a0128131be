extension Subscription {
    /// Converts a child program's subscription to one of its parent: wraps its messages and effects into the parent's own.
    ///
    /// ```swift
    /// func subscriptions(_ model: Model) -> [Subscription<Self>] {
    ///     editor.subscriptions(model.editor).map { $0.map(Message.editor, effect: Effect.editor) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - message: wraps a message of the child.
    ///   - effect: wraps an effect of the child; the parent's `perform` passes it to the child's.
    ///   - prefix: put before the ids of the child's running effects, so that two children of the same kind each have their own:
    ///     `"row 3/"`. One without an id gets the prefix for its id.
    public func map<Parent: ProgramBase>(
        _ message: @escaping @Sendable (P.Message) -> Parent.Message,
        effect: @escaping @Sendable (P.Effect) -> Parent.Effect,
        prefix: String = ""
    ) -> Subscription<Parent> {
        switch kind {
        case .every(let time, let sent): Subscription<Parent>(.every(time, message(sent)))
        case .topic(let name, let reader): Subscription<Parent>(.topic(name, reader.map(message)))
        case .page(let event, let sent): Subscription<Parent>(.page(event, message(sent)))
        case .arrived(let make): Subscription<Parent>(.arrived { message(make($0)) })
        case .watchers(let make): Subscription<Parent>(.watchers { message(make($0)) })
        case .running(let running, let id):
            Subscription<Parent>(.running(effect(running), id: prefix.isEmpty ? id : prefix + (id ?? "")))
        }
    }
}

extension Subscription where P.Effect == Never {
    /// Converts a subscription of a child program without effects to one of its parent.
    ///
    /// - Parameter message: wraps a message of the child.
    public func map<Parent: ProgramBase>(
        _ message: @escaping @Sendable (P.Message) -> Parent.Message
    ) -> Subscription<Parent> {
        switch kind {
        case .every(let time, let sent): return Subscription<Parent>(.every(time, message(sent)))
        case .topic(let name, let reader): return Subscription<Parent>(.topic(name, reader.map(message)))
        case .page(let event, let sent): return Subscription<Parent>(.page(event, message(sent)))
        case .arrived(let make): return Subscription<Parent>(.arrived { message(make($0)) })
        case .watchers(let make): return Subscription<Parent>(.watchers { message(make($0)) })
        case .running(let never, _): switch never {}
        }
    }
}
