import ElmwoodStorage

/// The ids that live pages recently received in place of unknown ones. A restarted process does not know ids that were only issued.
///
/// A page sends requests in parallel. The second one still has the former id, and would begin another session, whose cookie would
/// replace the first one's. The page's id proves that it is the same page, since nobody else knows it.
struct GivenIDs {
    private struct Entry {
        var former: SessionID
        var token: SessionToken
        /// Nanoseconds on the environment's clock.
        var time: Int64
    }

    private var entries = RecentTable<PageID, Entry>(limit: 1_024)

    /// A minute, in nanoseconds.
    private static let life: Int64 = 60_000_000_000

    mutating func insert(_ token: SessionToken, insteadOf former: SessionID, to page: PageID, at time: Int64) {
        entries[page] = Entry(former: former, token: token, time: time)
    }

    /// Another node has a session of that id: its browser did not receive the other one.
    mutating func remove(insteadOf former: SessionID) { entries.removeAll { $1.former == former } }

    /// Returns the token that the page has received in place of the one that it presents.
    func token(for credentials: Credentials, at time: Int64) -> SessionToken? {
        guard let page = credentials.page, let entry = entries[page], entry.former == credentials.session,
            time - entry.time < Self.life
        else { return nil }
        return entry.token
    }
}
