/// A dictionary of bounded size: the key that was inserted first makes room for a new one.
struct RecentTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var entries: [Key: (value: Value, place: Int)] = [:]
    /// The keys in the order of their insertion. When all places are used, the oldest one is at ``next``.
    private var order: [Key] = []
    private var next = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var count: Int { entries.count }

    /// A key that is present keeps its place in the order.
    subscript(key: Key) -> Value? {
        get { entries[key]?.value }
        set {
            guard let newValue else { return entries[key] = nil }
            if entries[key] != nil { entries[key]?.value = newValue } else { insert(newValue, for: key) }
        }
    }

    private mutating func insert(_ value: Value, for key: Key) {
        guard order.count == limit else {
            entries[key] = (value, order.count)
            return order.append(key)
        }
        // It may have been removed, and inserted again at another place.
        if let oldest = entries[order[next]], oldest.place == next { entries[order[next]] = nil }
        order[next] = key
        entries[key] = (value, next)
        next = (next + 1) % limit
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? { entries.removeValue(forKey: key)?.value }

    mutating func removeAll(where isOver: (Key, Value) -> Bool) {
        guard !entries.isEmpty else { return }
        entries = entries.filter { !isOver($0.key, $0.value.value) }
    }
}
