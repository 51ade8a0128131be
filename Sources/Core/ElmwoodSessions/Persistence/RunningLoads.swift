import ElmwoodStorage

/// The loads of sessions that are under way, and what was stored of these sessions meanwhile.
///
/// A slow load may bring a version that is no longer the latest when it arrives. If the session has been stored and evicted meanwhile,
/// nothing in memory would show that, and its visitor would see an earlier state.
final class RunningLoads: Sendable {
    private struct State {
        var last: UInt64 = 0
        /// By session and load: the latest version that was stored since the load began.
        var loads: [SessionKey: [UInt64: UInt64]] = [:]
    }

    private let state = OrderedMutex(.leaf, State())

    /// Begins a load.
    ///
    /// - Returns: its number.
    func begin(_ key: SessionKey) -> UInt64 {
        state.withLock { state in
            state.last += 1
            state.loads[key, default: [:]][state.last] = 0
            return state.last
        }
    }

    /// Whether the loaded version is still the latest, as far as this process knows.
    func isLatest(_ number: UInt64, _ key: SessionKey, loaded version: UInt64) -> Bool {
        state.withLock { version >= $0.loads[key]?[number] ?? 0 }
    }

    /// Returns the latest version that was stored since a load began, as far as this process knows; 0 if none was.
    func latest(_ number: UInt64, _ key: SessionKey) -> UInt64 { state.withLock { $0.loads[key]?[number] ?? 0 } }

    /// Ends a load.
    ///
    /// - Returns: whether the loaded version is still the latest, as far as this process knows.
    func end(_ number: UInt64, _ key: SessionKey, loaded version: UInt64) -> Bool {
        state.withLock { state in
            let latest = state.loads[key]?.removeValue(forKey: number) ?? 0
            if state.loads[key]?.isEmpty ?? false { state.loads[key] = nil }
            return version >= latest
        }
    }

    /// Records that a version was stored, by this process or another node.
    func stored(_ key: SessionKey, _ version: UInt64) {
        state.withLock { state in
            guard !state.loads.isEmpty, let loads = state.loads[key] else { return }
            state.loads[key] = loads.mapValues { max($0, version) }
        }
    }

    /// Records that anything may have been stored: no loaded version is known to be the latest.
    func missed() {
        state.withLock { state in
            state.loads = state.loads.mapValues { loads in loads.mapValues { max($0, .max - 1) } }
        }
    }

    /// Records that the sessions of that id were removed, of all programs: no loaded version is the latest.
    func removed(_ id: SessionID) {
        state.withLock { state in
            for (key, loads) in state.loads where key.id == id { state.loads[key] = loads.mapValues { _ in .max } }
        }
    }
}
