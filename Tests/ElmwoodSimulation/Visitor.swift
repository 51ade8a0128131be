import ElmwoodStorage

/// Somebody with a browser.
final class Visitor {
    let index: Int
    let hasScript: Bool
    /// Whether all that they have is the id of somebody else's session.
    let isThief: Bool
    var jar = Jar()
    var pages: [BrowserPage] = []
    /// All numbers that they have written.
    var numbers: Set<Int> = []
    /// The numbers that the site has acknowledged to them, by program.
    var acknowledged: [[Int]] = [[], []]
    /// How many renewals there are that they have not heard of: where they never do, they have lost the session.
    var unheard = 0
    /// Until when another of their pages may still present an id that they have had renewed.
    var renews: Microseconds = -1
    /// Whether something that they have written is in a session that they have the id of.
    var isSettled = false
    /// Whether they have ever asked for the end of their session, or begun more than one.
    var hasEnded = false
    /// Whether what they had may be no more.
    var mayHaveLost: Bool { hasEnded || unheard > 0 }

    init(_ index: Int, hasScript: Bool, isThief: Bool) {
        self.index = index
        self.hasScript = hasScript
        self.isThief = isThief
    }
}
