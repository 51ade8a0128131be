import ElmwoodStorage

/// One part of a registry, with its own lock: the visitors whose ids belong to it, in the order of their last request.
///
/// The order is a segmented LRU: visitors who have come only once are on probation, and are evicted before those who have returned.
/// A flood of newcomers therefore replaces only newcomers.
///
/// Visitors are in slots of one array, and each segment's order is a linked list of slot numbers. A visitor needs no object, and
/// moving one to the front allocates nothing.
final class SessionShard: Sendable {
    /// The visitors of this shard.
    let table = OrderedMutex(.shard, Table())

    /// Why sessions are held under an id.
    enum Kind: Int32, CaseIterable {
        case newcomer
        /// The visitor has sent a request some time after the first one, or has been here before.
        case returned
        /// It is no visitor's, but the model of a shared program.
        case shared
    }

    struct Visitor {
        var id: SessionID
        /// The session that was used last; nil if the slot is free.
        var first: SessionCore?
        /// The sessions of other programs and places, the longest unused first. Most visitors have none, and an empty array uses no
        /// memory.
        var others: [SessionCore] = []
        /// Nanoseconds on the environment's clock.
        var lastUsed: Int64
        /// Four times the second of the creation, plus the number of the kind: fields of their own would need eight bytes more.
        private var origin: Int32
        /// Stands for the client that the visitor has come from; 0 if it is unknown.
        let client: UInt32
        fileprivate var newer: Int32 = -1
        fileprivate var older: Int32 = -1

        init(id: SessionID, first: SessionCore, client: UInt32 = 0, at time: Int64) {
            self.client = client
            self.id = id
            self.first = first
            origin = 0
            lastUsed = time
            created = time
        }

        /// When the id was made, in nanoseconds on the environment's clock, which may be before it began. It is a whole second: that after
        /// the time which is set.
        var created: Int64 {
            get { Int64(origin >> 2) * 1_000_000_000 }
            set {
                let (second, rest) = newValue.quotientAndRemainder(dividingBy: 1_000_000_000)
                // Years before the process, or after its start.
                let limit: Int64 = 1 << 29 - 1
                origin = Int32(min(max(-limit, rest > 0 ? second + 1 : second), limit)) << 2 | origin & 3
            }
        }

        var kind: Kind {
            get { Kind(rawValue: origin & 3) ?? .newcomer }
            set { origin = origin & ~3 | newValue.rawValue }
        }

        var sessions: [SessionCore] { (first.map { [$0] } ?? []) + others }

        func session(of host: SessionHost) -> SessionCore? {
            if let first, first.host === host { return first }
            return others.first { $0.host === host }
        }

        /// Returns the session of that host's program, which is then the one that was used last.
        mutating func use(_ host: SessionHost) -> SessionCore? {
            guard let former = first, former.host !== host else { return first }
            guard let index = others.firstIndex(where: { $0.host === host }) else { return nil }
            let session = others.remove(at: index)
            others.append(former)
            first = session
            return session
        }

        /// Adds a session of another program, which is then the one that was used last.
        mutating func add(_ session: SessionCore) {
            if let first { others.append(first) }
            first = session
        }
    }

    /// The requests of one visit are closer together than that, in nanoseconds: a post, and the page that it redirects to. Since the
    /// first one counts from the next whole second, it may be a second more.
    static let visit: Int64 = 2_000_000_000

    struct Table: Sendable {
        private var slots: [Visitor] = []
        private var index = SlotIndex()
        private var free: [Int32] = []
        /// The visitors of each kind.
        private var orders = InlineArray<3, Order>(repeating: Order())
        private var greediest = GreediestClient()

        /// The ends of one segment's list.
        private struct Order {
            var newest: Int32 = -1
            var oldest: Int32 = -1
            var count = 0
        }

        /// Returns the session of that key.
        func session(at key: SessionKey) -> SessionCore? {
            slot(of: key.id).flatMap { slot in slots[slot].sessions.first { $0.host.key(key.id) == key } }
        }

        /// Returns the slot of that id, or nil.
        func slot(of id: SessionID) -> Int? {
            index.slot(of: id, in: slots)
        }

        subscript(slot: Int) -> Visitor {
            get { slots[slot] }
            _modify { yield &slots[slot] }
        }

        /// All sessions of all visitors.
        var sessions: [SessionCore] { slots.flatMap(\.sessions) }

        /// The slot of the visitor of that kind who has been idle longest.
        func longestIdle(_ kind: Kind) -> Int? {
            let oldest = self[kind].oldest
            return oldest < 0 ? nil : Int(oldest)
        }

        /// The slot of the longest idle visitor, of those who have returned, of the client with the most of them; nil if none has an
        /// eighth of them.
        mutating func oldestOfGreediest() -> Int? {
            greediest.look(in: self)
            var slot = greediest.client == 0 ? -1 : self[.returned].oldest
            while slot >= 0, slots[Int(slot)].client != greediest.client { slot = slots[Int(slot)].newer }
            return slot < 0 ? nil : Int(slot)
        }

        /// Calls a function with the client of each visitor who has returned.
        fileprivate func forEachReturnedClient(_ body: (UInt32) -> Void) {
            var slot = self[.returned].oldest
            while slot >= 0 {
                body(slots[Int(slot)].client)
                slot = slots[Int(slot)].newer
            }
        }

        /// The slot of any visitor.
        var any: Int? { Kind.allCases.lazy.compactMap(longestIdle).first }

        /// The number of visitors who have returned.
        var returnedCount: Int { self[.returned].count }

        /// The number of shared models.
        var sharedCount: Int { self[.shared].count }

        mutating func insert(_ visitor: Visitor) {
            let slot: Int32
            if let reused = free.popLast() {
                slot = reused
                slots[Int(slot)] = visitor
            } else {
                slot = Int32(truncatingIfNeeded: slots.count)
                // Doubled, the slots would be half as large again as needed.
                if slots.count == slots.capacity { slots.reserveCapacity(slots.count + slots.count / 4 + 4) }
                slots.append(visitor)
            }
            index.insert(slot, in: slots)
            link(slot)
        }

        mutating func remove(_ slot: Int) -> Visitor {
            let visitor = slots[slot]
            unlink(Int32(truncatingIfNeeded: slot))
            index.remove(visitor.id, in: slots)
            slots[slot].first = nil
            slots[slot].others = []
            free.append(Int32(truncatingIfNeeded: slot))
            return visitor
        }

        /// Removes one of a visitor's sessions, and with the last one the visitor. Returns false if it is not present.
        mutating func remove(_ session: SessionCore, from slot: Int) -> Bool {
            if let first = slots[slot].first, first === session {
                guard let other = slots[slot].others.popLast() else {
                    _ = remove(slot)
                    return true
                }
                slots[slot].first = other
                return true
            }
            guard let index = slots[slot].others.firstIndex(where: { $0 === session }) else { return false }
            slots[slot].others.remove(at: index)
            return true
        }

        /// Releases the unused slots, if they are the majority.
        mutating func shrink() {
            guard slots.count >= 64, index.count <= slots.count / 4 else { return }
            var small = Self()
            for kind in Kind.allCases {
                var slot = self[kind].oldest
                while slot >= 0 {
                    small.insert(slots[Int(slot)])
                    slot = slots[Int(slot)].newer
                }
            }
            self = small
        }

        /// Returns the visitors without a request since then.
        func idle(since time: Int64) -> [SessionID] {
            var ids: [SessionID] = []
            for kind in Kind.allCases {
                var slot = self[kind].oldest
                while slot >= 0, slots[Int(slot)].lastUsed < time {
                    ids.append(slots[Int(slot)].id)
                    slot = slots[Int(slot)].newer
                }
            }
            return ids
        }

        /// Records that the visitor sent a request at that time.
        mutating func touch(_ slot: Int, at time: Int64) {
            slots[slot].lastUsed = time
            let hasReturned = slots[slot].kind == .returned || time - slots[slot].created >= SessionShard.visit
            move(slot, hasReturned: hasReturned)
        }

        /// Moves the visitor to the newest end of a segment.
        mutating func move(_ slot: Int, hasReturned: Bool) {
            let index = Int32(truncatingIfNeeded: slot)
            let kind: Kind = slots[slot].kind == .shared ? .shared : hasReturned ? .returned : .newcomer
            guard self[kind].newest != index else { return }
            unlink(index)
            slots[slot].kind = kind
            link(index)
        }

        private mutating func link(_ slot: Int32) {
            var order = self[slots[Int(slot)].kind]
            slots[Int(slot)].newer = -1
            slots[Int(slot)].older = order.newest
            if order.newest >= 0 { slots[Int(order.newest)].newer = slot } else { order.oldest = slot }
            order.newest = slot
            order.count += 1
            self[slots[Int(slot)].kind] = order
        }

        private mutating func unlink(_ slot: Int32) {
            var order = self[slots[Int(slot)].kind]
            let (newer, older) = (slots[Int(slot)].newer, slots[Int(slot)].older)
            if newer >= 0 { slots[Int(newer)].older = older } else { order.newest = older }
            if older >= 0 { slots[Int(older)].newer = newer } else { order.oldest = newer }
            order.count -= 1
            self[slots[Int(slot)].kind] = order
        }

        private subscript(kind: Kind) -> Order {
            get { orders[Int(kind.rawValue)] }
            set { orders[Int(kind.rawValue)] = newValue }
        }
    }
}

/// The client with the most of a shard's visitors, if those are an eighth of them or more.
///
/// It is looked for once in several evictions, so that an eviction does not have to look at all visitors.
private struct GreediestClient {
    /// 0 if no client has that many.
    private(set) var client: UInt32 = 0
    private var evictions = 0

    /// How many evictions one look is for.
    private static let interval = 32
    /// With fewer visitors the share of a client says nothing.
    private static let fewest = 16

    mutating func look(in table: borrowing SessionShard.Table) {
        defer { evictions += 1 }
        guard evictions % Self.interval == 0 else { return }
        client = 0
        guard table.returnedCount >= Self.fewest else { return }
        var counts: [UInt32: Int] = [:]
        table.forEachReturnedClient { counts[$0, default: 0] += 1 }
        counts[0] = nil
        if let most = counts.max(by: { $0.value < $1.value }), most.value >= table.returnedCount / 8 {
            client = most.key
        }
    }
}
