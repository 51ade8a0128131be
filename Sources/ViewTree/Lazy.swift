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
        message: ObjectIdentifier(Message.self)
    )
    if let fragment = arena.pointee.takeOver(site, { ($0 as? Value) == value }) { return Html(fragment) }
    let begun = arena.pointee.beginLazy(site, value)
    return Html(arena.pointee.endLazy(begun, try content().fragment))
}

/// The place in the program that a lazy part comes from, and the type of its messages.
struct LazySite: Hashable {
    var file: UInt
    var line: UInt32
    var column: UInt32
    var message: ObjectIdentifier
}

/// A part that `lazy` made.
struct LazyPart {
    var site: LazySite
    var value: any Sendable
    /// Where its records are; empty where it was not finished.
    var range: Range<Int>

    /// The part in a copy of that range; nil where it begins beyond it.
    func moved(from outer: Range<Int>, by distance: Int) -> LazyPart? {
        guard range.lowerBound < outer.upperBound else { return nil }
        let start = range.lowerBound + distance
        let isWhole = range.upperBound <= outer.upperBound
        return LazyPart(site: site, value: value, range: start..<(isWhole ? range.upperBound + distance : start))
    }
}

extension [LazyPart] {
    /// The first part that begins at that offset or after it.
    func firstIndex(notBelow offset: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The lazy parts of the render before, by their sites.
struct LazySource {
    let tape: Tape
    private var parts: [LazySite: [Int]] = [:]
    private var positions: [LazySite: Int] = [:]

    /// How many parts are passed over where a list has lost some of its rows.
    private static let lookahead = 32

    init(_ rendering: Rendering) {
        tape = rendering.tape
        for (index, part) in tape.arena.pointee.lazyParts.enumerated()
        where part.range.lowerBound >= rendering.range.lowerBound && part.range.upperBound <= rendering.range.upperBound
        {
            parts[part.site, default: []].append(index)
        }
    }

    /// The next part of that site whose value is equal. Lists mostly keep their order, so the search goes on where the
    /// last one ended: a new row finds nothing and moves nothing, a row that is gone is passed over.
    mutating func next(_ site: LazySite, _ isEqual: (any Sendable) -> Bool) -> LazyPart? {
        guard let indices = parts[site] else { return nil }
        let first = positions[site] ?? 0
        for position in first..<min(first + Self.lookahead, indices.count) {
            let part = tape.arena.pointee.lazyParts[indices[position]]
            if isEqual(part.value) {
                positions[site] = position + 1
                return part
            }
        }
        return nil
    }
}

extension Arena {
    /// Writes the part that the render before had there, where its value is equal; nil where it is not.
    mutating func takeOver(_ site: LazySite, _ isEqual: (any Sendable) -> Bool) -> Fragment? {
        guard failure == nil, let part = previous?.next(site, isEqual), let tape = previous?.tape else { return nil }
        guard reserve(part.range.count) else { return .empty }
        // Which part asked is not remembered: where one did, all that are taken over may have.
        if tape.arena.pointee.asksWhetherLive { asksWhetherLive = true }
        let start = count
        let distance = start - part.range.lowerBound
        put(bytes: tape.bytes(part.range))
        let handlers = tape.arena.pointee.handlers
        var index = handlers.firstIndex(notBelow: part.range.lowerBound)
        while index < handlers.count, handlers[index].offset < part.range.upperBound {
            self.handlers.append(handlers[index].moved(by: distance))
            index += 1
        }
        let parts = tape.arena.pointee.lazyParts
        for index in parts.firstIndex(notBelow: part.range.lowerBound)..<parts.count {
            guard let inner = parts[index].moved(from: part.range, by: distance) else { break }
            if !inner.range.isEmpty { lazyParts.append(inner) }
        }
        noteRecords(in: start..<count)
        guard depth + content.height <= TapeLimits.depth else {
            failure = .tooDeep
            return .empty
        }
        return fragment(start..<count)
    }

    /// Remembers the lazy parts of a range of this arena that was copied over that distance.
    mutating func repeatLazyParts(in range: Range<Int>, _ distance: Int) {
        let last = lazyParts.count
        for index in lazyParts.firstIndex(notBelow: range.lowerBound)..<last {
            guard let part = lazyParts[index].moved(from: range, by: distance) else { break }
            if !part.range.isEmpty { lazyParts.append(part) }
        }
    }

    /// Begins a lazy part at the cursor; answers with its place in the list.
    mutating func beginLazy(_ site: LazySite, _ value: any Sendable) -> Int {
        lazyParts.append(LazyPart(site: site, value: value, range: count..<count))
        return lazyParts.count - 1
    }

    /// Ends a lazy part whose content is that fragment: it is one range from then on.
    mutating func endLazy(_ index: Int, _ fragment: Fragment) -> Fragment {
        guard failure == nil, index < lazyParts.count, !fragment.isEmpty else { return fragment }
        let start = lazyParts[index].range.lowerBound
        if owns(fragment), !fragment.isPieces, Int(fragment.start) == start {
            lazyParts[index].range = start..<Int(fragment.end)
            return fragment
        }
        let part = lazyParts[index]
        let moved = beginLazy(part.site, part.value)
        let copied = count
        let outer = content
        place(fragment)
        content = outer
        noteRecords(in: copied..<count)
        guard failure == nil, moved < lazyParts.count else { return .empty }
        lazyParts[moved].range = copied..<count
        return self.fragment(copied..<count)
    }
}
