import Architecture

// What the open pages of a session have to do with its commands and subscriptions.

extension Session {
    /// Whether somebody looks has changed: a page or its stream has come or gone. No lock is held.
    func lookersChanged() {}

    /// What happened to a page of the session with no request: the messages that the program asks for, each with its turn.
    func receive(_ event: PageEvent) {}

    /// Begins what was begun on a page: its commands for a page go there.
    func launch(_ committed: Committed, for settling: Settling?, from page: PageID) {
        launch(committed, for: settling)
    }
}
