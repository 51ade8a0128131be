import ElmwoodStorage

/// Ids that visitors were given and under which no session is held: with their first page, or by a session that ended since nobody
/// looked at its pages any more. Bounded in number and time, so that a client that takes ids and never uses them costs nothing
/// that stays.
///
/// A session begins under an id that a request brings only where the id is held, stored or in here, so **never under one that
/// somebody else than this server has chosen**. A client that brings any other id gets a new one. That an id stands in here opens no
/// way that is not open without it: who asks for a page gets an id that is theirs to know, but so does who begins a session, and
/// either could be planted in another's browser. Against that the cookie's name is bound to the host (`__Host-`), and
/// `.renewSession` gives a new id once it matters who somebody is. An id leaves the table when a session is held under it, so
/// one that was renewed or ended is never found here again.
struct IssuedIDs {
    private struct Entry {
        /// Nanoseconds on the environment's clock.
        var time: Int64
        var slot: Int
    }

    private var entries: [SessionID: Entry] = [:]
    /// The ids in the order in which they were added, the oldest at ``next`` once all places are taken.
    private var order: [SessionID] = []
    private var next = 0

    /// So many ids, of 70 bytes each.
    static let limit = 8_192
    /// A day, in nanoseconds: a page that a browser restores, or that wakes from sleep, brings its id again.
    static let life: Int64 = 86_400_000_000_000

    mutating func insert(_ id: SessionID, at time: Int64) {
        let slot: Int
        if order.count < Self.limit {
            slot = order.count
            order.append(id)
        } else {
            slot = next
            // It may have been removed, and added again at another place.
            if let oldest = entries[order[slot]], oldest.slot == slot { entries[order[slot]] = nil }
            order[slot] = id
            next = (next + 1) % Self.limit
        }
        entries[id] = Entry(time: time, slot: slot)
    }

    func contains(_ id: SessionID, at time: Int64) -> Bool {
        entries[id].map { time - $0.time < Self.life } ?? false
    }

    /// Returns whether it was there and is good still.
    mutating func remove(_ id: SessionID, at time: Int64) -> Bool {
        guard let entry = entries.removeValue(forKey: id) else { return false }
        return time - entry.time < Self.life
    }
}

extension SessionRegistry {
    /// An id for a visitor of whom nothing is held, so that pages that are opened at the same time bring the same one.
    ///
    /// - Parameter presented: the id that the request brought.
    /// - Returns: nil where that one is good, or has just been replaced by another.
    func issueID(unlessGood presented: SessionID?) -> SessionID? {
        let now = now
        if let presented {
            let isKnown =
                lastUsed(presented) != nil || wasRenewed(presented) || known.withLock { $0.contains(presented) }
                || issued.withLock { $0.contains(presented, at: now) }
            if isKnown { return nil }
        }
        let id = SessionID(drawing: environment.bits)
        issued.withLock { $0.insert(id, at: now) }
        return id
    }
}

extension SessionHost {
    /// The id that a browser is given with a page whose script will ask for a session: the program subscribes to something, and
    /// so the page's session begins without the visitor's doing anything. Nil where the browser has one, or none is needed.
    ///
    /// - Parameter presented: the id that the request brought.
    package func idForNewcomer(_ snapshot: SessionSnapshot, presented: SessionID?) -> SessionID? {
        guard !snapshot.isHeld, snapshot.cookie == .unchanged, isSubscribed(snapshot.model)
        else { return nil }
        return registry.issueID(unlessGood: presented)
    }
}
