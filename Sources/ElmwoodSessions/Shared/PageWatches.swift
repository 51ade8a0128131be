import ElmwoodArchitecture

/// The shared models that one open page shows under a name. While this exists, the page counts as open.
final class PageWatches: Sendable {
    private struct State {
        var watched: Set<SharedWatchers.Watched> = []
        /// Whether the page does not count: it has no connection yet, or it was lost some time ago.
        var isAway: Bool
    }

    /// What the page shows.
    private let state: OrderedMutex<State>
    private let watchers: SharedWatchers

    init(_ watchers: SharedWatchers, isAway: Bool) {
        self.watchers = watchers
        state = OrderedMutex(.leaf, State(isAway: isAway))
    }

    deinit {
        let left = state.withLock { $0.isAway ? [] : $0.watched }
        if !left.isEmpty { watchers.change(came: [], went: left) }
    }

    /// The page shows these now.
    func show(_ watched: Set<SharedWatchers.Watched>) {
        let former = state.withLock { state -> Set<SharedWatchers.Watched> in
            defer { state.watched = watched }
            return state.isAway ? watched : state.watched
        }
        guard former != watched else { return }
        watchers.change(came: watched.subtracting(former), went: former.subtracting(watched))
    }

    /// The page's connection was lost, or is there again.
    func setAway(_ isAway: Bool) {
        let changed = state.withLock { state -> Set<SharedWatchers.Watched> in
            defer { state.isAway = isAway }
            return state.isAway == isAway ? [] : state.watched
        }
        guard !changed.isEmpty else { return }
        watchers.change(came: isAway ? [] : changed, went: isAway ? changed : [])
    }
}
