import ElmwoodViewTree

/// The SVG elements whose names have another meaning in HTML or in an Elmwood program: `SVG.a`, `SVG.title`, `SVG.style`,
/// `SVG.script`, `SVG.text` and `SVG.view`. All other SVG elements have their own names, as HTML's do.
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
    @inlinable public static var a: HtmlElement { HtmlElement(.svgA) }

    /// The name of its parent, shown as a tool tip; its first child.
    @inlinable public static var title: HtmlElement { HtmlElement(.svgTitle) }

    /// A style sheet within an SVG image. Its text is escaped, unlike HTML's. A strict Content-Security-Policy blocks
    /// it.
    @inlinable public static var style: HtmlElement { HtmlElement(.svgStyle) }

    /// A script within an SVG image. Its text is escaped, unlike HTML's. A strict Content-Security-Policy allows it
    /// with `.href` only.
    @inlinable public static var script: HtmlElement { HtmlElement(.svgScript) }

    /// Text within an SVG image. With attributes or content `text` alone is it too.
    @inlinable public static var text: HtmlElement { HtmlElement(.svgText) }

    /// A named view of an SVG image, which an address's fragment can select.
    @inlinable public static var view: HtmlElement { HtmlElement(.svgView) }
}

/// Writes a text within an SVG image. `text("…")` with a `String` alone is a text of the page.
///
/// ```swift
/// svg(.viewBox("0 0 100 20")) { text(.x(50), .y(15), .textAnchor(.middle)) { "\(model.count)" } }
/// ```
@inlinable
public func text<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.svgText, attributes, content)
}
