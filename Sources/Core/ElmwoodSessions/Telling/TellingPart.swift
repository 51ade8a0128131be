import ElmwoodArchitecture

/// What is told to the visitor, and the returns from posts.
struct TellingPart: SessionPart {
    /// What is told to the visitor once a page can show it.
    private var waiting: [AddressedFlash] = []
    /// What pages were loaded with, for their scripts, which may connect soon.
    private var shown: [AddressedFlash] = []
    /// The addresses to which the redirects of posts return, for a program that is told of arrivals.
    private var returns: [ExpectedReturn] = []

    var isIdle: Bool { waiting.isEmpty && shown.isEmpty && returns.isEmpty }
    /// What waits is stored, and the rest concerns the next moments only.
    func isEvictable(at now: Int64, isStored: Bool) -> Bool { true }

    func write(into row: inout SessionRow) {
        row.activity.flashes = waiting
    }

    mutating func adopt(_ row: StoredActivity, _ moment: AdoptionMoment, _ over: inout SessionParts.Over) {
        waiting = row.flashes.prefix(AddressedFlash.limit).map { stored in
            var flash = stored
            // The clock of the process that has stored it may be ahead.
            flash.date = min(stored.date, moment.date)
            return flash
        }
    }

    /// Whether anything waits to be told, or was told by a page whose script may still connect.
    var tells: Bool { !waiting.isEmpty || !shown.isEmpty }

    /// Whether anything waits for any page of the program if the address is nil, or for the next one of the site.
    func hasWaiting(for address: String?) -> Bool { waiting.contains { $0.address == address } }

    /// Keeps what no page could tell the visitor yet.
    ///
    /// - Parameter address: the address of the page that is to tell it; nil for the visitor's next one.
    mutating func keep(_ flash: Flash, for address: String?, at now: Int64) {
        waiting.add(flash, for: address, at: now)
    }

    /// Removes and returns what waits so. What was kept for a page at a certain address waits for that page to be loaded.
    mutating func takeWaiting(for address: String?) -> Flash { waiting.take { $0.address == address } }

    /// Removes and returns what the page at that address tells, with something more.
    ///
    /// - Returns: also whether anything that had waited was removed.
    mutating func tell(_ more: Flash, at address: String, at now: Int64) -> (flash: Flash, isChanged: Bool) {
        let count = waiting.count
        var flash = waiting.take(for: address, at: now)
        flash.add(more)
        // A page that is loaded again tells nothing of what it told before.
        shown.removeAll { $0.address == address || $0.isOver(at: now) }
        if !flash.isEmpty { shown.add(flash, for: address, at: now) }
        return (flash, waiting.count < count)
    }

    /// Returns what a page at that address was loaded with; nil if that is nothing.
    func shown(at address: String) -> Flash? { shown.first { $0.address == address }?.flash }

    /// The page's script has connected, and continues to tell it.
    mutating func hasConnected(at address: String) { shown.removeAll { $0.address == address } }

    /// Records that a redirect leads back to a page.
    mutating func expectReturn(to address: String, at now: Int64) {
        returns.removeAll { $0.isOver(at: now) }
        returns.append(ExpectedReturn(address: address, date: now))
        if returns.count > ExpectedReturn.limit { returns.removeFirst() }
    }

    /// Whether a page is loaded to which no post returns. The return is over then.
    mutating func isArrival(at address: String, at now: Int64) -> Bool {
        returns.removeAll { $0.isOver(at: now) }
        guard let index = returns.firstIndex(where: { $0.address == address }) else { return true }
        returns.remove(at: index)
        return false
    }
}

/// A page that the redirect of a post leads back to.
struct ExpectedReturn {
    /// The address of the page.
    var address: String
    /// When the post was answered, in milliseconds since 1970.
    var date: Int64

    /// The most that a session expects.
    static let limit = 8

    /// Whether it is expected no longer: a browser follows a redirect sooner.
    func isOver(at now: Int64) -> Bool { now - date > AddressedFlash.waitingTime }
}
