/// The place in the program that lazy parts come from, and the types of their values and messages.
struct LazySite: Equatable {
    var file: UInt
    var line: UInt32
    var column: UInt32
    var value: ObjectIdentifier
    var message: ObjectIdentifier
}

/// The lazy parts of one site in one render, and how far the search for them in the render before has come.
struct LazyPlace {
    let site: LazySite
    let list: UnsafeMutablePointer<LazyList>
    /// Owns the list.
    let storage: LazyStorage
    /// The list of the same site in the render before, which the arena keeps for as long as it needs it.
    let source: UnsafeMutablePointer<LazyList>?
    var search = LazySearch()

    init(site: LazySite, storage: LazyStorage, source: UnsafeMutablePointer<LazyList>? = nil) {
        self.site = site
        self.storage = storage
        self.source = source
        list = storage.list
    }

    /// The same parts in a copy of that range of the tape, which begins at 0.
    func kept(in range: Range<Int>) -> LazyPlace {
        // Nobody writes to a list once the render is over, so that two may have it.
        if range.lowerBound == 0 { return LazyPlace(site: site, storage: storage) }
        var kept = LazyPlace(site: site, storage: storage.another(capacity: list.pointee.count))
        for index in list.pointee.firstIndex(
            notBelow: UInt32(truncatingIfNeeded: range.lowerBound)
        )..<list.pointee.count
        where list.pointee.isWhole(index) && list.pointee.ranges[index].end <= range.upperBound {
            kept.append(index, of: storage, at: list.pointee.ranges[index].moved(by: -range.lowerBound))
        }
        return kept
    }

    mutating func makeRoom() {
        if list.pointee.count == list.pointee.capacity { storage.grow() }
    }

    /// Adds a part with the value of another one of this site, of this render or of another.
    mutating func append(_ index: Int, of other: LazyStorage? = nil, at range: Range<Int>) {
        makeRoom()
        storage.copyValue(index, of: other ?? storage)
        list.pointee.append(LazyRange(range))
    }
}

/// Where the records of a lazy part are: empty where it was not finished.
struct LazyRange {
    var start: UInt32
    var end: UInt32

    init(_ range: Range<Int>) {
        start = UInt32(truncatingIfNeeded: range.lowerBound)
        end = UInt32(truncatingIfNeeded: range.upperBound)
    }

    func moved(by distance: Int) -> Range<Int> { (Int(start) + distance)..<(Int(end) + distance) }
}

/// The values of the lazy parts of one site, and where the parts are: each begins where the one before does, or after it.
///
/// Raw memory, reached through a pointer: for each part of each render the compiler would else count references and check
/// accesses, which takes longer than to compare a row. Here alone is it freed: by the ``LazyStorage`` that made it.
struct LazyList {
    /// The values, of the type that the site names.
    var values: UnsafeMutableRawPointer
    var ranges: UnsafeMutablePointer<LazyRange>
    var count = 0
    var capacity: Int

    /// Counts one part more, whose value is in its slot already.
    mutating func append(_ range: LazyRange) {
        ranges[count] = range
        count += 1
    }

    /// Whether the part was finished.
    func isWhole(_ index: Int) -> Bool { ranges[index].end > ranges[index].start }

    /// The first part that begins at that offset or after it.
    func firstIndex(notBelow offset: UInt32) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].start < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Owns the memory of a list. `@unchecked Sendable` since after the render nobody writes to it, and since the values are
/// `Sendable`.
class LazyStorage: @unchecked Sendable {
    let list: UnsafeMutablePointer<LazyList>

    fileprivate init(_ list: LazyList) {
        self.list = .allocate(capacity: 1)
        self.list.initialize(to: list)
    }

    /// Makes room for more.
    func grow() {}

    /// Puts a copy of a value of a list of the same type into the next slot.
    func copyValue(_ index: Int, of other: LazyStorage) {}

    /// An empty one of the same type.
    func another(capacity: Int) -> LazyStorage { self }
}

/// The memory of a list whose values have that type. `@unchecked Sendable` as what it inherits from.
final class LazyValues<Value>: LazyStorage, @unchecked Sendable {
    init(capacity: Int) {
        let capacity = max(capacity, 4)
        super.init(
            LazyList(
                values: UnsafeMutableRawPointer(UnsafeMutablePointer<Value>.allocate(capacity: capacity)),
                ranges: .allocate(capacity: capacity),
                capacity: capacity
            )
        )
    }

    private var values: UnsafeMutablePointer<Value> { list.pointee.values.assumingMemoryBound(to: Value.self) }

    override func grow() {
        let capacity = list.pointee.capacity * 2
        let values = UnsafeMutablePointer<Value>.allocate(capacity: capacity)
        values.moveInitialize(from: self.values, count: list.pointee.count)
        self.values.deallocate()
        let ranges = UnsafeMutablePointer<LazyRange>.allocate(capacity: capacity)
        ranges.moveInitialize(from: list.pointee.ranges, count: list.pointee.count)
        list.pointee.ranges.deallocate()
        list.pointee.values = UnsafeMutableRawPointer(values)
        list.pointee.ranges = ranges
        list.pointee.capacity = capacity
    }

    override func copyValue(_ index: Int, of other: LazyStorage) {
        let source = other.list.pointee.values.assumingMemoryBound(to: Value.self)
        values.advanced(by: list.pointee.count).initialize(to: source[index])
    }

    override func another(capacity: Int) -> LazyStorage { LazyValues(capacity: capacity) }

    deinit {
        values.deinitialize(count: list.pointee.count)
        values.deallocate()
        list.pointee.ranges.deallocate()
        list.deallocate()
    }
}

/// The search for equal values in the list of the render before, in the order of the parts.
///
/// Lists mostly keep their order, so it goes on where the last one was found. What changed in its place, came in between,
/// or is gone is found beside that; behind a larger gap it is found after some parts have been built anew.
struct LazySearch {
    /// Behind the part that was found last.
    private(set) var position = 0
    /// How many have not been found since then.
    private var missed = 0
    /// How many are compared one after the other: fewer, the longer nothing is found.
    private var lookahead = Self.longestLookahead
    /// How far has been looked beyond that.
    private var far = 0

    private static let longestLookahead = 32

    /// The next one of that many for which the function says yes.
    mutating func next(in count: Int, _ isEqual: (Int) -> Bool) -> Int? {
        if position < count, isEqual(position) { return found(position) }
        let inPlace = position + missed
        if missed > 0, inPlace < count, isEqual(inPlace) { return found(inPlace) }
        var index = position + 1
        let near = min(position + lookahead, count)
        while index < near {
            if isEqual(index) { return found(index) }
            index += 1
        }
        index = max(far, position + Self.longestLookahead)
        let end = min(index + Self.longestLookahead, count)
        while missed > 0, index < end {
            if isEqual(index) { return found(index) }
            index += 1
        }
        far = index
        missed += 1
        lookahead = max(lookahead / 2, 2)
        return nil
    }

    /// Passes over all before that one.
    mutating func pass(_ index: Int) {
        if index > position { _ = found(index - 1) }
    }

    private mutating func found(_ index: Int) -> Int {
        position = index + 1
        missed = 0
        lookahead = Self.longestLookahead
        far = 0
        return index
    }
}

/// The render before the one that goes on, whose lazy parts may be taken over.
struct LazySource {
    let tape: Tape
    let places: [LazyPlace]
    let reading: Reading

    /// What is read of it for each part: nothing whose references would be counted.
    struct Reading {
        let base: UnsafeRawPointer
        let count: Int
        let hasOnePlace: Bool
        let hasHandlers: Bool
        let asksWhetherLive: Bool
    }

    init(_ rendering: Rendering) {
        tape = rendering.tape
        places = tape.arena.pointee.lazyPlaces
        reading = Reading(
            base: tape.base,
            count: tape.count,
            hasOnePlace: places.count == 1,
            hasHandlers: !tape.arena.pointee.handlers.isEmpty,
            asksWhetherLive: tape.arena.pointee.asksWhetherLive
        )
    }

    func place(_ site: LazySite) -> LazyPlace? { places.first { $0.site == site } }
}
