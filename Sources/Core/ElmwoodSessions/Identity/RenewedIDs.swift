import ElmwoodStorage

/// The recently replaced ids, and which browsers may learn their successors: some thousands at most, for a day.
struct RenewedIDs {
    private struct Entry {
        var renewal: SessionRenewal
        /// The successor's token; nil if another process has made it.
        var session: SessionToken?
        /// What follows for the token of a browser that learns the successor.
        var token: TokenRenewal
        /// Nanoseconds on the environment's clock.
        var time: Int64
    }

    /// Beyond that number the oldest are dropped, which only affects visitors who have not returned since.
    private var entries = RecentTable<SessionID, Entry>(limit: 16_384)

    /// For how long a browser can learn the successor of its cookie's id, in seconds.
    static let life: Int64 = 86_400

    /// For how long a request with a replaced id is refused instead of starting a new session, in nanoseconds.
    private static let refusalTime: Int64 = 60_000_000_000

    /// - Parameters:
    ///   - session: the successor's token; nil if another process has made it.
    ///   - time: when the id was replaced, in nanoseconds on the environment's clock.
    mutating func insert(
        _ id: SessionID,
        _ renewal: SessionRenewal,
        _ session: SessionToken?,
        _ token: TokenRenewal,
        at time: Int64
    ) {
        // What the store tells of a renewal must not remove its token.
        if session == nil, let known = entries[id], known.renewal.successor == renewal.successor { return }
        entries[id] = Entry(renewal: renewal, session: session, token: token, time: time)
    }

    /// Returns the id that has replaced this one, as far as it is remembered, or the same.
    func latest(_ id: SessionID) -> SessionID {
        var latest = id
        // Renewals from a store may form a cycle.
        for _ in 0..<entries.count {
            guard let renewal = entries[latest]?.renewal else { break }
            latest = renewal.successor
        }
        return latest
    }

    /// Forgets a renewal that has failed.
    mutating func remove(_ id: SessionID) { entries[id] = nil }

    /// Forgets a renewal by that id, since another process was faster.
    mutating func remove(_ id: SessionID, by successor: SessionID) {
        if entries[id]?.renewal.successor == successor { entries[id] = nil }
    }

    /// Whether another id has replaced this one, as far as it is remembered.
    func isReplaced(_ id: SessionID) -> Bool { entries[id] != nil }

    /// Whether the id was replaced recently: a request with it does not belong to a new visitor.
    func contains(_ id: SessionID, at time: Int64) -> Bool {
        entries[id].map { time - $0.time < Self.refusalTime } ?? false
    }

    /// Returns the latest successor of the presented id; nil if the credentials do not prove the right to it, or its token is unknown.
    func successor(for credentials: Credentials, at time: Int64) -> (session: SessionToken, token: TokenRenewal)? {
        guard let last = last(for: credentials, at: time), let session = last.session else { return nil }
        return (session, last.token)
    }

    /// Returns the latest renewal that the credentials prove a right to, if its successor's token is unknown.
    func unknown(for credentials: Credentials, at time: Int64) -> SessionRenewal? {
        guard let last = last(for: credentials, at: time), last.session == nil, entries[last.renewal.successor] == nil
        else { return nil }
        return last.renewal
    }

    private func last(for credentials: Credentials, at time: Int64) -> Entry? {
        let claims = [credentials.ticket?.text, credentials.page?.text].compactMap(\.self)
        guard var id = credentials.session, !claims.isEmpty else { return nil }
        var last: Entry?
        // Limited by the number of entries, since renewals from a store may form a cycle.
        for _ in 0..<entries.count {
            guard let entry = entries[id], time - entry.time < Self.life * 1_000_000_000,
                entry.renewal.claims.contains(where: claims.contains)
            else { break }
            id = entry.renewal.successor
            last = entry
        }
        return last
    }
}
