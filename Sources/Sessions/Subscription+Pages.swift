import Architecture

extension Program {
    /// The messages for what happened to a page, in the order of the model's subscriptions.
    func messages(for event: PageEvent, in model: Model) -> [Message] {
        subscriptions(model).compactMap { subscription in
            if case .page(event, let message) = subscription.kind { message } else { nil }
        }
    }

    /// What the page is to tell of, in the order of the model's subscriptions and each once.
    func watchedEvents(_ model: Model) -> [PageEvent] { subscriptions(model).watched() }
}

extension Array {
    /// What the page is to tell of, each once: that it was opened, the server knows by itself.
    func watched<P: Program>() -> [PageEvent] where Element == Subscription<P> {
        var events: [PageEvent] = []
        for subscription in self {
            guard case .page(let event, _) = subscription.kind, event != .opened, !events.contains(event) else {
                continue
            }
            events.append(event)
        }
        return events
    }

    /// Whether something runs on the server for one of them.
    func isAnyRun<P: Program>() -> Bool where Element == Subscription<P> {
        for index in 0..<count where self[index].isRun { return true }
        return false
    }

    /// The names of what the page is to tell of, space-separated.
    func watchedEvents<P: Program>() -> String where Element == Subscription<P> {
        watched().map(\.name).joined(separator: " ")
    }
}
