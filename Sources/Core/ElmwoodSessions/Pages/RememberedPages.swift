import ElmwoodArchitecture

/// A page that may still be open, but is not connected: the server was restarted, the session was only in the store, or the limit
/// of open pages was exceeded.
struct RememberedPage {
    /// The number of the last action that the session has received.
    var sequence: UInt64
    /// The numbers of the actions that were refused in the last request with actions.
    var refused: [UInt64] = []
    /// The time since which it is disconnected, on the environment's clock.
    var since: Duration
    /// Whether it counts as open: the program was notified that it opened, and not yet that it closed.
    var isOpen = true
    /// Whether the page has reported that it is closed. It sends nothing new then, but earlier requests may still arrive.
    var isGone = false

    /// The time at which it is forgotten; nil if only newer pages replace it.
    var end: Duration?

    /// How long a request that was sent before the page closed may be in transit.
    static let delay: Duration = .seconds(60)
}

extension RememberedPage {
    /// Creates the record of a page that has reported that it is closed.
    init(closedAt time: Duration, by sequence: UInt64, refused: [UInt64]) {
        self.init(
            sequence: sequence,
            refused: refused,
            since: time,
            isOpen: false,
            isGone: true,
            end: time + Self.delay
        )
    }
}

extension PagePart {
    /// Remembers an open page that is removed, so that it does not count as new when it returns.
    ///
    /// If the limit is exceeded, the page that has been away longest is forgotten.
    ///
    /// - Parameter time: since when it is away.
    mutating func remember(_ page: LivePage, since time: Duration) {
        remember(page.id, RememberedPage(sequence: page.sequence, refused: page.lastRefusals.numbers, since: time))
    }

    mutating func remember(_ id: PageID, _ page: RememberedPage) {
        remembered[id] = page
        guard remembered.count > StoredActivity.pageLimit else { return }
        if let oldest = rememberedInOrder.last { remembered[oldest.id] = nil }
    }

    /// The remembered pages, most valuable first. Closed pages are remembered only for their numbers, and a page that left later is
    /// more likely to return.
    var rememberedInOrder: [(id: PageID, page: RememberedPage)] {
        remembered.map { (id: $0.key, page: $0.value) }.sorted { left, right in
            if left.page.isOpen != right.page.isOpen { return left.page.isOpen }
            return left.page.since == right.page.since ? left.id.precedes(right.id) : left.page.since > right.page.since
        }
    }

    /// Remembers a closed page by its number, so that requests it sent before it closed, and that arrive later, do not count as
    /// new.
    ///
    /// - Parameter sequence: the number of the page's last request; nil if the page timed out.
    mutating func rememberClosed(_ page: LivePage, by sequence: UInt64?, at time: Duration) {
        let last = max(page.sequence, sequence ?? 0)
        var closed = RememberedPage(closedAt: time, by: last, refused: page.lastRefusals.numbers)
        closed.isGone = sequence != nil
        remember(page.id, closed)
    }

    /// Marks the pages as closed that have been away for that long.
    ///
    /// - Returns: how many there are.
    mutating func closeRemembered(awaySince limit: Duration) -> Int {
        let closed = remembered.filter { $0.value.isOpen && $0.value.since <= limit }
        for id in closed.keys { remembered[id]?.isOpen = false }
        return closed.count
    }
}

extension [PageRefusal] {
    /// The numbers of the refused actions.
    var numbers: [UInt64] { map(\.sequence) }
}

extension SessionCore {
    /// Marks remembered pages as closed if they do not return in time. If the program subscribes to that, each has a turn of its
    /// own. Called after pages were remembered; no lock is held.
    func watchRemembered() {
        let now = host.environment.now()
        let absence = host.limits.pageAbsence
        let time = state.withLock { state -> Duration? in
            guard !state.hasEnded, let parts = state.parts, !parts.pages.watchesRemembered else { return nil }
            guard let first = parts.pages.remembered.values.filter(\.isOpen).map(\.since).min() else { return nil }
            parts.pages.watchesRemembered = true
            return max(.zero, first + absence - now)
        }
        guard let time else { return }
        _ = host.environment.schedule(time) { [weak self] in self?.closeRemembered() }
    }

    private func closeRemembered() {
        // Another node knows whether they are open, or has ended before this is asked again.
        if isAttendedElsewhere {
            _ = host.environment.schedule(host.limits.pageAbsence) { [weak self] in self?.closeRemembered() }
            return
        }
        let limit = host.environment.now() - host.limits.pageAbsence
        let closed = state.withLock { state -> Int in
            guard !state.hasEnded, let parts = state.parts else { return 0 }
            parts.pages.watchesRemembered = false
            return parts.pages.closeRemembered(awaySince: limit)
        }
        for _ in 0..<closed { receive(.closed) }
        watchRemembered()
    }

    /// Forgets the number of a closed page, once none of its requests can be in transit.
    func forgetClosedLater(_ id: PageID) {
        _ = host.environment.schedule(RememberedPage.delay) { [weak self] in
            guard let self else { return }
            let now = host.environment.now()
            state.withLock { state in
                guard let end = state.parts?.pages.remembered[id]?.end, end <= now else { return }
                state.parts?.pages.remembered[id] = nil
                if !state.isTurning { state.dropIdleParts() }
            }
        }
    }
}
