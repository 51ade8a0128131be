import ElmwoodStorage

/// One part of a registry, with a lock of its own: the visitors whose ids fall into it, in the order of their last request.
///
/// Visitors stand in slots of one array, and the order is a list through the slots by number: no object for each, and
/// moving one to the front allocates nothing.
final class SessionShard: Sendable {
    /// The visitors of this part.
    let table = OrderedMutex(.shard, Table())

    struct Visitor {
        var id: SessionID
        /// The session of the program that the visitor came to first; nil where the slot is free.
        var first: SessionCore?
        /// Those of other programs: most visitors have none, and an empty array takes no memory.
        var others: [SessionCore] = []
        /// Nanoseconds on the environment's clock.
        var created: Int64
        var lastUsed: Int64
        fileprivate var newer: Int32 = -1
        fileprivate var older: Int32 = -1

        init(id: SessionID, first: SessionCore, at time: Int64) {
            self.id = id
            self.first = first
            created = time
            lastUsed = time
        }

        var sessions: [SessionCore] { (first.map { [$0] } ?? []) + others }

        func session(of host: SessionHost) -> SessionCore? {
            if let first, first.host === host { return first }
            return others.first { $0.host === host }
        }
    }

    struct Table: Sendable {
        private var slots: [Visitor] = []
        private var slotOfID: [SessionID: Int32] = [:]
        private var free: [Int32] = []
        private var newest: Int32 = -1
        private var oldest: Int32 = -1

        /// The slot of that id, or nil.
        func slot(of id: SessionID) -> Int? {
            slotOfID[id].map(Int.init)
        }

        subscript(slot: Int) -> Visitor {
            get { slots[slot] }
            _modify { yield &slots[slot] }
        }

        /// All sessions, of all visitors.
        var sessions: [SessionCore] { slots.flatMap(\.sessions) }

        /// The slot of the visitor who was idle longest.
        var longestIdle: Int? { oldest < 0 ? nil : Int(oldest) }

        mutating func insert(_ visitor: Visitor) {
            let slot: Int32
            if let reused = free.popLast() {
                slot = reused
                slots[Int(slot)] = visitor
            } else {
                slot = Int32(truncatingIfNeeded: slots.count)
                slots.append(visitor)
            }
            slotOfID[visitor.id] = slot
            link(slot)
        }

        mutating func remove(_ slot: Int) -> Visitor {
            let visitor = slots[slot]
            unlink(Int32(truncatingIfNeeded: slot))
            slotOfID[visitor.id] = nil
            slots[slot].first = nil
            slots[slot].others = []
            free.append(Int32(truncatingIfNeeded: slot))
            return visitor
        }

        /// Takes one of a visitor's sessions out, and the visitor with the last; false where it is not there.
        mutating func remove(_ session: SessionCore, from slot: Int) -> Bool {
            if let first = slots[slot].first, first === session {
                guard let other = slots[slot].others.popLast() else {
                    _ = remove(slot)
                    return true
                }
                slots[slot].first = other
                return true
            }
            guard let place = slots[slot].others.firstIndex(where: { $0 === session }) else { return false }
            slots[slot].others.remove(at: place)
            return true
        }

        /// Gives the room of those who have gone back, where they were most.
        mutating func shrink() {
            guard slots.count >= 64, slotOfID.count <= slots.count / 4 else { return }
            var small = Self()
            var slot = oldest
            while slot >= 0 {
                small.insert(slots[Int(slot)])
                slot = slots[Int(slot)].newer
            }
            self = small
        }

        /// The visitors who have not been here since then.
        func idle(since time: Int64) -> [SessionID] {
            var ids: [SessionID] = []
            var slot = oldest
            while slot >= 0, slots[Int(slot)].lastUsed < time {
                ids.append(slots[Int(slot)].id)
                slot = slots[Int(slot)].newer
            }
            return ids
        }

        /// Notes that the visitor is here at that time.
        mutating func touch(_ slot: Int, at time: Int64) {
            slots[slot].lastUsed = time
            let slot = Int32(truncatingIfNeeded: slot)
            guard slot != newest else { return }
            unlink(slot)
            link(slot)
        }

        private mutating func link(_ slot: Int32) {
            slots[Int(slot)].newer = -1
            slots[Int(slot)].older = newest
            if newest >= 0 { slots[Int(newest)].newer = slot } else { oldest = slot }
            newest = slot
        }

        private mutating func unlink(_ slot: Int32) {
            let (newer, older) = (slots[Int(slot)].newer, slots[Int(slot)].older)
            if newer >= 0 { slots[Int(newer)].older = older } else { newest = older }
            if older >= 0 { slots[Int(older)].newer = newer } else { oldest = newer }
        }
    }
}
