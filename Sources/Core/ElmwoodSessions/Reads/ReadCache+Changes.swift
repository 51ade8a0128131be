import ElmwoodArchitecture
import ElmwoodFormData

// Changes of what is kept.

extension ReadCache {
    /// What the topic is about has changed: all kept values that name it are read again.
    package func changed(_ topic: String) {
        outdate { state in (state.topics[ReceivedText(topic)] ?? [:]).sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Anything may have changed: all kept values are read again.
    func allChanged() { outdate { Array($0.entries.keys) } }

    /// Reads the kept values of a read again, whatever their source: a test answers it in another way.
    package func changed<R: Read>(_ read: R) { outdate { $0.entries.keys.filter { $0.read as? R == read } } }

    private func outdate(_ keys: (State) -> [ReadKey]) {
        let now = environment.now()
        state.withLock { state in
            for key in keys(state) { state.outdate(key, at: now) }
        }
        beginNext()
    }

    /// Whether an open page shows a value of the topic.
    func isShown(_ topic: String) -> Bool {
        state.withLock { state in
            state.topics[ReceivedText(topic)]?.values.contains { !(state.entries[$0]?.viewers.isEmpty ?? true) }
                ?? false
        }
    }

    /// Whether a page that is opened may show the value as it is kept.
    func isFresh(_ key: ReadKey) -> Bool {
        let now = environment.now()
        return state.withLock { $0.entries[key]?.isFresh(at: now) ?? false }
    }

    /// An open page shows these values no longer.
    func leave(_ keys: some Sequence<ReadKey> & Sendable, _ viewer: ObjectIdentifier) {
        let removed = state.withLock { state in
            keys.compactMap { key in
                state.entries[key]?.viewers[viewer] = nil
                return state.removeIfUnused(key)
            }
        }
        // The values are released here, not under the lock.
        _ = removed
    }
}
