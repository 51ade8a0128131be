/// The place in the program that lazy parts come from, and the types of their values and messages.
@usableFromInline
struct LazySite: Equatable {
    @usableFromInline var file: UInt
    @usableFromInline var line: UInt32
    @usableFromInline var column: UInt32
    @usableFromInline var value: ObjectIdentifier
    @usableFromInline var message: ObjectIdentifier

    @inlinable
    init(file: UInt, line: UInt32, column: UInt32, value: ObjectIdentifier, message: ObjectIdentifier) {
        self.file = file
        self.line = line
        self.column = column
        self.value = value
        self.message = message
    }
}

/// The parts that were asked for in the view, or in the innermost part that is being built, by the places in the program
/// that they come from.
struct LazyScope {
    var lists: [LazyStorage] = []
    /// The site that was asked for last, and its list.
    var lastSite: LazySite?
    var last: UnsafeMutablePointer<LazyList>?
    /// The parts of the render before, which may be taken over.
    var source: [LazyStorage] = []

    /// Lets go of the render before: all parts have been asked for.
    mutating func forgetSource() {
        for storage in lists { storage.list.pointee.source = nil }
        source = []
        last = nil
        lastSite = nil
    }
}

/// The lazy parts of one site in the order in which they were asked for, and how far the search for them in the render
/// before has come.
///
/// Raw memory, reached through a pointer: for each part of each render the compiler would else check accesses, which takes
/// longer than to compare a row. Here alone is it freed, and the parts released: by the ``LazyStorage`` that made it.
@usableFromInline
struct LazyList {
    var parts: UnsafeMutablePointer<Unmanaged<LazyPart>>
    var count = 0
    var capacity: Int
    /// The list of the same site in the render before, which the scope keeps while it is looked at.
    var source: UnsafeMutablePointer<LazyList>?
    var search = LazySearch()

    /// The part of the render before that is next, if there is one.
    @inline(__always)
    var next: Unmanaged<LazyPart>? {
        guard let source, search.position < source.pointee.count else { return nil }
        return source.pointee.parts[search.position]
    }

    /// The part of the render before that stands where the one does that is being built, as far as can be told.
    var counterpart: LazyPart? {
        guard let source, search.inPlace < source.pointee.count else { return nil }
        return source.pointee.parts[search.inPlace].takeUnretainedValue()
    }

    /// Adds a part, and keeps it alive.
    @inline(__always)
    mutating func append(_ part: Unmanaged<LazyPart>) {
        if count == capacity { grow() }
        (parts + count).initialize(to: part.retain())
        count += 1
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Unmanaged<LazyPart>>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: parts, count: count)
        parts.deallocate()
        parts = larger
        capacity *= 2
    }
}

/// Owns the list of a site. `@unchecked Sendable` since after the render nobody writes to it.
final class LazyStorage: @unchecked Sendable {
    let site: LazySite
    let list: UnsafeMutablePointer<LazyList>

    init(_ site: LazySite, source: LazyStorage?) {
        self.site = site
        list = .allocate(capacity: 1)
        let capacity = max(source?.list.pointee.count ?? 0, 1)
        list.initialize(to: LazyList(parts: .allocate(capacity: capacity), capacity: capacity, source: source?.list))
    }

    deinit {
        for index in 0..<list.pointee.count { list.pointee.parts[index].release() }
        list.pointee.parts.deallocate()
        list.deallocate()
    }
}

/// The search for equal values in the list of the render before, in the order of the parts.
///
/// Lists mostly keep their order, so it continues where the last one was found. What changed in its place, came in between,
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

    /// Where the part that was not found last would stand, had it only changed.
    var inPlace: Int { position + missed - 1 }

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

    /// Notes that one has been found.
    @inline(__always)
    @discardableResult
    mutating func found(_ index: Int) -> Int {
        position = index + 1
        missed = 0
        lookahead = Self.longestLookahead
        far = 0
        return index
    }
}
