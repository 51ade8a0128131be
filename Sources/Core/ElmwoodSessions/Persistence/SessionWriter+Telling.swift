import ElmwoodStorage

// What the other nodes are told beside what is stored. No request waits for it, so more of it comes while the store is away and posts
// are refused: from each page that is loaded, and from each change from outside.

extension SessionWriter {
    /// Tells the other nodes with the next commit.
    ///
    /// While the store is away, a limited number waits. Beyond it all of them are dropped, and further ones. Once the store works, the
    /// others are told that something was dropped (``NodeMessage/untold``), and then all that they have to know (``tellAgain``).
    func tell(_ write: SessionWrite) {
        let isAway = refuses
        addToCommit { state in
            if !isAway || !state.isUntold { state.writes.append(write) }
            if isAway { state.boundTold() }
        }
    }
}

extension SessionWriter.State {
    /// How many writes may wait before what the other nodes are told is dropped, while the store is away.
    private static var limit: Int { 1_000 }

    /// Drops what the other nodes are told if too many writes wait.
    mutating func boundTold() {
        guard unwritten.count + writes.count > Self.limit else { return }
        isUntold = true
        unwritten.removeAll(where: \.isTold)
        writes.removeAll(where: \.isTold)
    }
}

extension SessionWrite {
    fileprivate var isTold: Bool { if case .tell = self { true } else { false } }
}
