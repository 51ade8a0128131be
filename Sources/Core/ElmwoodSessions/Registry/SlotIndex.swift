import ElmwoodStorage

/// Finds the slot of a visitor by the id: an open-addressing table of slot numbers.
///
/// A `Dictionary` would contain the ids a second time, and use some 50 bytes for a visitor instead of 10. An id is a hash already, so a
/// part of it is its place, and nobody can choose ids that collide.
struct SlotIndex {
    /// The numbers of slots, or -1. There are a power of two of them, of which a quarter is free, or none.
    private var places: [Int32] = []
    /// The number of visitors.
    private(set) var count = 0

    private var mask: Int { places.count - 1 }

    /// Returns the slot of that id, or nil.
    func slot(of id: SessionID, in slots: [SessionShard.Visitor]) -> Int? {
        guard !places.isEmpty else { return nil }
        let slot = places[place(of: id, in: slots)]
        return slot < 0 ? nil : Int(slot)
    }

    /// Records the slot of a visitor, which is in it already.
    mutating func insert(_ slot: Int32, in slots: [SessionShard.Visitor]) {
        if 4 * (count + 1) > 3 * places.count { grow(slots) }
        let place = place(of: slots[Int(slot)].id, in: slots)
        if places[place] < 0 { count += 1 }
        places[place] = slot
    }

    /// Removes an id, which is still in its slot.
    mutating func remove(_ id: SessionID, in slots: [SessionShard.Visitor]) {
        guard !places.isEmpty else { return }
        var free = place(of: id, in: slots)
        guard places[free] >= 0 else { return }
        places[free] = -1
        count -= 1
        // Those that follow without a gap are found only from their own place on: each moves to the free one if that is not before it.
        var place = (free + 1) & mask
        while places[place] >= 0 {
            let distance = (place - first(slots[Int(places[place])].id)) & mask
            if distance >= (place - free) & mask {
                places.swapAt(free, place)
                free = place
            }
            place = (place + 1) & mask
        }
    }

    /// The place at which an id is if no other one has it. The lowest bits are the same in all of a shard.
    private func first(_ id: SessionID) -> Int { Int(truncatingIfNeeded: id.words.high) & mask }

    /// Returns the place of an id, or the free one where it would be.
    private func place(of id: SessionID, in slots: [SessionShard.Visitor]) -> Int {
        var place = first(id)
        while places[place] >= 0, slots[Int(places[place])].id != id { place = (place + 1) & mask }
        return place
    }

    private mutating func grow(_ slots: [SessionShard.Visitor]) {
        let former = places
        places = Array(repeating: -1, count: max(4, 2 * former.count))
        for slot in former where slot >= 0 { places[place(of: slots[Int(slot)].id, in: slots)] = slot }
    }
}
