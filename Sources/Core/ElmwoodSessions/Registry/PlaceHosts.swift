import ElmwoodFormData
import ElmwoodStorage

/// The hosts of a program that is mounted at a pattern, such as `/articles/{slug}`: one for each place, such as `/articles/welcome`.
///
/// A host is made when a request or a stored session first needs it. As long as anything retains it, for instance a session, it is
/// the only one of its place. Those that were made last are retained here, so that a place that is only read is not made anew for each
/// request.
package final class PlaceHosts: Sendable {
    /// The pattern.
    package let name: String
    let registry: SessionRegistry
    /// Returns the host of a place; nil if there is no such place.
    private let make: @Sendable (_ place: String) -> SessionHost?

    private struct State {
        var hosts: [ReceivedText: WeakHost] = [:]
        /// The number of entries at which those without a host are removed.
        var limit = 1_024
        /// The hosts that were made last, the oldest first.
        var latest: [SessionHost] = []
    }

    private struct WeakHost { weak var host: SessionHost? }

    /// The hosts of the places.
    private let state = OrderedMutex(.leaf, State())

    /// The number of bytes that a place's path, or a shared model's key, may have. A visitor chooses them, and what is stored by them is
    /// found by an index, whose entries databases bound: PostgreSQL's may have 2,704 bytes.
    private static let longestPath = 2_000
    /// The number of hosts that are retained without sessions.
    private static let capacity = 256

    /// Creates the hosts of a mounted program.
    ///
    /// - Parameter make: returns a new host of a place; nil if there is no such place.
    package init(
        name: String,
        registry: SessionRegistry,
        storesSessions: Bool = true,
        make: @escaping @Sendable (_ place: String) -> SessionHost?
    ) {
        self.name = name
        self.registry = registry
        self.make = make
        guard storesSessions else { return }
        registry.writer?.scheduleDueCheck(of: self)
        registry.programs.add(self)
    }

    /// Returns the host of a place, if it exists already.
    package func known(_ place: String) -> SessionHost? {
        guard place.utf8.count <= Self.longestPath else { return nil }
        return state.withLock { $0.hosts[ReceivedText(place)]?.host }
    }

    /// Returns the host of a place; nil if there is no such place.
    package func host(at place: String) -> SessionHost? {
        guard place.utf8.count <= Self.longestPath else { return nil }
        if let host = known(place) { return host }
        // Without the lock, since it calls the program's initializer.
        guard let made = make(place) else { return nil }
        let path = ReceivedText(place)
        let (host, released) = state.withLock { state -> (SessionHost, [SessionHost]) in
            if let host = state.hosts[path]?.host { return (host, []) }
            state.hosts[path] = WeakHost(host: made)
            var released: [SessionHost] = []
            if state.hosts.count >= state.limit {
                let existing = state.hosts.compactMapValues(\.host)
                released = Array(existing.values)
                state.hosts = existing.mapValues { WeakHost(host: $0) }
                state.limit = max(1_024, 2 * state.hosts.count)
            }
            state.latest.append(made)
            if state.latest.count > Self.capacity { released.append(state.latest.removeFirst()) }
            return (made, released)
        }
        // Released here, not under the lock: a program may end with its host.
        _ = released
        return host
    }
}

extension PlaceHosts: DueProgram {
    func host(of key: SessionKey) -> SessionHost? { key.place.flatMap { host(at: $0) } }
}

extension SessionRegistry {
    /// Removes a visitor's sessions at places until there are no more than the limit: in memory the longest unused first, then in the
    /// store those that were stored longest ago. Those with an open page or pending work remain.
    ///
    /// - Parameter session: the new session, which may not be stored yet.
    func boundPlaces(of id: SessionID, adding session: SessionCore) {
        let new = session.host.key(id)
        let limit = limits.places
        let (unused, surplus) = shard(of: id).table.withLock { table -> ([SessionCore], Int) in
            guard let slot = table.slot(of: id) else { return ([], 0) }
            func counts(_ session: SessionCore) -> Bool {
                session.host.place != nil && session.host.storesSessions && !session.isTransient
            }
            let surplus = table[slot].sessions.count(where: counts) - limit
            return (surplus > 0 ? table[slot].others.filter(counts) : [], surplus)
        }
        var remaining = surplus
        for session in unused where remaining > 0 && session.unload(isForced: false) {
            forget(session)
            remaining -= 1
        }
        writer?.loadPrograms(of: id) { [weak self] result in
            guard let self, let all = try? result.get() else { return }
            let places = all.filter { $0.key.place != nil && $0.key != new }
            guard places.count >= limit else { return }
            // Those in memory were used last.
            let heldKeys = Set(sessions(of: id).map { $0.host.key(id) })
            let unused = places.reversed().filter { $0.due == nil && !heldKeys.contains($0.key) }
            for entry in unused.prefix(places.count - limit + 1) {
                writer?.append(.removeIdle(entry.key, used: entry.used))
            }
        }
    }
}

extension SessionHost {
    /// Returns the version before a session's first one.
    ///
    /// A session at a place may be removed from the store, and begun again under the same key, while another process still has the
    /// removed one in memory. The versions of the two must differ, or that process could save over the new one. They therefore
    /// begin at random numbers, with room for a million turns between them.
    func originVersion() -> UInt64 { place == nil ? 0 : (environment.bits() >> 34) << 20 }
}
