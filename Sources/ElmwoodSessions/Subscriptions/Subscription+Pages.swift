import ElmwoodArchitecture

extension PageEvent {
    /// The messages that a model asks for where this happens to a page, in the order of its subscriptions.
    func messages(in model: AnyModel) -> [AnyMessage] {
        model.subscriptions.compactMap { subscription in
            if case .page(self, let message) = subscription.kind { message } else { nil }
        }
    }
}

extension [SessionSubscription] {
    /// What the page is to tell of, each once: that it was opened, the server knows by itself.
    var watched: [PageEvent] {
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
    var isAnyRun: Bool { contains { $0.isRun } }

    /// The names of what the page is to tell of, space-separated.
    ///
    /// - Parameter always: what is to be told also where no subscription asks: where a page that keeps a stream is closed while
    ///   it is hidden, and has none, nothing else says so.
    func watchedEvents(always: [PageEvent] = []) -> String {
        let watched = watched
        return (watched + always.filter { !watched.contains($0) }).map(\.name).joined(separator: " ")
    }
}
