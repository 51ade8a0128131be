import Synchronization

/// How many connections a server has, over all its loops.
///
/// The system spreads connections unevenly. With a share for each loop, visitors would wait at one that is full while
/// there is room at another.
final class ConnectionCount: Sendable {
    private let count = Atomic(0)
    private let most: Int

    /// Creates a count that goes up to `most`, but at least to one.
    init(most: Int) { self.most = max(1, most) }

    /// Counts one more; false, and nothing counted, where there are as many as there may be.
    func add() -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= most { return true }
        remove()
        return false
    }

    /// Counts one less.
    func remove() { count.subtract(1, ordering: .relaxed) }
}
