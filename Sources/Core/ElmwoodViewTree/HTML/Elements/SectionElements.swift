// Sections and headings (HTML Standard §4.3).

/// A complete, independent composition: a post, a product, a comment.
@inlinable
public func article<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.article, attributes, content)
}

/// `article`, empty.
@inlinable
public func article<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.article, attributes)
}

/// A thematic part of the page, typically with a heading.
@inlinable
public func section<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.section, attributes, content)
}

/// `section`, empty.
@inlinable
public func section<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.section, attributes)
}

/// A section of navigation links.
@inlinable
public func nav<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.nav, attributes, content)
}

/// `nav`, empty.
@inlinable
public func nav<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.nav, attributes)
}

/// Content only loosely related to the content around it: a side bar, a pull quote.
@inlinable
public func aside<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.aside, attributes, content)
}

/// `aside`, empty.
@inlinable
public func aside<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.aside, attributes)
}

/// A heading of the first, highest rank.
@inlinable
public func h1<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.h1, attributes, content)
}

/// `h1`, empty.
@inlinable
public func h1<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.h1, attributes)
}

/// A heading of the second rank.
@inlinable
public func h2<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.h2, attributes, content)
}

/// `h2`, empty.
@inlinable
public func h2<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.h2, attributes)
}

/// A heading of the third rank.
@inlinable
public func h3<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.h3, attributes, content)
}

/// `h3`, empty.
@inlinable
public func h3<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.h3, attributes)
}

/// A heading of the fourth rank.
@inlinable
public func h4<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.h4, attributes, content)
}

/// `h4`, empty.
@inlinable
public func h4<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.h4, attributes)
}

/// A heading of the fifth rank.
@inlinable
public func h5<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.h5, attributes, content)
}

/// `h5`, empty.
@inlinable
public func h5<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.h5, attributes)
}

/// A heading of the sixth, lowest rank.
@inlinable
public func h6<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.h6, attributes, content)
}

/// `h6`, empty.
@inlinable
public func h6<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.h6, attributes)
}

/// A heading together with the paragraphs that belong to it: a subtitle, a tag line.
@inlinable
public func hgroup<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.hgroup, attributes, content)
}

/// `hgroup`, empty.
@inlinable
public func hgroup<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.hgroup, attributes)
}

/// The introduction of the page or its section.
@inlinable
public func header<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.header, attributes, content)
}

/// `header`, empty.
@inlinable
public func header<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.header, attributes)
}

/// The end of the page or its section: its author, links, rights.
@inlinable
public func footer<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.footer, attributes, content)
}

/// `footer`, empty.
@inlinable
public func footer<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.footer, attributes)
}

/// The contact information of the author of the page or of the nearest `article`.
@inlinable
public func address<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.address, attributes, content)
}

/// `address`, empty.
@inlinable
public func address<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.address, attributes)
}
