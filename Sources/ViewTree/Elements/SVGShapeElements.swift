// SVG's shapes and paint servers (SVG 2 §9, §10, §14; CSS Masking).

/// A shape of any outline, written in `.d`.
public func path<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.path, attributes, content)
}

/// A rectangle.
public func rect<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.rect, attributes, content)
}

/// A circle.
public func circle<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.circle, attributes, content)
}

/// An ellipse.
public func ellipse<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.ellipse, attributes, content)
}

/// A straight line.
public func line<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.line, attributes, content)
}

/// Connected straight lines.
public func polyline<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.polyline, attributes, content)
}

/// A closed shape of straight lines.
public func polygon<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.polygon, attributes, content)
}

/// Colours that blend along a line.
public func linearGradient<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.linearGradient, attributes, content)
}

/// Colours that blend along a radius.
public func radialGradient<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.radialGradient, attributes, content)
}

/// A colour of a gradient and its place.
public func stop<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.stop, attributes, content)
}

/// A tile that fills or strokes a shape.
public func pattern<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.pattern, attributes, content)
}

/// The region outside of which nothing is painted.
public func clipPath<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.clipPath, attributes, content)
}

/// What is painted, and how much of it, by the light of the mask.
public func mask<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mask, attributes, content)
}
