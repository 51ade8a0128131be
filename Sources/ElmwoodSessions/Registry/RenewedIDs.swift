import ElmwoodStorage

/// The ids that were replaced lately, and who is told which has replaced them: some thousand at most, for a day.
struct RenewedIDs {
    private struct Entry {
        var renewal: SessionRenewal
        /// Nanoseconds on the environment's clock.
        var time: Int64
    }

    private var entries: [SessionID: Entry] = [:]
    private var order: [SessionID] = []
    private var next = 0

    /// How many are remembered: beyond it the oldest are forgotten, with no harm but to who has not come back since.
    private static let limit = 16_384

    /// For how long a browser is told the id that has replaced the one of its cookie, in seconds.
    static let life: Int64 = 86_400

    /// For how long a request that still brings a replaced id is refused rather than given a new session, in nanoseconds.
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

    /// Whether another id has replaced this one, as far as that is remembered.
    func isReplaced(_ id: SessionID) -> Bool { entries[id] != nil }

    /// Whether the id was replaced a moment ago: a request that still brings it is no newcomer's.
    func contains(_ id: SessionID, at time: Int64) -> Bool {
        entries[id].map { time - $0.time < Self.refusalTime } ?? false
    }

    /// The id that has replaced the one that is presented, however often; nil where who presents it is not to be told.
    func successor(for credentials: Credentials, at time: Int64) -> SessionID? {
        let claims = [credentials.ticket?.text, credentials.page?.text].compactMap(\.self)
        guard var id = credentials.session, !claims.isEmpty else { return nil }
        var successor: SessionID?
        // As many steps as there are entries: what a store says may go in a circle.
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
