import Storage

/// Somebody with a browser.
final class Visitor {
    let index: Int
    let hasScript: Bool
    /// Whether all that he has is the id of somebody else's session.
    let isThief: Bool
    var jar = Jar()
    var pages: [BrowserPage] = []
    /// All numbers that he has written.
    var numbers: Set<Int> = []
    /// The numbers that the site has acknowledged to him, by program.
    var acknowledged: [[Int]] = [[], []]
    /// How many renewals there are that he has not heard of: where he never does, he has lost the session.
    var unheard = 0
    /// Until when another of his pages may still present an id that he has had renewed.
    var renews: Microseconds = -1
    /// Whether something that he has written is in a session that he has the id of.
    var isSettled = false
    /// Whether he has ever asked for the end of his session, or begun more than one.
    var hasEnded = false
    /// Whether what he had may be no more.
    var mayHaveLost: Bool { hasEnded || unheard > 0 }

    init(_ index: Int, hasScript: Bool, isThief: Bool) {
        self.index = index
        self.hasScript = hasScript
        self.isThief = isThief
    }
}
