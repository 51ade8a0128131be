import ElmwoodViewTree

// SVG's structure, links and text (SVG 2 §5, §11, §13, §15, §16).

/// An SVG image within the page, or a nested viewport within one.
@inlinable public var svg: HtmlElement { HtmlElement(.svg) }

/// A group of SVG elements.
@inlinable public var g: HtmlElement { HtmlElement(.g) }

/// Elements that are defined here and used elsewhere.
@inlinable public var defs: HtmlElement { HtmlElement(.defs) }

/// A template, shown wherever a `use` refers to it.
@inlinable public var symbol: HtmlElement { HtmlElement(.symbol) }

/// A copy of the element that `.href` refers to.
@inlinable public var use: HtmlElement { HtmlElement(.use) }

/// Shows the first child whose conditions are true. The name is a keyword of Swift, and is written in backquotes.
@inlinable public var `switch`: HtmlElement { HtmlElement(.switch) }

/// A description of its parent, in text, for assistive technology.
@inlinable public var desc: HtmlElement { HtmlElement(.desc) }

/// Metadata of its parent.
@inlinable public var metadata: HtmlElement { HtmlElement(.metadata) }

/// An image within an SVG image.
@inlinable public var image: HtmlElement { HtmlElement(.image) }

/// HTML within an SVG image.
@inlinable public var foreignObject: HtmlElement { HtmlElement(.foreignObject) }

/// A run of an SVG text with a position or style of its own.
@inlinable public var tspan: HtmlElement { HtmlElement(.tspan) }

/// A run of an SVG text along a path.
@inlinable public var textPath: HtmlElement { HtmlElement(.textPath) }

/// A mark for the ends or corners of a line: an arrow head.
@inlinable public var marker: HtmlElement { HtmlElement(.marker) }
