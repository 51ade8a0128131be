/// The children of an element before and after, as far as they must be matched, and their matches.
///
/// An item of a list is a child or, if few children have changed, a run of adjacent ones that have not.
///
/// One instance serves a whole diff, list after list: its memory is that of the largest list.
struct ChildLists {
    var olds: [Node] = []
    var news: [Node] = []
    /// By position: the index of the item's first child, in both lists, and at the end the number of children. Empty if each item
    /// is one child.
    private var indexes: [Int] = []
    /// How many children remain once the equal end of both lists is put aside.
    var oldMiddle = 0
    var newMiddle = 0
    /// By the position of a new child in the middle: the position of the old child that becomes it, or -1.
    var matches: [Int32] = []
    /// By the position of a new child: whether its old child stays in place.
    var stays: [Bool] = []
    /// By the position of an old child in the middle: whether it becomes a new one.
    var isTaken: [Bool] = []
    var groups = NodeGroups()
    /// The unmatched old children between two children that stay.
    var free: [Int32] = []
    private var longest = LongestIncreasingSubsequence()

    mutating func reset() {
        olds.removeAll(keepingCapacity: true)
        news.removeAll(keepingCapacity: true)
        indexes.removeAll(keepingCapacity: true)
    }

    /// Appends a child, or a run of children, that has the same index in both lists.
    mutating func append(_ old: Node, _ new: Node, at index: Int) {
        olds.append(old)
        news.append(new)
        indexes.append(index)
    }

    /// Ends lists of runs with that number of children.
    mutating func endRuns(_ count: Int) { indexes.append(count) }

    /// Returns the index of the item's first child.
    @inline(__always)
    func index(_ position: Int) -> Int { indexes.isEmpty ? position : indexes[position] }

    /// Returns how many children the item consists of.
    @inline(__always)
    func length(_ position: Int) -> Int { indexes.isEmpty ? 1 : indexes[position + 1] - indexes[position] }

    /// Clears the matches of the previous list.
    mutating func beginMatching() {
        matches.removeAll(keepingCapacity: true)
        stays.removeAll(keepingCapacity: true)
        isTaken.removeAll(keepingCapacity: true)
        matches.append(contentsOf: repeatElement(-1, count: newMiddle))
        stays.append(contentsOf: repeatElement(false, count: newMiddle))
        isTaken.append(contentsOf: repeatElement(false, count: oldMiddle))
    }

    @inline(__always)
    mutating func match(_ position: Int, with oldPosition: Int) {
        matches[position] = Int32(truncatingIfNeeded: oldPosition)
        isTaken[oldPosition] = true
    }

    /// Finds the largest set of children that can stay in place.
    mutating func findWhatStays() {
        if indexes.isEmpty {
            longest.mark(matches, in: &stays)
        } else {
            longest.mark(matches, weights: matches.indices.map(length), in: &stays)
        }
    }

    /// Whether no child is added, removed or moved.
    var isUnchanged: Bool {
        guard oldMiddle == newMiddle else { return false }
        for position in 0..<newMiddle where Int(matches[position]) != position { return false }
        return true
    }
}

/// Children grouped by what identifies them: a table of groups, each with its old children in order.
///
/// It is an open-addressing table of 32-bit numbers, since a `Dictionary` would hash and allocate for each child. Hashes have a
/// seed of the process, so that nobody can make a list whose children collide.
struct NodeGroups {
    struct Group {
        var hash: UInt64
        /// The first unmatched old child, or -1; and the last.
        var first: Int32
        var last: Int32
        var oldCount: Int32
        var newCount: Int32
        /// An old child to compare with, matched or not.
        var example: Int32
    }

    static let seed = UInt64.random(in: 0...UInt64.max)

    private(set) var groups: [Group] = []
    private var slots: [Int32] = []
    /// By the position of an old child: the next one of its group, or -1.
    private var following: [Int32] = []
    private var mask = 0

    /// Empties the table and reserves room for that many old children.
    mutating func reset(_ count: Int) {
        var capacity = 16
        while capacity < count * 2 { capacity *= 2 }
        mask = capacity - 1
        groups.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(-1, count: capacity))
        following.removeAll(keepingCapacity: true)
        following.append(contentsOf: repeatElement(-1, count: count))
    }

    /// Returns the group with that hash and an equal example, or nil, and the slot where it is or would be.
    @inline(__always)
    func find(_ hash: UInt64, _ isSame: (Int) -> Bool) -> (group: Int?, slot: Int) {
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] >= 0 {
            let group = Int(slots[slot])
            if groups[group].hash == hash, isSame(Int(groups[group].example)) { return (group, slot) }
            slot = (slot + 1) & mask
        }
        return (nil, slot)
    }

    /// Adds an old child to its group, and returns the group.
    @inline(__always)
    mutating func add(_ position: Int, _ hash: UInt64, _ isSame: (Int) -> Bool) -> Int {
        let position32 = Int32(truncatingIfNeeded: position)
        let (found, slot) = find(hash, isSame)
        guard let found else {
            slots[slot] = Int32(truncatingIfNeeded: groups.count)
            groups.append(
                Group(hash: hash, first: position32, last: position32, oldCount: 1, newCount: 0, example: position32)
            )
            return groups.count - 1
        }
        let last = Int(groups[found].last)
        if groups[found].first < 0 { groups[found].first = position32 } else { following[last] = position32 }
        groups[found].last = position32
        groups[found].oldCount += 1
        return found
    }

    mutating func countNew(_ group: Int) { groups[group].newCount += 1 }

    /// Whether the group has exactly one old and one new child.
    func isUnique(_ group: Int) -> Bool { groups[group].oldCount == 1 && groups[group].newCount == 1 }

    /// Removes and returns the first unmatched old child of the group.
    mutating func take(_ group: Int) -> Int? {
        let first = Int(groups[group].first)
        guard first >= 0 else { return nil }
        groups[group].first = following[first]
        return first
    }
}
