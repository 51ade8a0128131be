/// An element of HTML, SVG or MathML. It is called with its attributes and its content, of which either may be left out.
///
/// ```swift
/// p(.class("note")) { "Saved." }
/// ```
///
/// It is a value instead of two functions, one with content and one without: a single function cannot have empty content as its
/// default, since the compiler assumes that a default closure of another module throws.
public struct HtmlElement: Sendable {
    @usableFromInline package let name: ElementName

    @inlinable
    package init(_ name: ElementName) { self.name = name }

    /// Writes the element with content.
    @inlinable
    public func callAsFunction<Message>(
        _ attributes: Attribute<Message>...,
        @HtmlBuilder<Message> content: () throws -> Html<Message>
    ) rethrows -> Html<Message> {
        try element(name, attributes, content)
    }

    /// Writes the element without content.
    @inlinable
    public func callAsFunction<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
        element(name, attributes)
    }
}

/// An element that has no content, such as `br` or `input`. It is called with its attributes.
public struct HtmlVoidElement: Sendable {
    @usableFromInline let name: ElementName

    @inlinable
    package init(_ name: ElementName) { self.name = name }

    /// Writes the element.
    @inlinable
    public func callAsFunction<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
        element(name, attributes)
    }
}

/// Writes an element: its attributes, then its content. Every element ends here.
///
/// Attributes come first and are values, so they are complete in the record before the content begins. If no render is running,
/// `content` is not called.
///
/// `own` contains attributes that the function adds, which are written first. They are a separate argument because joining two
/// arrays of a generic type asks the runtime for their types each time, which costs more than the element.
@inlinable
package func element<Message>(
    _ name: ElementName,
    _ attributes: [Attribute<Message>],
    own: [AttributeValue] = [],
    _ content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(name, untyped: untyped(attributes), own: own, content)
}

/// Writes an element with attributes that do not have the type of its messages, which only the runtime knows in a function that is
/// not specialized.
@inlinable
package func element<Message>(
    _ name: ElementName,
    untyped attributes: [AttributeValue],
    own: [AttributeValue] = [],
    _ content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    guard let opened = arena.pointee.open(name, own, attributes) else { return .empty }
    let fragment: Fragment
    do {
        fragment = try content().fragment
    } catch {
        arena.pointee.abandon(opened)
        throw error
    }
    return Html(arena.pointee.close(opened, fragment))
}

/// Writes an element without content: a void one, or one whose content is empty.
@inlinable
package func element<Message>(
    _ name: ElementName,
    _ attributes: [Attribute<Message>],
    own: [AttributeValue] = []
) -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    guard let opened = arena.pointee.open(name, own, untyped(attributes)) else { return .empty }
    return Html(arena.pointee.close(opened, .empty))
}

/// Writes an element whose content is one text. An empty text writes no content.
@inlinable
package func element<Message>(
    _ name: ElementName,
    _ attributes: [Attribute<Message>],
    own: [AttributeValue] = [],
    text: String
) -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    guard let opened = arena.pointee.open(name, own, untyped(attributes)) else { return .empty }
    let range = arena.pointee.text(text, kind: .text)
    return Html(arena.pointee.close(opened, arena.pointee.fragment(range)))
}

/// Returns the attributes without the type of their messages.
///
/// `Attribute<Message>` is a struct whose one stored property is an `AttributeValue`, so an array of the one has the layout of an
/// array of the other, whatever `Message` is. Nothing here writes to it or reads its dynamic type.
@inlinable
@inline(__always)
func untyped<Message>(_ attributes: [Attribute<Message>]) -> [AttributeValue] {
    unsafeBitCast(attributes, to: [AttributeValue].self)
}
