// SVG's shapes and paint servers (SVG 2 §9, §10, §14; CSS Masking).

/// A shape of any outline, given by `.d`.
@inlinable
public func path<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.path, attributes, content)
}

/// `path`, empty.
@inlinable
public func path<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.path, attributes)
}

/// A rectangle.
@inlinable
public func rect<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.rect, attributes, content)
}

/// `rect`, empty.
@inlinable
public func rect<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.rect, attributes)
}

/// A circle.
@inlinable
public func circle<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.circle, attributes, content)
}

/// `circle`, empty.
@inlinable
public func circle<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.circle, attributes)
}

/// An ellipse.
@inlinable
public func ellipse<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.ellipse, attributes, content)
}

/// `ellipse`, empty.
@inlinable
public func ellipse<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.ellipse, attributes)
}

/// A straight line.
@inlinable
public func line<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.line, attributes, content)
}

/// `line`, empty.
@inlinable
public func line<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.line, attributes)
}

/// Connected straight lines.
@inlinable
public func polyline<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.polyline, attributes, content)
}

/// `polyline`, empty.
@inlinable
public func polyline<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.polyline, attributes)
}

/// A closed shape of straight lines.
@inlinable
public func polygon<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.polygon, attributes, content)
}

/// `polygon`, empty.
@inlinable
public func polygon<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.polygon, attributes)
}

/// Colours that blend along a line.
@inlinable
public func linearGradient<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.linearGradient, attributes, content)
}

/// `linearGradient`, empty.
@inlinable
public func linearGradient<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.linearGradient, attributes)
}

/// Colours that blend along a radius.
@inlinable
public func radialGradient<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.radialGradient, attributes, content)
}

/// `radialGradient`, empty.
@inlinable
public func radialGradient<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.radialGradient, attributes)
}

/// A colour of a gradient and its position.
@inlinable
public func stop<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.stop, attributes, content)
}

/// `stop`, empty.
@inlinable
public func stop<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.stop, attributes)
}

/// A tile that fills or strokes a shape.
@inlinable
public func pattern<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.pattern, attributes, content)
}

/// `pattern`, empty.
@inlinable
public func pattern<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.pattern, attributes)
}

/// The region outside of which nothing is painted.
@inlinable
public func clipPath<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.clipPath, attributes, content)
}

/// `clipPath`, empty.
@inlinable
public func clipPath<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.clipPath, attributes)
}

/// Decides which parts are painted, and how much of them, by the luminance of the mask.
@inlinable
public func mask<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mask, attributes, content)
}

/// `mask`, empty.
@inlinable
public func mask<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mask, attributes)
}
