/// A property that is nil nearly always. Its value is in memory of its own, so an object without one stores 8 bytes for it.
@propertyWrapper
struct Rare<Value> {
    fileprivate indirect enum Storage {
        case none
        case value(Value)
    }

    private var storage = Storage.none

    var wrappedValue: Value? {
        get { if case .value(let value) = storage { value } else { nil } }
        set { storage = newValue.map { .value($0) } ?? .none }
    }
}

extension Rare: Sendable where Value: Sendable {}
extension Rare.Storage: Sendable where Value: Sendable {}
