import ElmwoodStorage

/// The messages of a session to and from others, as far as the store does not have them.
struct Mail: SessionPart {
    /// Messages to others, in their order.
    var outgoing: [Outgoing] = []
    /// The messages that were applied, in their order.
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

    enum Fetching {
        case none
        /// A batch is being read.
        case reading
        /// A batch is being applied and stored.
        case applying
    }

    /// A message that was applied, or has failed.
    struct Applied: Sendable {
        let number: Int64
        /// Its name, if somebody may wait for it.
        let name: UInt64?
        /// Whether it has ended a process.
        var isAside = false
    }

    /// Whether the store has all of it.
    var isSettled: Bool { outgoing.isEmpty && applied.isEmpty && fetching == .none }

    var isIdle: Bool { isSettled && asked.isEmpty }
    /// The names of messages that it is to be told about are stored.
    func isEvictable(at now: Int64, isStored: Bool) -> Bool { isSettled }

    mutating func apply(_ plan: CommandPlan, _ cause: Cause) {
        if cause.delivery != nil || !plan.deliveries.isEmpty { add(plan.deliveries, applying: cause.delivery) }
    }

    func write(into row: inout SessionRow) {
        row.mail = Row(sent: outgoing, applied: applied)
        row.activity.asked = asked
    }

    mutating func adopt(_ row: StoredActivity, _ moment: AdoptionMoment, _ over: inout SessionParts.Over) {
        asked = row.asked
    }

    /// How many messages are read at once.
    static let batch = 256

    /// Begins to read a batch. Returns false if there is one already: then another is read after it.
    mutating func beginReading(as name: UInt64) -> Bool {
        guard fetching == .none else {
            mayHaveMore = true
            return false
        }
        (fetching, batchName) = (.reading, name)
        return true
    }

    /// Begins to apply the batch that was read. Returns whether it is over, and more may wait.
    mutating func beginApplying(_ messages: [WaitingMessage]) -> Bool {
        fetching = .applying
        unapplied = Set(messages.map(\.number))
        last = messages.last?.number
        if messages.count == Self.batch { mayHaveMore = true }
        return messages.isEmpty && endBatch()
    }

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

    /// What a save contains of it.
    struct Row: Sendable {
        var sent: [Outgoing] = []
        var applied: [Applied] = []

        var isEmpty: Bool { sent.isEmpty && applied.isEmpty }
    }

    /// Removes what is stored now: exactly what the row has, before another row is made.
    mutating func remove(_ row: Row) {
        outgoing.removeFirst(min(row.sent.count, outgoing.count))
        applied.removeFirst(min(row.applied.count, applied.count))
    }
}
