import ElmwoodArchitecture

/// A page that the session has no script of just now, though it was open and may be still: the server was started again, the
/// session was in the store alone, or more pages were open than are kept.
struct RememberedPage {
    /// The number of the last thing done on it that the session has taken.
    var sequence: UInt64
    /// The numbers of what was refused of the last request with something done on it.
    var refused: [UInt64] = []
    /// Since when it is away, on the environment's clock.
    var since: Duration
    /// Whether it counts as open: the program was told that it was opened, and not yet that it was closed.
    var isOpen = true
    /// Whether it has said itself that it is closed: then nothing new comes from it, but what it has sent before may.
    var isGone = false

    /// When it is forgotten; nil where that is only when others take its place.
    var end: Duration?

    /// How long a request may be under way that was sent before its page was closed.
    static let delay: Duration = .seconds(60)
}

extension RememberedPage {
    /// A page that has said that it is closed.
    init(closedAt time: Duration, by sequence: UInt64) {
        self.init(sequence: sequence, since: time, isOpen: false, isGone: true, end: time + Self.delay)
    }
}

extension Activity {
    /// Remembers an open page that is forgotten otherwise. It is no new one when it comes back.
    ///
    /// Where more are remembered than may be, the one that is away longest goes.
    ///
    /// - Parameter time: since when it is away.
    func remember(_ page: LivePage, since time: Duration) {
        let refused = page.lastRefusals.map(\.sequence)
        remember(page.id, RememberedPage(sequence: page.sequence, refused: refused, since: time))
    }

    func remember(_ id: PageID, _ page: RememberedPage) {
        remembered[id] = page
        guard remembered.count > StoredActivity.pageLimit else { return }
        if let oldest = rememberedInOrder.last { remembered[oldest.id] = nil }
    }

    /// The remembered pages, those first that are worth most: closed ones are remembered for their numbers alone, and of two the one
    /// comes back sooner that went later.
    var rememberedInOrder: [(id: PageID, page: RememberedPage)] {
        remembered.map { (id: $0.key, page: $0.value) }.sorted { left, right in
            if left.page.isOpen != right.page.isOpen { return left.page.isOpen }
            return left.page.since == right.page.since ? left.id.precedes(right.id) : left.page.since > right.page.since
        }
    }

    /// Remembers a page that was closed by its number: what was sent before its farewell, and comes after it, is not new.
    ///
    /// - Parameter sequence: the number of the farewell; nil where nothing was heard of the page for too long.
    func rememberClosed(_ page: LivePage, by sequence: UInt64?, at time: Duration) {
        let last = max(page.sequence, sequence ?? 0)
        var closed = RememberedPage(closedAt: time, by: last)
        closed.isGone = sequence != nil
        remember(page.id, closed)
    }

    /// Takes those pages to be closed that have been away for that long.
    ///
    /// - Returns: how many there are.
    func closeRemembered(awaySince limit: Duration) -> Int {
        let closed = remembered.filter { $0.value.isOpen && $0.value.since <= limit }
        for id in closed.keys { remembered[id]?.isOpen = false }
        return closed.count
    }
}

extension SessionCore {
    /// Has the remembered pages count as closed that do not come back in time, each with a turn of its own where the program asks
    /// for that. Called where pages have been remembered; no lock is held.
    func watchRemembered() {
        let now = host.environment.now()
        let absence = host.limits.pageAbsence
        let time = state.withLock { state -> Duration? in
            guard !state.hasEnded, let activity = state.activity, !activity.watchesRemembered else { return nil }
            guard let first = activity.remembered.values.filter(\.isOpen).map(\.since).min() else { return nil }
            activity.watchesRemembered = true
            return max(.zero, first + absence - now)
        }
        guard let time else { return }
        _ = host.environment.schedule(time) { [weak self] in self?.closeRemembered() }
    }

    private func closeRemembered() {
        let limit = host.environment.now() - host.limits.pageAbsence
        let closed = state.withLock { state -> Int in
            guard !state.hasEnded, let activity = state.activity else { return 0 }
            activity.watchesRemembered = false
            return activity.closeRemembered(awaySince: limit)
        }
        for _ in 0..<closed { receive(.closed) }
        watchRemembered()
    }

    /// Forgets the number of a page that was closed, once nothing of it can be under way any more.
    func forgetClosedLater(_ id: PageID) {
        _ = host.environment.schedule(RememberedPage.delay) { [weak self] in
            guard let self else { return }
            let now = host.environment.now()
            state.withLock { state in
                guard let end = state.activity?.remembered[id]?.end, end <= now else { return }
                state.activity?.remembered[id] = nil
                if !state.isTurning { state.dropIdleActivity() }
            }
        }
    }
}
