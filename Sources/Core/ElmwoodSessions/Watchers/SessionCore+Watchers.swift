import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

// Who watches a shared model. The model is told what has changed; whom it was told of is stored with it. So those whose process was
// killed are found to have gone, by the process that restores the model.

extension SessionTurn {
    /// Tells a shared model who has come and gone since it was told last.
    borrowing func tellWatchers(_ source: Source) {
        // While the process hands over, the pages connect with the next one.
        guard let address = host.sharedAddress, !(host.writer?.isHandingOver ?? false) else { return }
        let present = host.registry.watchers.present(at: address)
        let (told, awaitsReturn) = session.state.withLock { state in
            (state.parts?.watchers.told ?? [], state.parts?.watchers.awaitsReturn ?? false)
        }
        let watchers = Watchers(present, after: told, keepingAll: awaitsReturn)
        guard !watchers.came.isEmpty || !watchers.went.isEmpty else { return }
        for subscription in source.subscriptions {
            guard let message = subscription.source.message(for: watchers) else { continue }
            follow(message, from: nil, as: .watchers(watchers.all))
        }
        transact { parts, _ in parts.watchers.count(asTold: watchers.all) }
    }
}

extension Watchers {
    /// Creates what a model is told.
    ///
    /// - Parameters:
    ///   - present: who is there.
    ///   - told: who was there when it was told last.
    ///   - keepingAll: whether nobody counts as gone.
    fileprivate init(_ present: [Watcher], after told: [Watcher], keepingAll: Bool) {
        let (known, here) = (Set(told), Set(present))
        let came = present.filter { !known.contains($0) }
        let went = keepingAll ? [] : told.filter { !here.contains($0) }
        self.init(all: went.isEmpty ? told + came : told.filter { here.contains($0) } + came, came: came, went: went)
    }
}

extension SessionCore {
    /// Subscribes a shared model to its watchers.
    func listenToWatchers(_ source: Source) {
        guard let address = host.sharedAddress else { return }
        let (watchers, id) = (host.registry.watchers, ObjectIdentifier(source))
        source.began { watchers.leave(address, as: id) }
        watchers.listen(to: address, as: id) { [weak self] in
            guard let self, source.tick(), enqueue(.signal(source, nil)) else { return }
            drain()
        }
    }

    /// Those of whom a restored model was told have some time to return: their pages connect again.
    ///
    /// - Parameter due: until when another process may have their pages, in milliseconds since 1970.
    func awaitWatchers(due: Int64?) {
        let isWatched = state.withLock { state in
            guard let parts = state.parts, !parts.watchers.told.isEmpty else { return false }
            parts.watchers.awaitsReturn = true
            return true
        }
        guard isWatched else { return }
        if let wait = host.registry.nodes.timeToLearn(at: host.environment.now()) {
            // This node knows who is at the others, once they have had time to tell it.
            _ = host.environment.schedule(wait) { [weak self] in self?.endReturn() }
            return
        }
        let left = max(0, due ?? 0) - host.registry.millisecondsSince1970
        let version = state.withLock { $0.stored }
        afterLease(over: version, in: min(max(left, Lease.shortestReturn), Lease.life)) { $0.endReturn() }
    }

    /// Who has not returned has gone.
    private func endReturn() {
        if host.writer?.isHandingOver ?? false { return }
        state.withLock { $0.parts?.watchers.awaitsReturn = false }
        host.writer?.lease(self)
        if let address = host.sharedAddress { host.registry.watchers.changed(address) }
    }
}

extension SessionRegistry {
    /// Somebody shows a shared model that does not subscribe to its watchers in this process. If it wants to, it begins.
    func wakeWatched(_ address: SharedAddress) {
        if writer?.isHandingOver ?? false { return }
        guard let host = try? shared.host(of: address) else { return }
        let key = address.sessionKey
        if let held = find(key.id, of: host) { return held.checkSubscriptions() }
        let subscribes = (try? host.start(Visit()))?.model.subscriptions.contains { $0.isOfWatchers } ?? false
        host.withRecipient(key, begins: subscribes) { _ in }
    }
}
