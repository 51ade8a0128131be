import ElmwoodStorage

/// The visitors whose tokens were revoked recently, so that no look-up that began before accepts one.
struct TokenRevocations {
    /// The number of revocations so far.
    private(set) var count: UInt64 = 0
    /// The latest revocation of each visitor. A look-up takes milliseconds, so it is never older than that number of them.
    private var latest = RecentTable<VisitorID, UInt64>(limit: 4_096)
    /// The revocations that the store has not carried out yet. Tokens of these visitors are refused.
    private var pending: [VisitorID: (number: UInt64, task: Task<Void, Never>?)] = [:]

    /// Records that a visitor's tokens are revoked. Returns the number of the revocation.
    mutating func beginRevocation(of visitor: VisitorID) -> UInt64 {
        count += 1
        // As the newest, so that it is not dropped for an earlier revocation of the same visitor.
        latest.remove(visitor)
        latest[visitor] = count
        pending[visitor] = (count, nil)
        return count
    }

    /// Sets the task that carries a revocation out in the store.
    mutating func set(_ task: Task<Void, Never>, of visitor: VisitorID, number: UInt64) {
        if pending[visitor]?.number == number { pending[visitor]?.task = task }
    }

    /// Records that the store has carried out a revocation.
    mutating func endRevocation(of visitor: VisitorID, number: UInt64) {
        if pending[visitor]?.number == number { pending[visitor] = nil }
    }

    func task(of visitor: VisitorID) -> Task<Void, Never>? { pending[visitor]?.task }

    func isPending(_ visitor: VisitorID) -> Bool { pending[visitor] != nil }

    func isPending(_ visitor: VisitorID, number: UInt64) -> Bool { pending[visitor]?.number == number }

    /// Whether a visitor's tokens were revoked after that many revocations.
    func isRevoked(_ visitor: VisitorID, since count: UInt64) -> Bool { latest[visitor].map { $0 > count } ?? false }
}
