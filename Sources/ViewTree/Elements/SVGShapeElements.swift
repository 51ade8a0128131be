// SVG's shapes and paint servers (SVG 2 §9, §10, §14; CSS Masking).

/// A shape of any outline, written in `.d`.
public func path<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.path, attributes, content)
}

/// `path`, empty.
public func path<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.path, attributes)
}

/// A rectangle.
public func rect<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.rect, attributes, content)
}

/// `rect`, empty.
public func rect<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.rect, attributes)
}

/// A circle.
public func circle<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.circle, attributes, content)
}

/// `circle`, empty.
public func circle<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.circle, attributes)
}

/// An ellipse.
public func ellipse<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.ellipse, attributes, content)
}

/// `ellipse`, empty.
public func ellipse<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.ellipse, attributes)
}

/// A straight line.
public func line<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.line, attributes, content)
}

/// `line`, empty.
public func line<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.line, attributes)
}

/// Connected straight lines.
public func polyline<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.polyline, attributes, content)
}

/// `polyline`, empty.
public func polyline<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.polyline, attributes)
}

/// A closed shape of straight lines.
public func polygon<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.polygon, attributes, content)
}

/// `polygon`, empty.
public func polygon<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.polygon, attributes)
}

/// Colours that blend along a line.
public func linearGradient<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.linearGradient, attributes, content)
}

/// `linearGradient`, empty.
public func linearGradient<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.linearGradient, attributes)
}

/// Colours that blend along a radius.
public func radialGradient<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.radialGradient, attributes, content)
}

/// `radialGradient`, empty.
public func radialGradient<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.radialGradient, attributes)
}

/// A colour of a gradient and its place.
public func stop<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.stop, attributes, content)
}

/// `stop`, empty.
public func stop<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.stop, attributes)
}

/// A tile that fills or strokes a shape.
public func pattern<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.pattern, attributes, content)
}

/// `pattern`, empty.
public func pattern<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.pattern, attributes)
}

/// The region outside of which nothing is painted.
public func clipPath<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.clipPath, attributes, content)
}

/// `clipPath`, empty.
public func clipPath<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.clipPath, attributes)
}

/// What is painted, and how much of it, by the light of the mask.
public func mask<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mask, attributes, content)
}

/// `mask`, empty.
public func mask<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mask, attributes)
}
