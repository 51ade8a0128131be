/// Writes an element: its attributes, then what `content` builds. Every element function ends here.
///
/// Attributes come first and are values, so an element's record is whole before its content begins. Where no render
/// is going on `content` is not run at all.
///
/// `own` are attributes that the function adds, written first: apart, since to join two arrays of a generic type asks the
/// runtime for their types each time, which costs more than the element.
@inlinable
package func element<Message>(
    _ name: ElementName,
    _ attributes: [Attribute<Message>],
    own: [AttributeValue] = [],
    _ content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    guard let opened = arena.pointee.open(name, own, untyped(attributes)) else { return .empty }
    let fragment: Fragment
    do {
        fragment = try content().fragment
    } catch {
        arena.pointee.abandon(opened)
        throw error
    }
    return Html(arena.pointee.close(opened, fragment))
}

/// Writes an element that has no content: a void one, or one whose content is empty.
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

/// Writes an element whose content is one text, and nothing where the text is empty.
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

/// The attributes without the type of their messages.
///
/// `Attribute<Message>` is a struct whose one stored property is an `AttributeValue`, so an array of the one has the
/// layout of an array of the other, whatever `Message` is; nothing here writes to it or looks at its dynamic type.
@inlinable
@inline(__always)
func untyped<Message>(_ attributes: [Attribute<Message>]) -> [AttributeValue] {
    unsafeBitCast(attributes, to: [AttributeValue].self)
}
