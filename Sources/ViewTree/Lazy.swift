/// Builds a part of the page only where `value` is not what it was in the render before; else the part is taken over.
///
/// The value must hold all that the part depends on. It is compared with what the same line of the program had before.
///
/// ```swift
/// ul { for item in model.items { lazy(item) { row(item) } } }
/// ```
@inlinable
public func lazy<Value: Equatable & Sendable, Message>(
    _ value: Value,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    let place = arena.pointee.lazyPlace(
        LazySite(
            file: UInt(bitPattern: fileID.utf8Start),
            line: UInt32(truncatingIfNeeded: line),
            column: UInt32(truncatingIfNeeded: column),
            value: ObjectIdentifier(Value.self),
            message: ObjectIdentifier(Message.self)
        )
    )
    // What stands at a site are parts with values of the type that the site names.
    let known = arena.pointee.findPart(place) { part in
        part._withUnsafeGuaranteedRef { unsafeDowncast($0, to: LazyPartOf<Value>.self).value == value }
    }
    if let known { return Html(arena.pointee.insert(known, place)) }
    let opened = arena.pointee.beginPart(place)
    let fragment: Fragment
    do {
        fragment = try content().fragment
    } catch {
        arena.pointee.abandon(opened)
        throw error
    }
    let part = LazyPartOf(value, arena.pointee.endPart(opened, fragment))
    return Html(arena.pointee.insert(part, place))
}

/// A lazy part that has been begun and not yet ended, and what it has put aside.
@usableFromInline
struct OpenPart {
    var start: Int
    var content: ContentSummary
    var render: UInt64
    var pieces: Int
    var flatSurplus: Int
    var asksWhetherLive: Bool
    var scope: LazyScope
}

extension Arena {
    /// The place of that site in the innermost scope, where there is none yet a new one.
    @usableFromInline
    mutating func lazyPlace(_ site: LazySite) -> Int {
        // Most lazy parts stand in one loop.
        if lazyScope.last < lazyScope.places.count, lazyScope.places[lazyScope.last].site == site {
            return lazyScope.last
        }
        var index = 0
        while index < lazyScope.places.count, lazyScope.places[index].site != site { index += 1 }
        if index == lazyScope.places.count {
            lazyScope.places.append(LazyPlace(site, source: lazyScope.source.first { $0.site == site }))
        }
        lazyScope.last = index
        return index
    }

    /// The next part of the render before for which the function says yes.
    @inlinable
    mutating func findPart(
        _ place: Int,
        _ isEqual: (Unmanaged<LazyPart>) -> Bool
    ) -> Unmanaged<LazyPart>? {
        // Most of what is asked for is the next one.
        if let next = nextPart(place), isEqual(next) {
            passNextPart(place)
            return next
        }
        return searchPart(place, isEqual)
    }

    /// The part of the render before that is next, if there is one.
    @usableFromInline
    mutating func nextPart(_ place: Int) -> Unmanaged<LazyPart>? {
        let position = lazyScope.places[place].search.position
        guard let source = lazyScope.places[place].source, position < source.pointee.count else { return nil }
        return source.pointee.parts[position]
    }

    /// Notes that the part that is next is taken over.
    @usableFromInline
    mutating func passNextPart(_ place: Int) {
        lazyScope.places[place].search.found(lazyScope.places[place].search.position)
    }

    @usableFromInline
    mutating func searchPart(_ place: Int, _ isEqual: (Unmanaged<LazyPart>) -> Bool) -> Unmanaged<LazyPart>? {
        guard let source = lazyScope.places[place].source else { return nil }
        let parts = source.pointee.parts
        guard let index = lazyScope.places[place].search.next(in: source.pointee.count, { isEqual(parts[$0]) }) else {
            return nil
        }
        return parts[index]
    }
}
