/// Values by the object that each belongs to, in insertion order. An operation on all of them therefore has a defined order,
/// independent of memory addresses.
struct OrderedObjects<Value> {
    private struct Entry {
        let number: UInt64
        var value: Value
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var number: UInt64 = 0

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }

    /// The values, oldest first.
    var inOrder: [Value] { entries.values.sorted { $0.number < $1.number }.map(\.value) }

    subscript(object: ObjectIdentifier) -> Value? {
        get { entries[object]?.value }
        set {
            guard let newValue else {
                entries[object] = nil
                return
            }
            number += 1
            entries[object] = Entry(number: entries[object]?.number ?? number, value: newValue)
        }
    }
}
