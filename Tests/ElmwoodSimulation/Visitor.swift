import ElmwoodStorage

/// A visitor with a browser.
final class Visitor {
    let index: Int
    let hasScript: Bool
    /// Whether the only thing that they have is the id of somebody else's session.
    let isThief: Bool
    var jar = Jar()
    var pages: [BrowserPage] = []
    /// All numbers that they have written.
    var numbers: Set<Int> = []
    /// The numbers that the site has acknowledged, by path.
    var acknowledged: [String: [Int]] = [:]
    /// By path: the model that an answer to their own post has shown.
    var seenModels: [String: Ledger.Model] = [:]
    /// By path: what the next page has to tell a visitor without script.
    var untold: [String: [UntoldNotice]] = [:]
    /// By path and notice: the document that has told it, as it was loaded or by its script.
    var told: [ToldNotice: [Int]] = [:]
    /// What the answers to their loads have told, whether they have arrived or not.
    var answered: Set<ToldNotice> = []
    /// The loads that processes have received, or will, and have not answered.
    var loads: Set<Int> = []
    /// How many renewals they have not learned of. If they never do, they have lost the session.
    var unheard = 0
    /// Until when another of their pages may still present an id that was renewed.
    var renews: Microseconds = -1
    /// Whether an entry that they have written is in a session whose id they have.
    var isSettled = false
    /// Whether they have ever ended their session, or started more than one.
    var hasEnded = false
    /// Whether their former entries may be lost.
    var mayHaveLost: Bool { hasEnded || unheard > 0 }

    init(_ index: Int, hasScript: Bool, isThief: Bool) {
        self.index = index
        self.hasScript = hasScript
        self.isThief = isThief
    }
}
