import ElmwoodViewTree

// SVG's shapes and paint servers (SVG 2 §9, §10, §14; CSS Masking).

/// A shape of any outline, given by `.d`.
@inlinable public var path: HtmlElement { HtmlElement(.path) }

/// A rectangle.
@inlinable public var rect: HtmlElement { HtmlElement(.rect) }

/// A circle.
@inlinable public var circle: HtmlElement { HtmlElement(.circle) }

/// An ellipse.
@inlinable public var ellipse: HtmlElement { HtmlElement(.ellipse) }

/// A straight line.
@inlinable public var line: HtmlElement { HtmlElement(.line) }

/// Connected straight lines.
@inlinable public var polyline: HtmlElement { HtmlElement(.polyline) }

/// A closed shape of straight lines.
@inlinable public var polygon: HtmlElement { HtmlElement(.polygon) }

/// Colours that blend along a line.
@inlinable public var linearGradient: HtmlElement { HtmlElement(.linearGradient) }

/// Colours that blend along a radius.
@inlinable public var radialGradient: HtmlElement { HtmlElement(.radialGradient) }

/// A colour of a gradient and its position.
@inlinable public var stop: HtmlElement { HtmlElement(.stop) }

/// A tile that fills or strokes a shape.
@inlinable public var pattern: HtmlElement { HtmlElement(.pattern) }

/// The region outside of which nothing is painted.
@inlinable public var clipPath: HtmlElement { HtmlElement(.clipPath) }

/// Decides which parts are painted, and how much of them, by the luminance of the mask.
@inlinable public var mask: HtmlElement { HtmlElement(.mask) }
