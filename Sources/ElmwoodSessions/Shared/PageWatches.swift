import ElmwoodArchitecture

/// The shared models that one open page shows under a name. While this exists, the page counts as open.
final class PageWatches: Sendable {
    private struct State {
        var watched: Set<SharedWatchers.Watched> = []
        /// Whether the page does not count: it has no connection yet, or it was lost some time ago.
        var isAway: Bool
    }

    /// How long a page counts whose connection was lost.
    static let absence: Duration = .seconds(5)

    /// What the page shows.
    private let state: OrderedMutex<State>
    private let watchers: SharedWatchers

    init(_ watchers: SharedWatchers, isAway: Bool) {
        self.watchers = watchers
        state = OrderedMutex(.watches, State(isAway: isAway))
    }

    deinit {
        let left = state.withLock { $0.isAway ? [] : $0.watched }
        tell(watchers.change(came: [], went: left))
    }

    /// The page shows these now.
    func show(_ watched: Set<SharedWatchers.Watched>) {
        tell(
            state.withLock { state in
                let former = state.watched
                state.watched = watched
                if state.isAway || former == watched { return [] }
                return watchers.change(came: watched.subtracting(former), went: former.subtracting(watched))
            }
        )
    }

    /// The page's connection was lost, or is there again.
    func setAway(_ isAway: Bool) {
        tell(
            state.withLock { state in
                guard state.isAway != isAway else { return [] }
                state.isAway = isAway
                return watchers.change(came: isAway ? [] : state.watched, went: isAway ? state.watched : [])
            }
        )
    }

    private func tell(_ changed: Set<SharedAddress>) { for address in changed { watchers.changed(address) } }
}
