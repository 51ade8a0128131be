import ElmwoodStorage

/// The recently replaced ids, and which browsers may learn their successors: some thousands at most, for a day.
struct RenewedIDs {
    private struct Entry {
        var renewal: SessionRenewal
        /// Nanoseconds on the environment's clock.
        var time: Int64
    }

    private var entries: [SessionID: Entry] = [:]
    private var order: [SessionID] = []
    private var next = 0

    /// The greatest number of entries. Beyond it the oldest are dropped, which only affects visitors who have not returned since.
    private static let limit = 16_384

    /// For how long a browser can learn the successor of its cookie's id, in seconds.
    static let life: Int64 = 86_400

    /// For how long a request with a replaced id is refused instead of starting a new session, in nanoseconds.
    private static let refusalTime: Int64 = 60_000_000_000

    /// - Parameter time: when the id was replaced, in nanoseconds on the environment's clock.
    mutating func insert(_ id: SessionID, _ renewal: SessionRenewal, at time: Int64) {
        guard entries.updateValue(Entry(renewal: renewal, time: time), forKey: id) == nil else { return }
        if order.count < Self.limit {
            order.append(id)
        } else {
            entries[order[next]] = nil
            order[next] = id
            next = (next + 1) % order.count
        }
    }

    /// Whether another id has replaced this one, as far as it is remembered.
    func isReplaced(_ id: SessionID) -> Bool { entries[id] != nil }

    /// Whether the id was replaced recently: a request with it does not belong to a new visitor.
    func contains(_ id: SessionID, at time: Int64) -> Bool {
        entries[id].map { time - $0.time < Self.refusalTime } ?? false
    }

    /// Returns the latest successor of the presented id; nil if the credentials do not prove the right to it.
    func successor(for credentials: Credentials, at time: Int64) -> SessionID? {
        let claims = [credentials.ticket?.text, credentials.page?.text].compactMap(\.self)
        guard var id = credentials.session, !claims.isEmpty else { return nil }
        var successor: SessionID?
        // Limited by the number of entries, since renewals from a store may form a cycle.
        for _ in 0..<entries.count {
            guard let entry = entries[id], time - entry.time < Self.life * 1_000_000_000,
                entry.renewal.claims.contains(where: claims.contains)
            else { break }
            id = entry.renewal.successor
            successor = id
        }
        return successor
    }
}
