import ElmwoodArchitecture
import ElmwoodViewTree

/// The values from outside that an open page shows. While it exists, they are kept, and it receives changes of them.
final class PageReads: Sendable {
    private struct State {
        var values: [ReadKey: ReadValue] = [:]
        /// The same, as the page's view receives them; nil until they are needed.
        var shared: ReadValues?
        /// The values that the cache keeps for it.
        var keys: Set<ReadKey> = []
        /// The values that are read later, since their reads were refused.
        var later: Set<ReadKey> = []
        /// What the page shows under a name; nil if it never did that.
        var watches: PageWatches?
        weak var session: SessionCore?
        var page: PageID?
    }

    private let cache: ReadCache
    /// Stands for the page's client; 0 if it is unknown.
    let client: UInt32
    /// The values, and the page.
    private let state: OrderedMutex<State>

    init(_ cache: ReadCache, client: UInt32) {
        self.cache = cache
        self.client = client
        state = OrderedMutex(.leaf, State())
    }

    deinit {
        let keys = state.withLock { $0.keys }
        if !keys.isEmpty { cache.leave(keys, ObjectIdentifier(self)) }
    }

    /// The values, for a rendering.
    var values: ReadValues {
        state.withLock { state in
            if let shared = state.shared { return shared }
            let shared = ReadValues(state.values)
            state.shared = shared
            return shared
        }
    }

    /// Whether it has the values of all of these.
    func has(_ requests: [ReadRequest]) -> Bool {
        state.withLock { state in requests.allSatisfy { state.values[$0.key] != nil } }
    }

    /// Whether one of the values can change while the page is open.
    var canChange: Bool { state.withLock { $0.values.values.contains { $0.request.canChange } } }

    /// Connects it with the page that shows the values.
    func attach(to session: SessionCore, _ page: PageID) {
        state.withLock { state in
            state.session = session
            state.page = page
        }
    }

    /// Records that the cache keeps a value for it.
    func note(_ key: ReadKey) { state.withLock { _ = $0.keys.insert(key) } }

    /// Receives a value. A failure does not replace a value.
    func receive(_ value: ReadValue) {
        let key = value.request.key
        state.withLock { state in
            if value.hasFailed, let former = state.values[key], !former.hasFailed { return }
            state.keys.insert(key)
            guard state.values[key] !== value else { return }
            state.values[key] = value
            state.shared = nil
        }
    }

    /// Wakes the page if it shows another value.
    func notify(of value: ReadValue) {
        let (session, page) = state.withLock { state in
            state.values[value.request.key] === value ? (state.session, state.page) : (nil, nil)
        }
        if let session, let page { session.readsChanged(of: page) }
    }

    /// Records that a refused value is to be read later. Returns false if that was recorded already.
    func beginWaiting(for key: ReadKey) -> Bool { state.withLock { $0.later.insert(key).inserted } }

    /// The time has come to read it.
    func endWaiting(for key: ReadKey) { state.withLock { _ = $0.later.remove(key) } }

    /// Whether the page shows that reading the value has failed.
    func lacks(_ key: ReadKey) -> Bool {
        state.withLock { $0.keys.contains(key) && $0.values[key]?.hasFailed ?? true }
    }

    /// Releases what a rendering of the page did not use.
    func keep(_ inputs: [any ViewInput]) {
        var used: Set<ReadKey> = []
        for input in inputs {
            if let value = input as? ReadValue { used.insert(value.request.key) }
            if let request = input as? ReadRequest { used.insert(request.key) }
        }
        let left = state.withLock { state -> Set<ReadKey> in
            let left = state.keys.subtracting(used)
            guard !left.isEmpty else { return [] }
            for key in left { state.values[key] = nil }
            state.keys.subtract(left)
            state.shared = nil
            return left
        }
        if !left.isEmpty { cache.leave(left, ObjectIdentifier(self)) }
    }

    /// The shared models that the page shows under a name; nil if it never did that.
    var watches: PageWatches? { state.withLock { $0.watches } }

    /// Returns the shared models that the page shows under a name, from now on at the latest.
    func watches(in watchers: SharedWatchers, isOpen: Bool) -> PageWatches {
        state.withLock { state in
            let watches = state.watches ?? PageWatches(watchers, isAway: !isOpen)
            state.watches = watches
            return watches
        }
    }

    /// Drops what must be read again for a request of the page at another address.
    func dropOutdated() {
        let keys = state.withLock { $0.values.keys.map(\.self) }
        let outdated = keys.filter { !cache.isFresh($0) }
        guard !outdated.isEmpty else { return }
        state.withLock { state in
            for key in outdated { state.values[key] = nil }
            state.shared = nil
        }
    }
}

/// A page's values, as the cache knows them.
struct WeakPageReads: Sendable {
    weak let reads: PageReads?
}
