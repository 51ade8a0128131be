/// A piece of a page: elements and text whose controls offer messages of type `Message`.
///
/// An element function (`div`, `button`, …) writes its record into the buffer of the render that is going on, and
/// answers with this small handle to it. It is a value: it may be placed late, twice or never. It belongs to the
/// render that it was made in; placed in another one it is left out, and a diagnostic says so.
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

    /// Nothing.
    @inlinable public static var empty: Html { Html(.empty) }
}

/// A range of an arena, or several of them.
@usableFromInline
package struct Fragment: Sendable {
    /// The first byte, or, where ``isPieces``, the first of the arena's pieces.
    @usableFromInline package var start: UInt32
    /// Past the last.
    @usableFromInline package var end: UInt32
    /// Twice the number of the render, and 1 more where the fragment is in pieces.
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
    /// What is built where no render is going on.
    @inlinable package static var outside: Fragment { Fragment(start: 0, end: 1, owner: 0) }

    /// Both, one after the other. What was written one after the other is one range, at no cost.
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
