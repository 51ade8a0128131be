/// A message that a commit has stored, and where.
///
/// If its recipient is in memory, and knows the message before it, that need not read the message from the store.
package struct SentMessage: Equatable, Sendable {
    /// The message as it waits from then on.
    package var waiting: WaitingMessage
    /// The number of the message that waits before it for the same recipient; nil if it is the first.
    package var former: Int64?

    package init(_ waiting: WaitingMessage, after former: Int64?) {
        self.waiting = waiting
        self.former = former
    }
}

/// What a commit has done.
package struct CommitResult: Equatable, Sendable {
    /// Which of the writes were carried out.
    package var done: [Bool]
    /// The messages that it has stored, in their order; nil if the store does not say it.
    package var sent: [SentMessage]?

    package init(done: [Bool], sent: [SentMessage]? = nil) {
        self.done = done
        self.sent = sent
    }
}

/// A store whose commits say where they have put the messages.
package protocol NumberingSessionStore: SessionStore {
    /// Does the same as ``SessionStore/commit(_:)``.
    ///
    /// A function that is not asynchronous runs on the caller's thread, which may wait for the disk: no other thread is woken.
    func commitNumbering(_ writes: [SessionWrite]) async throws -> CommitResult
}
