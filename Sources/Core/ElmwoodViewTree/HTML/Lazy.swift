/// Builds a part of the page only if `value` has changed since the previous render; otherwise reuses the part.
///
/// The value must contain everything that the part depends on. It is compared with the values of the same line of the program in
/// the previous render.
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
    let list = arena.pointee.lazyList(
        LazySite(
            file: UInt(bitPattern: fileID.utf8Start),
            line: UInt32(truncatingIfNeeded: line),
            column: UInt32(truncatingIfNeeded: column),
            value: ObjectIdentifier(Value.self),
            message: ObjectIdentifier(Message.self)
        )
    )
    // The parts of a site have values of the type that the site names. Most requests are for the next part.
    if let next = list.pointee.next, hasValue(next, value) {
        return Html(arena.pointee.insertNext(next, list))
    }
    return try otherPart(arena, list, value, content)
}

/// Finds the part among the others of the previous render, or builds it.
@inlinable
@inline(never)
func otherPart<Value: Equatable & Sendable, Message>(
    _ arena: UnsafeMutablePointer<Arena>,
    _ list: UnsafeMutablePointer<LazyList>,
    _ value: Value,
    _ content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    if let found = arena.pointee.findPart(list, { hasValue($0, value) }) {
        return Html(arena.pointee.insert(found, list))
    }
    let opened = arena.pointee.beginPart(list)
    let fragment: Fragment
    do {
        fragment = try content().fragment
    } catch {
        arena.pointee.abandon(opened)
        throw error
    }
    let part = LazyPartOf(value, arena.pointee.endPart(opened, fragment))
    return Html(arena.pointee.insert(part, list))
}

/// Whether the part, whose value has that type, was built from an equal value, and from the same values from outside.
@inlinable
@inline(__always)
func hasValue<Value: Equatable>(_ part: Unmanaged<LazyPart>, _ value: Value) -> Bool {
    part._withUnsafeGuaranteedRef {
        unsafeDowncast($0, to: LazyPartOf<Value>.self).value == value && (!$0.hasInputs || $0.isCurrent)
    }
}

/// A lazy part that has begun and not yet ended, and the saved state of the arena.
@usableFromInline
struct OpenPart {
    var start: Int
    var content: ContentSummary
    var render: UInt64
    var pieces: Int
    var flatSurplus: Int
    var asksWhetherLive: Bool
    var inputs: [any ViewInput]
    var scope: LazyScope
}

extension Arena {
    /// Returns the list of that site in the innermost scope, creating it if there is none.
    @inlinable
    @inline(__always)
    mutating func lazyList(_ site: LazySite) -> UnsafeMutablePointer<LazyList> {
        // Most lazy parts are in one loop.
        if let last = lazyScope.last, last.pointee.site == site { return last }
        return otherLazyList(site)
    }

    @usableFromInline
    @inline(never)
    mutating func otherLazyList(_ site: LazySite) -> UnsafeMutablePointer<LazyList> {
        let storage: LazyStorage
        if let known = lazyScope.lists.first(where: { $0.list.pointee.site == site }) {
            storage = known
        } else {
            storage = LazyStorage(site, source: lazyScope.source.first { $0.list.pointee.site == site })
            lazyScope.lists.append(storage)
        }
        lazyScope.last = storage.list
        return storage.list
    }

    /// Returns the next part of the previous render for which the function returns true.
    @usableFromInline
    mutating func findPart(
        _ list: UnsafeMutablePointer<LazyList>,
        _ isEqual: (Unmanaged<LazyPart>) -> Bool
    ) -> Unmanaged<LazyPart>? {
        guard let source = list.pointee.source else { return nil }
        let parts = source.pointee.parts
        guard let index = list.pointee.search.next(in: source.pointee.count, { isEqual(parts[$0]) }) else { return nil }
        return parts[index]
    }
}
