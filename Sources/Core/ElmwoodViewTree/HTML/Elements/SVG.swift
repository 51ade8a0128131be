/// The SVG elements whose names have another meaning in HTML or in an Elmwood program: `SVG.a`, `SVG.title`, `SVG.style`,
/// `SVG.script`, `SVG.text` and `SVG.view`. All other SVG elements are functions with their own names, as HTML's are.
///
/// ```swift
/// svg(.viewBox("0 0 100 100")) {
///     SVG.title { "A circle" }
///     circle(.cx(50), .cy(50), .r(40), .fill("teal"))
///     SVG.text(.x(50), .y(55), .textAnchor("middle")) { "\(model.count)" }
/// }
/// ```
public enum SVG {
    /// A link within an SVG image.
    @inlinable
    public static func a<Message>(
        _ attributes: Attribute<Message>...,
        @HtmlBuilder<Message> content: () throws -> Html<Message>
    ) rethrows -> Html<Message> {
        try element(.svgA, attributes, content)
    }

    /// `a`, empty.
    @inlinable
    public static func a<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
        element(.svgA, attributes)
    }

    /// The name of its parent, shown as a tool tip; its first child.
    @inlinable
    public static func title<Message>(
        _ attributes: Attribute<Message>...,
        @HtmlBuilder<Message> content: () throws -> Html<Message>
    ) rethrows -> Html<Message> {
        try element(.svgTitle, attributes, content)
    }

    /// `title`, empty.
    @inlinable
    public static func title<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
        element(.svgTitle, attributes)
    }

    /// A style sheet within an SVG image. Its text is escaped, unlike HTML's. A strict Content-Security-Policy blocks
    /// it.
    @inlinable
    public static func style<Message>(
        _ attributes: Attribute<Message>...,
        @HtmlBuilder<Message> content: () throws -> Html<Message>
    ) rethrows -> Html<Message> {
        try element(.svgStyle, attributes, content)
    }

    /// `style`, empty.
    @inlinable
    public static func style<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
        element(.svgStyle, attributes)
    }

    /// A script within an SVG image. Its text is escaped, unlike HTML's. A strict Content-Security-Policy allows it
    /// with `.href` only.
    @inlinable
    public static func script<Message>(
        _ attributes: Attribute<Message>...,
        @HtmlBuilder<Message> content: () throws -> Html<Message>
    ) rethrows -> Html<Message> {
        try element(.svgScript, attributes, content)
    }

    /// `script`, empty.
    @inlinable
    public static func script<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
        element(.svgScript, attributes)
    }

    /// Text within an SVG image.
    @inlinable
    public static func text<Message>(
        _ attributes: Attribute<Message>...,
        @HtmlBuilder<Message> content: () throws -> Html<Message>
    ) rethrows -> Html<Message> {
        try element(.svgText, attributes, content)
    }

    /// `text`, empty.
    @inlinable
    public static func text<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
        element(.svgText, attributes)
    }

    /// A named view of an SVG image, which an address's fragment can select.
    @inlinable
    public static func view<Message>(
        _ attributes: Attribute<Message>...,
        @HtmlBuilder<Message> content: () throws -> Html<Message>
    ) rethrows -> Html<Message> {
        try element(.svgView, attributes, content)
    }

    /// `view`, empty.
    @inlinable
    public static func view<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
        element(.svgView, attributes)
    }
}
