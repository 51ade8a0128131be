import ElmwoodStorage

/// Carries out writes within one transaction, whose statements are sent together.
///
/// Writes of one session each are sent in the order of the sessions' ids, so that two nodes lock the same rows in the same order. What
/// follows from a write that was done, such as its messages, is sent when the results are there, in the order of the writes.
struct SessionTransaction {
    private let connection: PipelineConnection
    private let clock: NodeClock
    /// Whether each write was done.
    private(set) var done: [Bool] = []
    /// What the other nodes are told.
    private(set) var told = ClusterEventWriter()
    /// Whether anything was done, so that the transaction must be committed.
    private(set) var hasChanged = false

    private var queries: [Query] = [Query(.begin)]
    /// What becomes of each result.
    private var receivers: [Receiver] = [.none]
    /// The due time that a row had before its update.
    private var formerDue: [Int: Int64] = [:]

    private enum Receiver {
        case none
        /// The write of that index is done if a row was changed, and then the other nodes are told.
        case write(Int, ClusterEvent? = nil)
        /// The same, and the row is that of its former due time.
        case update(Int)
        /// The rows are the ids of whom something was removed.
        case removal(Int)
        /// The row is the id of the recipient of a message.
        case sent(SessionKey)
    }

    init(_ connection: PipelineConnection, clock: NodeClock) {
        self.connection = connection
        self.clock = clock
    }

    // MARK: Writes

    /// Carries out the writes.
    mutating func carryOut(_ writes: [SessionWrite]) throws {
        done = [Bool](repeating: false, count: writes.count)
        var place = 0
        while place < writes.count {
            let end = writes[place...].firstIndex { $0.session == nil } ?? writes.count
            if end > place {
                try carryOut(writes, place..<end)
                place = end
            } else {
                add(writes[place], at: place)
                place += 1
            }
        }
        try exchange()
    }

    /// Carries out writes of one session each.
    private mutating func carryOut(_ writes: [SessionWrite], _ range: Range<Int>) throws {
        let sorted = range.map { (id: writes[$0].session?.words ?? (0, 0), index: $0) }
            .sorted { ($0.id.high, $0.id.low, $0.index) < ($1.id.high, $1.id.low, $1.index) }
        for entry in sorted { add(writes[entry.index], at: entry.index) }
        // The writes before this have results too, whose rows these may need.
        try exchange()
        for index in range where done[index] { follow(writes[index], at: index) }
    }

    private mutating func add(_ query: Query, _ receiver: Receiver = .none) {
        queries.append(query)
        receivers.append(receiver)
    }

    private mutating func add(_ write: SessionWrite, at index: Int) {
        switch write {
        case .save(let key, let session, let version, _):
            save(session, at: key, over: version, index)
        case .end(let key, let version?, _):
            add(Query(SessionWrites.end, key.parameters + version.parameters), .write(index))
        case .end(let key, nil, _):
            add(Query(SessionWrites.isMissing, key.parameters), .write(index))
        case .removeIdle(let key, let used):
            add(Query(SessionWrites.removeIdle, key.parameters + [.integer(used)]), .write(index))
        case .setAside(let key):
            add(Query(SessionWrites.setAside, key.parameters), .write(index))
        case .touch(let id, let used):
            add(Query(SessionWrites.touch, [.bytes(id.bytes), .integer(used)]), .write(index))
        case .postpone(let key, let due, let version):
            let time = Parameter.integer(orNull: due.map { clock.database($0) })
            add(Query(SessionWrites.postpone, key.parameters + version.parameters + [time]), .write(index))
        case .remove(let id):
            add(Query(SessionWrites.remove, [.bytes(id.bytes)]), .write(index, .ended(id)))
            // There may be messages although there is no session.
            hasChanged = true
        case .removeAll(let owner, let exception):
            let kept = exception.map { Parameter.bytes($0.bytes) } ?? .null
            let query =
                switch owner {
                case .visitor(let visitor): Query(SessionWrites.removeOfVisitor, [.bytes(visitor.bytes), kept])
                case .account(let account): Query(SessionWrites.removeOfAccount, [.utf8(account), kept])
                }
            add(query, .removal(index))
        case .identify(let id, let account):
            let values: [Parameter] = [.bytes(id.bytes), .utf8(orNull: account)]
            add(Query(SessionWrites.identify, values), .write(index))
        case .renew(let id, let renewal):
            let values: [Parameter] = [
                .bytes(id.bytes), .bytes(renewal.successor.bytes), .integer(renewal.created),
                .utf8(renewal.claims.joined(separator: " ")),
            ]
            add(Query(SessionWrites.lockToRenew, [.bits(id.words.high)]))
            add(Query(SessionWrites.renew, values), .write(index, .renewed(id, renewal)))
        case .send(let messages):
            done[index] = true
            for message in messages { send(message) }
        case .removeMessages(let key):
            add(Query(SessionWrites.removeMessages, key.parameters), .write(index))
        case .tell(let topic, let body):
            (done[index], hasChanged) = (true, true)
            told.append(.told(topic: topic, body: body))
        }
    }

    private mutating func save(
        _ session: StoredSession,
        at key: SessionKey,
        over version: StoredVersion?,
        _ index: Int
    ) {
        let times: [Parameter] = [
            .integer(session.created), .integer(session.used),
            .integer(orNull: session.due.map { clock.database($0) }), .utf8(orNull: key.pattern),
        ]
        let content: [Parameter] = [.bytes(session.activity), .bytes(session.model)]
        let first = key.parameters + session.version.parameters
        if let version {
            add(Query(SessionWrites.update, first + version.parameters + times + content), .update(index))
        } else {
            let owner: [Parameter] = [.bytes(session.visitor.bytes), .utf8(orNull: session.account)]
            let values = first + owner + times + [.boolean(session.isShared)] + content
            if !session.isShared { add(Query(SessionWrites.lockToInsert, [.bits(key.id.words.high)])) }
            add(Query(SessionWrites.insert, values), .write(index))
        }
    }

    // MARK: What follows

    /// Adds what follows from a write of one session that was done.
    private mutating func follow(_ write: SessionWrite, at index: Int) {
        switch write {
        case .save(let key, let session, _, let exchange):
            told.append(.saved(key, version: session.version))
            if session.due != nil || formerDue[index] != nil { setDue(session.due, key) }
            carryOut(exchange)
        case .end(let key, let version, let exchange):
            if version != nil {
                told.append(.removed(key))
                setDue(nil, key)
            }
            carryOut(exchange)
        case .setAside(let key):
            told.append(.removed(key))
            setDue(nil, key)
        case .removeIdle(let key, _): told.append(.removed(key))
        case .identify(let id, let account): told.append(.identified(id, as: account))
        case .postpone(let key, let due, _): setDue(due, key)
        default: break
        }
    }

    private mutating func setDue(_ due: Int64?, _ key: SessionKey) {
        guard let due else { return add(Query(SessionWrites.deleteDue, key.parameters)) }
        let values: [Parameter] = [.utf8(orNull: key.pattern), .utf8(key.program), .integer(clock.database(due))]
        add(Query(SessionWrites.upsertDue, key.parameters + values))
    }

    private mutating func carryOut(_ exchange: MessageExchange) {
        guard !exchange.isEmpty else { return }
        if !exchange.applied.isEmpty { add(Query(SessionWrites.removeApplied, [.numbers(exchange.applied)])) }
        if !exchange.setAside.isEmpty { add(Query(SessionWrites.setMessagesAside, [.numbers(exchange.setAside)])) }
        for message in exchange.sent { send(message) }
    }

    private mutating func send(_ message: StoredMessage) {
        let answer = message.answer
        let values: [Parameter] = [
            .utf8(orNull: message.recipient.pattern), .bits(message.name), .bytes(message.content),
            answer.map { .bytes($0.sender.id.bytes) } ?? .null, .utf8(orNull: answer?.sender.path),
            .utf8(orNull: answer?.sender.pattern), answer.map { .bytes($0.applied) } ?? .null,
            answer.map { .bytes($0.failed) } ?? .null,
        ]
        add(Query(SessionWrites.send, message.recipient.parameters + values), .sent(message.recipient))
        hasChanged = true
    }

    // MARK: Results

    /// Sends what was added, and receives its results.
    private mutating func exchange() throws {
        guard !queries.isEmpty else { return }
        let results = try connection.exchange(queries)
        for (result, receiver) in zip(results, receivers) { receive(result, receiver) }
        (queries, receivers) = ([], [])
    }

    private mutating func receive(_ result: StatementResult, _ receiver: Receiver) {
        switch receiver {
        case .none: break
        case .write(let index, let event):
            note(result.changes > 0, index)
            if done[index], let event { told.append(event) }
        case .update(let index):
            note(result.changes > 0, index)
            formerDue[index] = result.integer(0, 0)
        case .removal(let index):
            note(result.count > 0, index)
            for row in 0..<result.count {
                if let id = SessionID(bytes: result.bytes(row, 0)) { told.append(.ended(id)) }
            }
        case .sent(var key):
            if let id = SessionID(bytes: result.bytes(0, 0)) { key.id = id }
            told.append(.sent(to: key))
        }
    }

    private mutating func note(_ isDone: Bool, _ index: Int) {
        done[index] = isDone
        if isDone { hasChanged = true }
    }

    /// Removes old sessions among some rows, those after one.
    ///
    /// - Returns: How many were removed, and the last row that was examined; nil if there are no more.
    mutating func removeOld(
        unusedSince: Int64,
        createdBefore: Int64,
        after place: RemovalPlace
    ) throws -> (count: Int, last: RemovalPlace?) {
        let values = place.parameters + [.integer(unusedSince), .integer(createdBefore)]
        if place == .first { add(Query(SessionWrites.removeOldRenewals, [.integer(unusedSince)])) }
        let results = try connection.exchange(queries + [Query(SessionWrites.removeOld, values)])
        (queries, receivers) = ([], [])
        if place == .first, let renewals = results.dropLast().last, renewals.changes > 0 { hasChanged = true }
        guard let result = results.last else { return (0, nil) }
        var last: RemovalPlace?
        var count = 0
        for row in 0..<result.count {
            let aside = result.integer(row, 2) ?? 0
            if result.boolean(row, 4) {
                last = RemovalPlace(id: result.bytes(row, 0), path: result.bytes(row, 1), aside: aside)
                continue
            }
            (count, hasChanged) = (count + 1, true)
            guard aside == 0, let id = SessionID(bytes: result.bytes(row, 0)) else { continue }
            told.append(.removed(SessionKey(id: id, result, row, path: 1, pattern: 3)))
        }
        return (count, last)
    }

    /// Returns the statements that end the transaction: what is left to send, what the other nodes are told, and the commit.
    func ending(node: NodeID, mark: UInt64) -> [Query] {
        guard hasChanged else { return queries + [Query(.rollback)] }
        let tell = Query(SessionWrites.tell, [.bits(node), .bits(mark), .bytes(told.bytes)])
        return queries + [tell, Query(.commit)]
    }
}

/// A row of the sessions, in the order of their keys.
struct RemovalPlace: Equatable, Sendable {
    var id: [UInt8]
    var path: [UInt8]
    var aside: Int64

    /// Before all rows.
    static let first = RemovalPlace(id: [UInt8](repeating: 0, count: 16), path: [], aside: -1)

    var parameters: [Parameter] { [.bytes(id), .bytes(path), .integer(aside)] }
}

extension SessionWrite {
    /// The id whose sessions it changes alone; nil if it may change others, or messages.
    fileprivate var session: SessionID? {
        switch self {
        case .save(let key, _, _, _), .end(let key, _, _), .removeIdle(let key, _), .setAside(let key),
            .postpone(let key, _, _):
            key.id
        case .touch(let id, _), .identify(let id, _): id
        case .remove, .removeAll, .renew, .send, .removeMessages, .tell: nil
        }
    }
}

extension SessionKey {
    var parameters: [Parameter] { [.bytes(id.bytes), .utf8(path)] }

    /// Reads the path and the pattern, which are in two columns.
    init(id: SessionID, _ result: StatementResult, _ row: Int, path: Int, pattern: Int) {
        let path = result.text(row, path)
        let pattern = result.textOrNull(row, pattern)
        self.init(id: id, program: pattern ?? path, place: pattern == nil ? nil : path)
    }
}

extension StoredVersion {
    fileprivate var parameters: [Parameter] { [.bits(number), .bits(token)] }
}

extension Parameter {
    /// Numbers as an array.
    fileprivate static func numbers(_ numbers: [Int64]) -> Parameter {
        .text("{\(numbers.map { "\($0)" }.joined(separator: ","))}")
    }
}
