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
@usableFromInline
struct LazyScope {
    var lists: [LazyStorage] = []
    /// The list of the site that was requested last.
    @usableFromInline var last: UnsafeMutablePointer<LazyList>?
    /// The parts of the previous render, which may be reused.
    var source: [LazyStorage] = []

    /// Releases the previous render once all parts have been requested.
    mutating func forgetSource() {
        for storage in lists { storage.list.pointee.endSearch() }
        source = []
        last = nil
    }
}

/// The lazy parts of one site in the order of the requests, and the state of the search in the previous render.
///
/// It is raw memory accessed through a pointer: otherwise each part of each render would need an exclusivity check, which takes
/// longer than comparing a row. Only the ``LazyStorage`` that made it frees it.
///
/// It does not retain each of its parts: a list of a thousand rows would retain and release all of them at each render. It shares
/// the arrays that own the parts of the previous list, and adds the parts that were built since.
@usableFromInline
struct LazyList {
    @usableFromInline let site: LazySite
    @usableFromInline var parts: UnsafeMutablePointer<Unmanaged<LazyPart>>
    @usableFromInline var count = 0
    var capacity: Int
    /// The parts that were built for this list.
    private var built: [LazyPart] = []
    /// Own the parts, and some that are no longer in the list: an array for each render that has built parts.
    private var owners: [[LazyPart]] = []
    /// The list of the same site in the previous render, which the scope keeps alive during the search.
    @usableFromInline var source: UnsafeMutablePointer<LazyList>?
    @usableFromInline var search = LazySearch()

    /// The next part of the previous render, if any.
    @inlinable
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

    init(_ site: LazySite, source: UnsafeMutablePointer<LazyList>?) {
        self.site = site
        self.source = source
        capacity = max(source?.pointee.count ?? 0, 1)
        parts = .allocate(capacity: capacity)
    }

    /// Appends a part of the previous render.
    @inline(__always)
    mutating func append(_ part: Unmanaged<LazyPart>) {
        if !hasRoom { grow() }
        (parts + count).initialize(to: part)
        count += 1
    }

    /// Whether a part can be appended without growing.
    var hasRoom: Bool { count < capacity }

    /// Appends a newly built part.
    mutating func append(built part: LazyPart) {
        built.append(part)
        append(Unmanaged.passUnretained(part))
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Unmanaged<LazyPart>>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: parts, count: count)
        parts.deallocate()
        parts = larger
        capacity *= 2
    }

    /// Ends the search in the previous render, and becomes an owner of the parts that were found there.
    mutating func endSearch() {
        if let source { owners = source.pointee.owners }
        source = nil
        if !built.isEmpty { owners.append(built) }
        built = []
        // The list owns few parts that it does not contain, and few arrays.
        let owned = owners.reduce(0) { $0 + $1.count }
        if owners.count > 16 || owned > count + count / 8 {
            owners = [(0..<count).map { parts[$0].takeUnretainedValue() }]
        }
    }
}

/// Owns the list of a site. `@unchecked Sendable` since it is not written to after the render.
final class LazyStorage: @unchecked Sendable {
    let list: UnsafeMutablePointer<LazyList>

    init(_ site: LazySite, source: LazyStorage?) {
        list = .allocate(capacity: 1)
        list.initialize(to: LazyList(site, source: source?.list))
    }

    deinit {
        list.pointee.parts.deallocate()
        list.deinitialize(count: 1)
        list.deallocate()
    }
}

/// The search for equal values in the list of the previous render, in the order of the parts.
///
/// Lists mostly retain their order, so the search continues after the last match. Near it, it finds what follows a part that has
/// changed, and a few that were inserted or removed; beyond a larger gap, a match is found after some parts have been built anew.
@usableFromInline
struct LazySearch {
    /// The position after the last match.
    @usableFromInline private(set) var position = 0
    /// How many have not been found since then.
    private var missed = 0
    /// The end of the search beyond the parts that are compared each time, if some have not been found.
    private var far = 0

    private static let longestLookahead = 8
    private static let farLookahead = 32

    /// The position of the part that was not found last, if it has only changed.
    var inPlace: Int { position + missed - 1 }

    /// How many consecutive parts are compared: fewer, the longer nothing is found.
    private var lookahead: Int { max(Self.longestLookahead >> missed, 2) }

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
        index = max(missed > 0 ? far : 0, position + Self.longestLookahead)
        let end = min(index + Self.farLookahead, count)
        while missed > 0, index < end {
            if isEqual(index) { return found(index) }
            index += 1
        }
        far = index
        missed += 1
        return nil
    }

    /// Records a match.
    @inline(__always)
    @discardableResult
    mutating func found(_ index: Int) -> Int {
        position = index + 1
        missed = 0
        return index
    }
}
