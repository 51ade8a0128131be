import Synchronization

/// Counts a server's connections, over all its loops.
///
/// The system spreads connections unevenly. If each loop had its own share, visitors would wait at a full loop while another one
/// has room.
final class ConnectionCount: Sendable {
    private let count = Atomic(0)
    private let most: Int

    /// Creates a count with a limit of at least one.
    init(most: Int) { self.most = max(1, most) }

    /// Counts one more. Returns false, without counting, if the limit is reached.
    func add() -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= most { return true }
        remove()
        return false
    }

    /// Counts one less.
    func remove() { count.subtract(1, ordering: .relaxed) }
}
