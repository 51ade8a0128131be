import Architecture

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
    ///
    /// - Parameter always: what is to be told also where no subscription asks: where a page that keeps a stream is closed while
    ///   it is hidden, and has none, nothing else says so.
    func watchedEvents<P: Program>(always: [PageEvent] = []) -> String where Element == Subscription<P> {
        let watched: [PageEvent] = watched()
        return (watched + always.filter { !watched.contains($0) }).map(\.name).joined(separator: " ")
    }
}
