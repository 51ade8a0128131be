/// A piece of a page: elements and text whose controls offer messages of type `Message`.
///
/// An element (`div`, `button`, …) writes its record into the buffer of the current render, and returns this small handle
/// to it. It is a value: it may be placed late, twice or never. It belongs to the render that it was made in. In another render it
/// is left out, and a diagnostic says so.
///
/// ```swift
/// func row(_ item: Item) -> Html<Message> {
///     li { item.title; button("×", .remove(id: item.id)) }
/// }
/// ```
public struct Html<Message>: Sendable {
    @usableFromInline package var fragment: Fragment

    @inlinable
    package init(_ fragment: Fragment) { self.fragment = fragment }

    /// No content.
    @inlinable public static var empty: Html { Html(.empty) }
}

/// One range of an arena, or several.
@usableFromInline
package struct Fragment: Sendable {
    /// The first byte or, if ``isPieces``, the index of the first of the arena's pieces.
    @usableFromInline package var start: UInt32
    /// The end, exclusive.
    @usableFromInline package var end: UInt32
    /// Twice the number of the render, plus 1 if the fragment is in pieces.
    @usableFromInline package var owner: UInt64

    @inlinable
    package init(start: UInt32, end: UInt32, owner: UInt64) {
        self.start = start
        self.end = end
        self.owner = owner
    }

    @inlinable package var isEmpty: Bool { start == end }
    @inlinable package var isPieces: Bool { owner & 1 == 1 }

    @inlinable package static var empty: Fragment { Fragment(start: 0, end: 0, owner: 0) }
    /// The fragment that is built outside of a render.
    @inlinable package static var outside: Fragment { Fragment(start: 0, end: 1, owner: 0) }

    /// Concatenates two fragments. If the second was written right after the first, the result is one range, at no cost.
    @inlinable
    package static func + (first: Fragment, second: Fragment) -> Fragment {
        if first.isEmpty { return second }
        if second.isEmpty { return first }
        if first.end == second.start, first.owner == second.owner, !first.isPieces {
            return Fragment(start: first.start, end: second.end, owner: first.owner)
        }
        return inPieces(first, second)
    }

    @usableFromInline
    package static func inPieces(_ first: Fragment, _ second: Fragment) -> Fragment {
        guard let arena = Arena.current else { return .outside }
        return arena.pointee.combine(first, second)
    }
}
