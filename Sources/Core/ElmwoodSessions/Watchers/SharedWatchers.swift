import ElmwoodArchitecture
import ElmwoodStorage

/// Who shows shared models under a name, on open pages of this process and of other nodes.
package final class SharedWatchers: Sendable {
    /// Somebody, and what they show.
    struct Watched: Hashable, Sendable {
        let address: SharedAddress
        let watcher: Watcher
    }

    fileprivate struct Entry {
        /// For each, how many open pages show the model, and a number that is greater than those of all who were there before.
        var watchers: [Watcher: (pages: Int, number: UInt64)] = [:]
        /// Who shows the model at other nodes.
        var others: [NodeID: [Watcher]] = [:]
        /// Those of them of whom it is not known whether they are still there, since this node was not told something.
        var unconfirmed: [NodeID: Set<Watcher>] = [:]
        /// What the other nodes have yet to be told; nil for nothing.
        var untold: WatcherChange?
        /// Whether the model is about to be told.
        var isDue = false
        /// The subscription of the model in this process.
        var listener: (id: ObjectIdentifier, tell: @Sendable () -> Void)?

        var isUnused: Bool { watchers.isEmpty && others.isEmpty && !isDue && listener == nil }

        /// All who are there, in the order in which they have come, those of this process first. Who is at two nodes is there once.
        var present: [Watcher] {
            let own = watchers.sorted { $0.value.number < $1.value.number }.map(\.key)
            guard !others.isEmpty else { return own }
            var seen = Set(own)
            let elsewhere = others.sorted { $0.key < $1.key }.flatMap(\.value)
            return own + elsewhere.filter { seen.insert($0).inserted }
        }
    }

    fileprivate struct State {
        var entries: [SharedAddress: Entry] = [:]
        var number: UInt64 = 0
        /// Called if somebody shows a model that does not subscribe in this process.
        var withoutListener: (@Sendable (SharedAddress) -> Void)?
        /// Tells the other nodes; nil if there can be none.
        var tellNodes: (@Sendable (NodeMessage) -> Void)?
    }

    /// The watchers, by model.
    fileprivate let state = OrderedMutex(.leaf, State())
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
    package func present(at address: SharedAddress) -> [Watcher] {
        state.withLock { $0.entries[address]?.present ?? [] }
    }

    /// Open pages have begun to show models, and show others no longer.
    ///
    /// - Returns: the models that are to be told (``changed(_:)``).
    func change(came: Set<Watched>, went: Set<Watched>) -> Set<SharedAddress> {
        state.withLock { state -> Set<SharedAddress> in
            var changed: Set<SharedAddress> = []
            for watched in Self.sorted(came) {
                state.number += 1
                var shown =
                    state.entries[watched.address]?.watchers[watched.watcher] ?? (pages: 0, number: state.number)
                shown.pages += 1
                state.entries[watched.address, default: Entry()].watchers[watched.watcher] = shown
                guard shown.pages == 1 else { continue }
                changed.insert(watched.address)
                state.note(watched, hasCome: true)
            }
            for watched in Self.sorted(went) {
                guard let former = state.entries[watched.address]?.watchers[watched.watcher] else { continue }
                let left = former.pages > 1 ? (former.pages - 1, former.number) : nil
                state.entries[watched.address]?.watchers[watched.watcher] = left
                guard left == nil else { continue }
                changed.insert(watched.address)
                state.note(watched, hasCome: false)
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
        tellNodes(about: address)
        let tell = state.withLock { state -> (@Sendable () -> Void)? in
            state.entries[address]?.isDue = false
            if let listener = state.entries[address]?.listener { return listener.tell }
            let isWatched = !(state.entries[address]?.present.isEmpty ?? true)
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

    /// A model's subscription has ended. If others still show the model here, it is looked at again: another process may have taken it over
    /// that does not know of them, and has ended by then.
    func leave(_ address: SharedAddress, as id: ObjectIdentifier) {
        let left = state.withLock { state -> Entry? in
            guard let entry = state.entries[address], entry.listener?.id == id else { return nil }
            state.entries[address]?.listener = nil
            state.dropUnused(address)
            return entry
        }
        // What the subscription has captured is released here, not under the lock.
        guard let left, !left.present.isEmpty else { return }
        _ = environment.schedule(.milliseconds(Lease.life)) { [weak self] in self?.changed(address) }
    }
}

extension SharedWatchers.State {
    /// Notes what the other nodes have to be told.
    fileprivate mutating func note(_ watched: SharedWatchers.Watched, hasCome: Bool) {
        guard tellNodes != nil else { return }
        var untold = entries[watched.address]?.untold ?? WatcherChange(address: watched.address)
        if hasCome {
            if let index = untold.went.firstIndex(of: watched.watcher) {
                untold.went.remove(at: index)
            } else {
                untold.came.append(watched.watcher)
            }
        } else if let index = untold.came.firstIndex(of: watched.watcher) {
            untold.came.remove(at: index)
        } else {
            untold.went.append(watched.watcher)
        }
        entries[watched.address]?.untold = untold
    }

    fileprivate mutating func dropUnused(_ address: SharedAddress) {
        if entries[address]?.isUnused ?? false { entries[address] = nil }
    }
}

// The watchers of other nodes.

extension SharedWatchers {
    /// Sets the function that tells the other nodes who has come and gone here.
    func tellNodes(_ tell: @escaping @Sendable (NodeMessage) -> Void) { state.withLock { $0.tellNodes = tell } }

    /// Tells the other nodes what has been gathered.
    fileprivate func tellNodes(about address: SharedAddress) {
        let (tell, untold) = state.withLock { state in
            defer { state.entries[address]?.untold = nil }
            return (state.tellNodes, state.entries[address]?.untold)
        }
        if let untold, !untold.came.isEmpty || !untold.went.isEmpty { tell?(.watchers(untold)) }
    }

    /// All who are here, for a node that knows nothing of them yet.
    var all: [WatcherChange] {
        state.withLock { state in
            let watched = state.entries.filter { !$0.value.watchers.isEmpty }
            return watched.sorted { Self.precedes($0.key, $1.key) }.map { address, entry in
                let own = entry.watchers.sorted { $0.value.number < $1.value.number }.map(\.key)
                return WatcherChange(address: address, came: own, isWhole: true)
            }
        }
    }

    /// Another node tells who has come and gone there.
    func receive(_ change: WatcherChange, from node: NodeID) {
        let isChanged = state.withLock { state in
            var entry = state.entries[change.address] ?? Entry()
            let former = entry.others[node] ?? []
            let (came, went) = (Set(change.came), Set(change.went))
            var others = change.isWhole ? change.came : former.filter { !came.contains($0) && !went.contains($0) }
            if !change.isWhole { others += change.came }
            entry.others[node] = others.isEmpty ? nil : others
            let unconfirmed = entry.unconfirmed[node]?.subtracting(came).subtracting(went) ?? []
            entry.unconfirmed[node] = change.isWhole || unconfirmed.isEmpty ? nil : unconfirmed
            state.entries[change.address] = entry
            state.dropUnused(change.address)
            return others != former
        }
        if isChanged { changed(change.address) }
    }

    /// Another node has ended, and with it the connections of its pages.
    func leave(_ node: NodeID) {
        let left = state.withLock { state in
            let left = state.entries.filter { $0.value.others[node] != nil }.map(\.key)
            for address in left {
                state.entries[address]?.others[node] = nil
                state.entries[address]?.unconfirmed[node] = nil
            }
            return left.sorted(by: Self.precedes)
        }
        for address in left { changed(address) }
    }

    /// This node was not told something by another one, or by all of them if that is nil. Whom they have told of counts until they had time
    /// to tell of all again, which they do only of those who are there.
    func doubt(_ node: NodeID?) {
        state.withLock { state in
            for (address, entry) in state.entries {
                for (other, watchers) in entry.others where node == nil || other == node {
                    state.entries[address]?.unconfirmed[other] = Set(watchers)
                }
            }
        }
    }

    /// Who was not told of again since something was missed has gone.
    func removeUnconfirmed() {
        let changed = state.withLock { state in
            let changed = state.entries.filter { !$0.value.unconfirmed.isEmpty }.map(\.key)
            for address in changed { state.entries[address]?.removeUnconfirmed() }
            return changed.sorted(by: Self.precedes)
        }
        for address in changed { self.changed(address) }
    }
}

extension SharedWatchers.Entry {
    fileprivate mutating func removeUnconfirmed() {
        for (node, gone) in unconfirmed {
            let remaining = others[node]?.filter { !gone.contains($0) } ?? []
            others[node] = remaining.isEmpty ? nil : remaining
        }
        unconfirmed = [:]
    }
}

// The order of what is known by its name, so that nothing depends on that of a set.

extension SharedWatchers {
    static func precedes(_ left: SharedAddress, _ right: SharedAddress) -> Bool {
        (left.program, left.key) < (right.program, right.key)
    }

    private static func sorted(_ watched: Set<Watched>) -> [Watched] {
        if watched.count < 2 { return Array(watched) }
        return watched.sorted { left, right in
            if left.address != right.address { return precedes(left.address, right.address) }
            let (first, second) = (left.watcher, right.watcher)
            return (first.id, first.name, first.path) < (second.id, second.name, second.path)
        }
    }
}
