// Grouping content (HTML Standard §4.4).

/// A paragraph. It contains phrasing content: a block element inside of it would close it.
@inlinable
public func p<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.p, attributes, content)
}

/// `p`, empty.
@inlinable
public func p<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.p, attributes)
}

/// A thematic break; within a `select`, a line between options.
@inlinable
public func hr<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.hr, attributes)
}

/// Preformatted text: white space and line breaks are preserved, including a leading line break.
@inlinable
public func pre<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.pre, attributes, content)
}

/// `pre`, empty.
@inlinable
public func pre<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.pre, attributes)
}

/// A section quoted from another source, whose address is `.cite`.
@inlinable
public func blockquote<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.blockquote, attributes, content)
}

/// `blockquote`, empty.
@inlinable
public func blockquote<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.blockquote, attributes)
}

/// A list whose order has a meaning.
@inlinable
public func ol<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.ol, attributes, content)
}

/// `ol`, empty.
@inlinable
public func ol<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.ol, attributes)
}

/// A list whose order has no meaning.
@inlinable
public func ul<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.ul, attributes, content)
}

/// `ul`, empty.
@inlinable
public func ul<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.ul, attributes)
}

/// A list of commands: a toolbar.
@inlinable
public func menu<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.menu, attributes, content)
}

/// `menu`, empty.
@inlinable
public func menu<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.menu, attributes)
}

/// An item of an `ol`, `ul` or `menu`.
@inlinable
public func li<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.li, attributes, content)
}

/// `li`, empty.
@inlinable
public func li<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.li, attributes)
}

/// A list of names with their values: terms and definitions, a record's fields.
@inlinable
public func dl<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.dl, attributes, content)
}

/// `dl`, empty.
@inlinable
public func dl<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.dl, attributes)
}

/// A name in a `dl`.
@inlinable
public func dt<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.dt, attributes, content)
}

/// `dt`, empty.
@inlinable
public func dt<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.dt, attributes)
}

/// A value in a `dl`.
@inlinable
public func dd<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.dd, attributes, content)
}

/// `dd`, empty.
@inlinable
public func dd<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.dd, attributes)
}

/// An illustration, a listing, a quotation, with or without a caption.
@inlinable
public func figure<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.figure, attributes, content)
}

/// `figure`, empty.
@inlinable
public func figure<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.figure, attributes)
}

/// The caption of a `figure`.
@inlinable
public func figcaption<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.figcaption, attributes, content)
}

/// `figcaption`, empty.
@inlinable
public func figcaption<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.figcaption, attributes)
}

/// The main content of the page. Only one on a page is shown. Within a type that has a `main` of its own (one marked `@main`),
/// write `ViewTree.main`.
@inlinable
public func main<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.main, attributes, content)
}

/// `main`, empty.
@inlinable
public func main<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.main, attributes)
}

/// A part of the page for searching or filtering.
@inlinable
public func search<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.search, attributes, content)
}

/// `search`, empty.
@inlinable
public func search<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.search, attributes)
}

/// A group with no meaning of its own.
@inlinable
public func div<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.div, attributes, content)
}

/// `div`, empty.
@inlinable
public func div<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.div, attributes)
}
