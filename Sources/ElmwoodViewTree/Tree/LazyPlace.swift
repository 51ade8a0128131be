/// The call site of a lazy part in the program, and the types of its value and messages.
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

/// The parts that were requested in the view, or in the innermost part that is being built, by their sites.
struct LazyScope {
    var lists: [LazyStorage] = []
    /// The site that was requested last, and its list.
    var lastSite: LazySite?
    var last: UnsafeMutablePointer<LazyList>?
    /// The parts of the previous render, which may be reused.
    var source: [LazyStorage] = []

    /// Releases the previous render once all parts have been requested.
    mutating func forgetSource() {
        for storage in lists { storage.list.pointee.source = nil }
        source = []
        last = nil
        lastSite = nil
    }
}

/// The lazy parts of one site in the order of the requests, and the state of the search in the previous render.
///
/// It is raw memory accessed through a pointer: otherwise each part of each render would need an exclusivity check, which takes
/// longer than comparing a row. Only the ``LazyStorage`` that made it frees it and releases the parts.
@usableFromInline
struct LazyList {
    var parts: UnsafeMutablePointer<Unmanaged<LazyPart>>
    var count = 0
    var capacity: Int
    /// The list of the same site in the previous render, which the scope keeps alive during the search.
    var source: UnsafeMutablePointer<LazyList>?
    var search = LazySearch()

    /// The next part of the previous render, if any.
    @inline(__always)
    var next: Unmanaged<LazyPart>? {
        guard let source, search.position < source.pointee.count else { return nil }
        return source.pointee.parts[search.position]
    }

    /// The part of the previous render that most likely corresponds to the one that is being built.
    var counterpart: LazyPart? {
        guard let source, search.inPlace < source.pointee.count else { return nil }
        return source.pointee.parts[search.inPlace].takeUnretainedValue()
    }

    /// Appends a part, and retains it.
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

/// Owns the list of a site. `@unchecked Sendable` since it is not written to after the render.
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

/// The search for equal values in the list of the previous render, in the order of the parts.
///
/// Lists mostly retain their order, so the search continues after the last match. Changed, inserted and removed parts are found
/// near it; beyond a larger gap, a match is found after some parts have been built anew.
struct LazySearch {
    /// The position after the last match.
    private(set) var position = 0
    /// How many have not been found since then.
    private var missed = 0
    /// How many consecutive parts are compared: fewer, the longer nothing is found.
    private var lookahead = Self.longestLookahead
    /// The end of the search beyond that.
    private var far = 0

    private static let longestLookahead = 32

    /// The position of the part that was not found last, if it has only changed.
    var inPlace: Int { position + missed - 1 }

    /// Returns the next position below `count` for which the function returns true.
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

    /// Records a match.
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
