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
    /// The number of the batch's last message, while the batch is being applied and stored.
    var last: Int64?
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
        (fetching, last) = (.none, nil)
        defer { mayHaveMore = false }
        return mayHaveMore
    }

    /// Forgets the batch, since another node may have applied it. Returns whether there was one.
    mutating func dropBatch() -> Bool {
        guard fetching != .none, applied.isEmpty else { return false }
        (fetching, unapplied, mayHaveMore, batchName, last) = (.none, [], false, nil, nil)
        return true
    }

    /// Whether messages that were just stored follow those that the session has applied, and those of its batch. Otherwise another
    /// process may have sent some that wait before them.
    func accepts(_ sent: [SentMessage]) -> Bool {
        guard let first = sent.first else { return true }
        switch fetching {
        case .none: return first.former == nil
        case .reading: return false
        case .applying:
            // The batch may have been read after they were stored, and a number may have been another message's before.
            guard !mayHaveMore, first.waiting.number > last ?? .max else { return false }
            return first.former == nil || first.former == last
        }
    }

    /// Adds messages to the batch, or begins one.
    mutating func add(_ sent: [SentMessage]) {
        guard let number = sent.last?.waiting.number else { return }
        if fetching != .applying { unapplied = [] }
        unapplied.formUnion(sent.map(\.waiting.number))
        (fetching, last) = (.applying, number)
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
