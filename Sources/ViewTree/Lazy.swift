/// Builds a part of the page only where `value` is not what it was in the render before; else the part is taken over.
///
/// The value must hold all that the part depends on. It is compared with what the same line of the program had before.
///
/// ```swift
/// ul { for item in model.items { lazy(item) { row(item) } } }
/// ```
public func lazy<Value: Equatable & Sendable, Message>(
    _ value: Value,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    let site = LazySite(
        file: UInt(bitPattern: fileID.utf8Start),
        line: UInt32(truncatingIfNeeded: line),
        column: UInt32(truncatingIfNeeded: column),
        value: ObjectIdentifier(Value.self),
        message: ObjectIdentifier(Message.self)
    )
    let place = arena.pointee.lazyPlace(site) { LazyValues<Value>(capacity: $0) }
    // What stands at a site are values of the type that the site names, so the memory can be read as of that type.
    let found = arena.pointee.findLazy(place) { values, index in
        values.assumingMemoryBound(to: Value.self)[index] == value
    }
    let part = arena.pointee.beginLazy(place) { values, index in
        values.assumingMemoryBound(to: Value.self).advanced(by: index).initialize(to: value)
    }
    if let found, let fragment = arena.pointee.takeOver(found, in: place) { return Html(fragment) }
    return Html(arena.pointee.endLazy(part, in: place, try content().fragment))
}

extension Arena {
    /// The place of that site in the list, where there is none yet a new one.
    mutating func lazyPlace(_ site: LazySite, _ makeValues: (Int) -> LazyStorage) -> Int {
        // Most lazy parts stand in one loop.
        if lastLazyPlace < lazyPlaces.count, lazyPlaces[lastLazyPlace].site == site { return lastLazyPlace }
        var index = 0
        while index < lazyPlaces.count, lazyPlaces[index].site != site { index += 1 }
        if index == lazyPlaces.count {
            let source = previous?.place(site)
            lazyPlaces.append(
                LazyPlace(site: site, storage: makeValues(source?.list.pointee.count ?? 0), source: source?.list)
            )
        }
        lastLazyPlace = index
        return index
    }

    /// The next part of the render before whose value is equal, for which is asked.
    mutating func findLazy(_ place: Int, _ isEqual: (UnsafeMutableRawPointer, Int) -> Bool) -> LazyRange? {
        guard let source = lazyPlaces[place].source else { return nil }
        guard
            let index = lazyPlaces[place].search.next(
                in: source.pointee.count,
                { source.pointee.isWhole($0) && isEqual(source.pointee.values, $0) }
            )
        else { return nil }
        return source.pointee.ranges[index]
    }

    /// Remembers that a lazy part begins at the cursor, with the value that the function puts into its slot.
    ///
    /// - Returns: its number among the parts of that place.
    mutating func beginLazy(_ place: Int, _ store: (UnsafeMutableRawPointer, Int) -> Void) -> Int {
        let list = lazyPlaces[place].list
        lazyPlaces[place].makeRoom()
        store(list.pointee.values, list.pointee.count)
        list.pointee.append(LazyRange(count..<count))
        return list.pointee.count - 1
    }

    /// Writes the part that the render before had there, as the last one that was begun; nil where it cannot be read.
    mutating func takeOver(_ range: LazyRange, in place: Int) -> Fragment? {
        guard failure == nil, let source = previous?.reading, range.end <= source.count else { return nil }
        let size = Int(range.end - range.start)
        guard reserve(size) else { return .empty }
        // Which part asked is not remembered: where one did, all that are taken over may have.
        if source.asksWhetherLive { asksWhetherLive = true }
        let start = count
        put(bytes: UnsafeRawBufferPointer(start: source.base + Int(range.start), count: size))
        if source.hasHandlers { takeOverHandlers(range, to: start) }
        let list = lazyPlaces[place].list
        list.pointee.ranges[list.pointee.count - 1] = LazyRange(start..<count)
        takeOverInner(range, of: place, to: start)
        noteRecords(in: start..<count)
        guard depth + content.height <= TapeLimits.depth else {
            failure = .tooDeep
            return .empty
        }
        return fragment(start..<count)
    }

    @inline(never)
    private mutating func takeOverHandlers(_ range: LazyRange, to start: Int) {
        guard let handlers = previous?.tape.arena.pointee.handlers else { return }
        let distance = start - Int(range.start)
        var index = handlers.firstIndex(notBelow: Int(range.start))
        while index < handlers.count, handlers[index].offset < range.end {
            self.handlers.append(handlers[index].moved(by: distance))
            index += 1
        }
    }

    /// Remembers the lazy parts within one that is taken over.
    private mutating func takeOverInner(_ range: LazyRange, of place: Int, to start: Int) {
        let own = lazyPlaces[place].search.position
        if previous?.reading.hasOnePlace ?? true {
            // The next one of the same site stands behind it, unless the view contains itself.
            guard let list = lazyPlaces[place].source, own < list.pointee.count,
                list.pointee.ranges[own].start < range.end
            else { return }
        }
        for inner in previous?.places ?? [] {
            let list = inner.list
            var index = list.pointee.firstIndex(notBelow: range.start)
            // The part itself begins there too.
            if inner.site == lazyPlaces[place].site { index = max(index, own) }
            guard index < list.pointee.count, list.pointee.ranges[index].start < range.end else { continue }
            let target = lazyPlace(inner.site) { inner.storage.another(capacity: $0) }
            while index < list.pointee.count, list.pointee.ranges[index].start < range.end {
                if list.pointee.isWhole(index), list.pointee.ranges[index].end <= range.end {
                    let moved = list.pointee.ranges[index].moved(by: start - Int(range.start))
                    lazyPlaces[target].append(index, of: inner.storage, at: moved)
                }
                index += 1
            }
            lazyPlaces[target].search.pass(index)
        }
        lastLazyPlace = place
    }

    /// Remembers the lazy parts of a range of this arena that was copied over that distance.
    mutating func repeatLazyParts(in range: Range<Int>, _ distance: Int) {
        for place in lazyPlaces.indices {
            let list = lazyPlaces[place].list
            let last = list.pointee.count
            var index = list.pointee.firstIndex(notBelow: UInt32(truncatingIfNeeded: range.lowerBound))
            while index < last, list.pointee.ranges[index].start < range.upperBound {
                if list.pointee.isWhole(index), list.pointee.ranges[index].end <= range.upperBound {
                    lazyPlaces[place].append(index, at: list.pointee.ranges[index].moved(by: distance))
                }
                index += 1
            }
        }
    }

    /// Ends a lazy part whose content is that fragment: it is one range from then on.
    mutating func endLazy(_ part: Int, in place: Int, _ fragment: Fragment) -> Fragment {
        guard failure == nil, place < lazyPlaces.count, !fragment.isEmpty else { return fragment }
        let list = lazyPlaces[place].list
        guard part < list.pointee.count else { return fragment }
        let start = Int(list.pointee.ranges[part].start)
        if owns(fragment), !fragment.isPieces, Int(fragment.start) == start {
            list.pointee.ranges[part] = LazyRange(start..<Int(fragment.end))
            return fragment
        }
        let copied = count
        // Before the parts that are copied with it: each begins where the one before does, or after it.
        let moved = list.pointee.count
        lazyPlaces[place].append(part, at: copied..<copied)
        let outer = content
        self.place(fragment)
        content = outer
        noteRecords(in: copied..<count)
        guard failure == nil else { return .empty }
        list.pointee.ranges[moved] = LazyRange(copied..<count)
        return self.fragment(copied..<count)
    }
}
