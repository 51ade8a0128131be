import CElmwoodLocks
import Synchronization

/// The order of this module's locks. A thread that holds a lock takes only later ones, so no two threads wait for each other. The
/// module's README lists what each lock protects.
enum LockPlace: UInt8 {
    case idChanges = 1
    case writer, leases, shard, session, effect, request, watches
    /// No other lock is taken under it.
    case leaf
}

/// A mutex with a place in the order of locks. Debug builds stop if a thread takes locks in another order.
struct OrderedMutex<Value: ~Copyable>: ~Copyable {
    private let mutex: Mutex<Value>
    #if DEBUG
        private let place: LockPlace
    #endif

    init(_ place: LockPlace, _ value: consuming sending Value) {
        mutex = Mutex(value)
        #if DEBUG
            self.place = place
        #endif
    }

    borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if DEBUG
            let outer = elmwood_exchange_innermost_lock(place.rawValue)
            defer { _ = elmwood_exchange_innermost_lock(outer) }
            precondition(outer < place.rawValue, "The lock \(place) was taken by a thread that holds number \(outer).")
        #endif
        return try mutex.withLock(body)
    }
}
