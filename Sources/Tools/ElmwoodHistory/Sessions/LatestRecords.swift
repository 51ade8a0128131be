/// Records by their keys: only those that were put last are kept.
struct LatestRecords<Key: Hashable, Record> {
    private var records: [Key: Record] = [:]
    /// The keys, in the order in which their records were put last, oldest first.
    private var order: [Key] = []

    /// The records, those that were put last first.
    var latest: [(Key, Record)] {
        order.reversed().compactMap { key in records[key].map { (key, $0) } }
    }

    /// The record of a key. A record that is set here keeps its place in the order.
    subscript(key: Key) -> Record? {
        get { records[key] }
        set { records[key] = newValue }
    }

    /// Sets the record of a key. If there are too many, the one that was put longest ago is removed.
    mutating func put(_ record: Record, at key: Key) {
        records[key] = record
        if order.last == key { return }
        order.removeAll { $0 == key }
        order.append(key)
        while order.count > Histories.limit { records[order.removeFirst()] = nil }
    }
}
