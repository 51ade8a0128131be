import ElmwoodArchitecture

/// Who shows shared models under a name, on open pages of this process.
final class SharedWatchers: Sendable {
    /// Somebody, and what they show.
    struct Watched: Hashable, Sendable {
        let address: SharedAddress
        let watcher: Watcher
    }

    fileprivate struct Entry {
        /// For each, how many open pages show the model, and a number that is greater than those of all who were there before.
        var watchers: [Watcher: (pages: Int, number: UInt64)] = [:]
        /// Whether the model is about to be told.
        var isDue = false
        /// The subscription of the model in this process.
        var listener: (id: ObjectIdentifier, tell: @Sendable () -> Void)?

        var isUnused: Bool { watchers.isEmpty && !isDue && listener == nil }
    }

    fileprivate struct State {
        var entries: [SharedAddress: Entry] = [:]
        var number: UInt64 = 0
        /// Called if somebody shows a model that does not subscribe in this process.
        var withoutListener: (@Sendable (SharedAddress) -> Void)?
    }

    /// The watchers, by model.
    private let state = OrderedMutex(.leaf, State())
    private let environment: Environment
    /// How long changes are gathered.
    private let interval: Duration

    init(environment: Environment, interval: Duration) {
        self.environment = environment
        self.interval = interval
    }

    /// Sets the function that is called if somebody shows a model that does not subscribe in this process.
    func wake(_ wake: @escaping @Sendable (SharedAddress) -> Void) { state.withLock { $0.withoutListener = wake } }

    /// Those who show the model, in the order in which they have come.
    func present(at address: SharedAddress) -> [Watcher] {
        let watchers = state.withLock { $0.entries[address]?.watchers ?? [:] }
        return watchers.sorted { $0.value.number < $1.value.number }.map(\.key)
    }

    /// Open pages have begun to show models, and show others no longer.
    ///
    /// - Returns: the models that are to be told (``changed(_:)``).
    func change(came: Set<Watched>, went: Set<Watched>) -> Set<SharedAddress> {
        state.withLock { state -> Set<SharedAddress> in
            var changed: Set<SharedAddress> = []
            for watched in came {
                state.number += 1
                var shown =
                    state.entries[watched.address]?.watchers[watched.watcher] ?? (pages: 0, number: state.number)
                shown.pages += 1
                state.entries[watched.address, default: Entry()].watchers[watched.watcher] = shown
                if shown.pages == 1 { changed.insert(watched.address) }
            }
            for watched in went {
                guard let former = state.entries[watched.address]?.watchers[watched.watcher] else { continue }
                let left = former.pages > 1 ? (former.pages - 1, former.number) : nil
                state.entries[watched.address]?.watchers[watched.watcher] = left
                if left == nil { changed.insert(watched.address) }
            }
            return changed
        }
    }

    /// The model is told what has changed, once the changes of some time have been gathered.
    func changed(_ address: SharedAddress) {
        let isFirst = state.withLock { state in
            defer { state.entries[address, default: Entry()].isDue = true }
            return !(state.entries[address]?.isDue ?? false)
        }
        guard isFirst else { return }
        guard interval > .zero else { return environment.execute { self.tell(address) } }
        _ = environment.schedule(interval) { [weak self] in
            guard let self else { return }
            // The timer thread is shared by all sessions.
            environment.execute { self.tell(address) }
        }
    }

    private func tell(_ address: SharedAddress) {
        let tell = state.withLock { state -> (@Sendable () -> Void)? in
            state.entries[address]?.isDue = false
            if let listener = state.entries[address]?.listener { return listener.tell }
            let isWatched = !(state.entries[address]?.watchers.isEmpty ?? true)
            state.dropUnused(address)
            guard isWatched, let wake = state.withoutListener else { return nil }
            return { wake(address) }
        }
        tell?()
    }

    /// A model subscribes: the function is called when others show it than before, and soon.
    func listen(to address: SharedAddress, as id: ObjectIdentifier, _ tell: @escaping @Sendable () -> Void) {
        state.withLock { $0.entries[address, default: Entry()].listener = (id, tell) }
        changed(address)
    }

    /// A model's subscription has ended.
    func leave(_ address: SharedAddress, as id: ObjectIdentifier) {
        let left = state.withLock { state -> Entry? in
            guard let entry = state.entries[address], entry.listener?.id == id else { return nil }
            state.entries[address]?.listener = nil
            state.dropUnused(address)
            return entry
        }
        // Its captured values are released here, not under the lock.
        _ = left
    }
}

extension SharedWatchers.State {
    fileprivate mutating func dropUnused(_ address: SharedAddress) {
        if entries[address]?.isUnused ?? false { entries[address] = nil }
    }
}
