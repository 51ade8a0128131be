import ElmwoodArchitecture

extension PageEvent {
    /// Returns the messages of a model's subscriptions to this event, in their order.
    func messages(in model: AnyModel) -> [AnyMessage] {
        model.subscriptions.compactMap { subscription in
            if case .page(self) = subscription.kind { subscription.source.message } else { nil }
        }
    }
}

extension [SessionSubscription] {
    /// Whether something runs on the server for one of them.
    var isAnyRun: Bool { contains { $0.isRun } }

    /// Returns the names of the events that the page must report, each once, space-separated. The server itself notices when a page is
    /// opened.
    ///
    /// - Parameter always: events that are reported even without a subscription. If a page that keeps a stream is closed while it
    ///   is hidden, and so has no stream, nothing else reports it.
    func watchedEvents(always: [PageEvent] = []) -> String {
        var events: [PageEvent] = []
        for subscription in self {
            if case .page(let event) = subscription.kind, event != .opened, !events.contains(event) {
                events.append(event)
            }
        }
        return (events + always.filter { !events.contains($0) }).map(\.name).joined(separator: " ")
    }
}
