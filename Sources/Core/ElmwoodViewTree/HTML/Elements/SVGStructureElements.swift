// SVG's structure, links and text (SVG 2 §5, §11, §13, §15, §16).

/// An SVG image within the page, or a nested viewport within one.
@inlinable
public func svg<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.svg, attributes, content)
}

/// `svg`, empty.
@inlinable
public func svg<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.svg, attributes)
}

/// A group of SVG elements.
@inlinable
public func g<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.g, attributes, content)
}

/// `g`, empty.
@inlinable
public func g<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.g, attributes)
}

/// Elements that are defined here and used elsewhere.
@inlinable
public func defs<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.defs, attributes, content)
}

/// `defs`, empty.
@inlinable
public func defs<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.defs, attributes)
}

/// A template, shown wherever a `use` refers to it.
@inlinable
public func symbol<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.symbol, attributes, content)
}

/// `symbol`, empty.
@inlinable
public func symbol<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.symbol, attributes)
}

/// A copy of the element that `.href` refers to.
@inlinable
public func use<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.use, attributes, content)
}

/// `use`, empty.
@inlinable
public func use<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.use, attributes)
}

/// Shows the first child whose conditions are true. The name is a keyword of Swift, and is written in backquotes.
@inlinable
public func `switch`<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.switch, attributes, content)
}

/// `switch`, empty.
@inlinable
public func `switch`<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.switch, attributes)
}

/// A description of its parent, in text, for assistive technology.
@inlinable
public func desc<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.desc, attributes, content)
}

/// `desc`, empty.
@inlinable
public func desc<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.desc, attributes)
}

/// Metadata of its parent.
@inlinable
public func metadata<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.metadata, attributes, content)
}

/// `metadata`, empty.
@inlinable
public func metadata<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.metadata, attributes)
}

/// An image within an SVG image.
@inlinable
public func image<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.image, attributes, content)
}

/// `image`, empty.
@inlinable
public func image<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.image, attributes)
}

/// HTML within an SVG image.
@inlinable
public func foreignObject<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.foreignObject, attributes, content)
}

/// `foreignObject`, empty.
@inlinable
public func foreignObject<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.foreignObject, attributes)
}

/// A run of an SVG text with a position or style of its own.
@inlinable
public func tspan<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.tspan, attributes, content)
}

/// `tspan`, empty.
@inlinable
public func tspan<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.tspan, attributes)
}

/// A run of an SVG text along a path.
@inlinable
public func textPath<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.textPath, attributes, content)
}

/// `textPath`, empty.
@inlinable
public func textPath<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.textPath, attributes)
}

/// A mark for the ends or corners of a line: an arrow head.
@inlinable
public func marker<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.marker, attributes, content)
}

/// `marker`, empty.
@inlinable
public func marker<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.marker, attributes)
}
