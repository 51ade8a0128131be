import ElmwoodArchitecture

/// Passes events to the log, of each kind that a failing store causes at most one a second. A disk that is full for an hour would
/// otherwise fill another one with lines.
///
/// The first event of a second is passed at once. If more follow, the last of them is passed at the end of the second, with their
/// number.
package final class EventLimiter: Sendable {
    private struct Window {
        var last: (event: SessionEvent, context: EventContext)?
        var count = 0
    }

    /// The kinds that are logged at most once a second: see ``SessionEvent/kind``.
    private static let limited: Set = [
        "sessions_not_stored", "storage_failed", "visitor_not_found", "tokens_not_revoked",
    ]

    /// The events of the current second, by kind. A kind without an entry has none.
    private let windows = OrderedMutex(.leaf, [String: Window]())
    private let schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledCall
    private let log: @Sendable (SessionEvent, EventContext) -> Void

    package init(
        schedule: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledCall,
        log: @escaping @Sendable (SessionEvent, EventContext) -> Void
    ) {
        self.schedule = schedule
        self.log = log
    }

    package func callAsFunction(_ event: SessionEvent, _ context: EventContext = EventContext()) {
        let kind = event.kind
        guard Self.limited.contains(kind) else { return log(event, context) }
        let isFirst = windows.withLock { windows in
            guard windows[kind] != nil else {
                windows[kind] = Window()
                return true
            }
            windows[kind]?.last = (event, context)
            windows[kind]?.count += 1
            return false
        }
        guard isFirst else { return }
        log(event, context)
        endLater(kind)
    }

    private func endLater(_ kind: String) {
        _ = schedule(.seconds(1)) { [weak self] in self?.end(kind) }
    }

    private func end(_ kind: String) {
        let window = windows.withLock { windows in
            defer { windows[kind] = windows[kind]?.last == nil ? nil : Window() }
            return windows[kind]
        }
        guard let window, let last = window.last else { return }
        log(window.count == 1 ? last.event : .repeated(last.event, others: window.count - 1), last.context)
        endLater(kind)
    }
}
