import Synchronization

/// The shapes of the payloads that views have asked for, by type.
final class PayloadShapes: Sendable {
    private let known = Mutex<[ObjectIdentifier: PayloadShape]>([:])

    func value(of type: ObjectIdentifier) -> PayloadShape? { known.withLock { $0[type] } }

    func insert(_ shape: PayloadShape, for type: ObjectIdentifier) { known.withLock { $0[type] = shape } }
}
