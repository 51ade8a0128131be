import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodStorage

/// The shared models that one open page shows under a name. While this exists, the page counts as open.
final class PageWatches: Sendable {
    private struct State {
        var watched: Set<SharedWatchers.Watched> = []
        /// What the same was made of.
        var shown: Shown?
        /// Whether the page does not count: it has no connection yet, or it was lost some time ago.
        var isAway: Bool
    }

    /// What a page shows, as its view says it.
    private struct Shown: Equatable {
        let names: [SharedAddress: Set<ReceivedText>]
        let visitor: VisitorID
        let path: String
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

    /// The page of the visitor shows these now. It is called for each rendering, and nearly always they are the same.
    func show(_ named: [SharedWatch], by visitor: VisitorID, at path: String) {
        let names = Dictionary(named.map { ($0.address, Set([ReceivedText($0.name)])) }) { $0.union($1) }
        let shown = Shown(names: names, visitor: visitor, path: path)
        tell(
            state.withLock { state in
                guard state.shown != shown else { return [] }
                state.shown = shown
                let (former, id) = (state.watched, visitor.publicName)
                state.watched = Set(
                    named.map { watch in
                        let watcher = Watcher(id: id, name: watch.name, path: path)
                        return SharedWatchers.Watched(address: watch.address, watcher: watcher)
                    }
                )
                if state.isAway { return [] }
                return watchers.change(came: state.watched.subtracting(former), went: former.subtracting(state.watched))
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

    private func tell(_ changed: Set<SharedAddress>) {
        for address in changed.sorted(by: SharedWatchers.precedes) { watchers.changed(address) }
    }
}
