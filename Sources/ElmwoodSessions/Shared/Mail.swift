import ElmwoodStorage

/// The messages of a session to and from others, as far as the store does not have them.
struct Mail {
    /// Messages to others, each with the version of the session that sends it.
    var outgoing: [(version: UInt64, message: Outgoing)] = []
    /// The messages that were applied, by their numbers, each with the version after it.
    var applied: [Applied] = []
    /// The names of messages that the session is to be told about.
    var asked: [UInt64] = []
    /// What is done with the messages that wait for the session.
    var fetching = Fetching.none
    /// A random number of the batch: what was read for a former one is not applied.
    var batchName: UInt64?
    /// Whether more may wait than the batch has.
    var mayHaveMore = false
    /// The numbers of the messages of the batch that have not had their turn.
    var unapplied: Set<Int64> = []
    /// Whether a commit with some of this is under way.
    var isBeingWritten = false

    enum Fetching {
        case none
        /// A batch is being read.
        case reading
        /// A batch is being applied and stored.
        case applying
    }

    /// A message that was applied, or has failed.
    struct Applied {
        let version: UInt64
        let number: Int64
        /// Its name, if somebody may wait for it.
        let name: UInt64?
        /// Whether it has ended a process.
        var isAside = false
    }

    /// Whether the store has all of it.
    var isSettled: Bool { outgoing.isEmpty && applied.isEmpty && fetching == .none && !isBeingWritten }

    var isIdle: Bool { isSettled && asked.isEmpty }

    /// How many messages are read at once.
    static let batch = 256

    /// If the batch is applied and stored, it is over. Returns whether more messages may wait.
    mutating func endBatch() -> Bool {
        guard fetching == .applying, unapplied.isEmpty, applied.isEmpty else { return false }
        fetching = .none
        defer { mayHaveMore = false }
        return mayHaveMore
    }

    /// Forgets the batch, since another node may have applied it. Returns whether there was one.
    mutating func dropBatch() -> Bool {
        guard fetching != .none, applied.isEmpty else { return false }
        (fetching, unapplied, mayHaveMore) = (.none, [], false)
        batchName = nil
        return true
    }

    /// What is stored now.
    struct Stored: Sendable {
        var sent: [Outgoing]
        /// The names of applied messages for which somebody may wait, and the number of all.
        var applied: [UInt64]
        var count: Int
        /// Whether more messages may wait.
        var mayHaveMore: Bool
    }

    /// Removes and returns what is stored with that version; nil if there is nothing.
    mutating func takeStored(_ version: UInt64) -> Stored? {
        isBeingWritten = false
        guard !isSettled else { return nil }
        let sent = outgoing.prefix { $0.version <= version }.map(\.message)
        outgoing.removeFirst(sent.count)
        let done = applied.filter { $0.version <= version }
        applied.removeAll { $0.version <= version }
        return Stored(sent: sent, applied: done.compactMap(\.name), count: done.count, mayHaveMore: endBatch())
    }
}
