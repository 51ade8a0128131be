import ElmwoodStorage
import ElmwoodViewTree

/// Ids that visitors have without a session: issued with their first page, or left by a session that ended after its pages were
/// gone.
///
/// Number and lifetime are bounded, so a client that requests ids without using them causes no lasting cost.
///
/// A session begins under the id of a request only if that id belongs to a session in memory or in the store, or is in this table:
/// **never under an id that this server has not chosen**. A client that presents any other id gets a new one. The table does not
/// weaken this. A visitor who requests a page knows the issued id, but so does a visitor who begins a session, and either id could
/// be planted in another visitor's browser. Against that, the cookie's name is bound to the host (`__Host-`), and `.renewSession`
/// assigns a new id when the visitor's identity becomes relevant. An id is removed from the table when a session begins under it,
/// so a renewed or ended id is never found here again.
struct IssuedIDs {
    /// The ids, of 70 bytes each, and when they were issued, in nanoseconds on the environment's clock.
    private var times = RecentTable<SessionID, Int64>(limit: limit)

    /// The greatest number of ids.
    static let limit = 8_192
    /// A day, in nanoseconds: a page presents its id again when a browser restores it, or the device wakes up.
    static let life: Int64 = 86_400_000_000_000

    mutating func insert(_ id: SessionID, at time: Int64) { times[id] = time }

    func contains(_ id: SessionID, at time: Int64) -> Bool { times[id].map { time - $0 < Self.life } ?? false }

    /// Removes the id. Returns whether it was present and not expired.
    mutating func remove(_ id: SessionID, at time: Int64) -> Bool {
        times.remove(id).map { time - $0 < Self.life } ?? false
    }
}

extension SessionRegistry {
    /// Issues an id for a visitor without a session, so that pages that are opened at the same time present the same one.
    ///
    /// - Parameter presented: the id of the request.
    /// - Returns: the token of the new id; nil if the presented id is valid, or has just been replaced.
    package func issueID(unlessGood presented: SessionID?) -> SessionToken? {
        if let presented, isGood(presented) { return nil }
        let token = SessionToken(drawing: environment.bits)
        let now = now
        identities.withLock { $0.issued.insert(token.id, at: now) }
        tellOfIssued(token.id)
        return token
    }

    /// Whether the id of a request without a session of its program is valid, or has just been replaced.
    func isGood(_ id: SessionID) -> Bool {
        let now = now
        return lastUsed(id) != nil || identities.withLock { $0.isGood(id, at: now) }
    }
}

extension SessionHost {
    /// Returns the token of an id for a browser whose page will need a session: the program has subscriptions, so the page's script begins a
    /// session without an action of the visitor; or its view shows values that can change. Nil if the browser has an id, or none is
    /// needed.
    ///
    /// - Parameters:
    ///   - rendering: the view of the page, if it may read values.
    ///   - presented: the id of the request.
    package func idForNewcomer(
        _ snapshot: SessionSnapshot,
        showing rendering: Rendering? = nil,
        presented: SessionID?
    ) -> SessionToken? {
        // Not what is known of the id now: while the page was read, a session may have begun under it and been evicted.
        guard !snapshot.isHeld, !snapshot.hasKnownID, snapshot.cookie == .unchanged,
            isSubscribed(snapshot.model) || rendering?.showsChangingValues ?? false
        else { return nil }
        return registry.issueID(unlessGood: presented)
    }
}
