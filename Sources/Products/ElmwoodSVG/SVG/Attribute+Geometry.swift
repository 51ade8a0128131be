import ElmwoodViewTree

// Attributes of SVG's geometry, structure, text and paint servers (SVG 2).

extension Attribute {
    /// The visible part of the user space: `0 0 100 100`.
    @inlinable public static var viewBox: Converted { Converted(.viewBox) }

    /// How the view box fits its viewport: `xMidYMid meet`.
    @inlinable public static var preserveAspectRatio: Converted { Converted(.preserveAspectRatio) }

    /// The x coordinate.
    @inlinable public static var x: Converted { Converted(.x) }

    /// The y coordinate.
    @inlinable public static var y: Converted { Converted(.y) }

    /// The z coordinate of a light.
    @inlinable public static var z: Converted { Converted(.z) }

    /// The x coordinate of a line's start.
    @inlinable public static var x1: Converted { Converted(.x1) }

    /// The y coordinate of a line's start.
    @inlinable public static var y1: Converted { Converted(.y1) }

    /// The x coordinate of a line's end.
    @inlinable public static var x2: Converted { Converted(.x2) }

    /// The y coordinate of a line's end.
    @inlinable public static var y2: Converted { Converted(.y2) }

    /// The x coordinate of a circle's, ellipse's or gradient's centre.
    @inlinable public static var cx: Converted { Converted(.cx) }

    /// The y coordinate of a circle's, ellipse's or gradient's centre.
    @inlinable public static var cy: Converted { Converted(.cy) }

    /// The radius of a circle or radial gradient.
    @inlinable public static var r: Converted { Converted(.r) }

    /// The horizontal radius of an ellipse or of a rectangle's corners.
    @inlinable public static var rx: Converted { Converted(.rx) }

    /// The vertical radius of an ellipse or of a rectangle's corners.
    @inlinable public static var ry: Converted { Converted(.ry) }

    /// The x coordinate of a radial gradient's focus.
    @inlinable public static var fx: Converted { Converted(.fx) }

    /// The y coordinate of a radial gradient's focus.
    @inlinable public static var fy: Converted { Converted(.fy) }

    /// The radius of a radial gradient's focus.
    @inlinable public static var fr: Converted { Converted(.fr) }

    /// A path's outline: `M0 0 L10 10 Z`.
    @inlinable public static var d: Converted { Converted(.d) }

    /// The corners of a polyline or polygon: `0,0 10,0 10,10`.
    @inlinable public static var points: Converted { Converted(.points) }

    /// The path's length in units of the author's choice.
    @inlinable public static var pathLength: Converted { Converted(.pathLength) }

    /// The path of a text or of a motion, as in `.d`.
    @inlinable public static var path: Converted { Converted(.path) }

    /// The horizontal distance to move by.
    @inlinable public static var dx: Converted { Converted(.dx) }

    /// The vertical distance to move by.
    @inlinable public static var dy: Converted { Converted(.dy) }

    /// The degrees by which letters, or an element moving along a path, are turned.
    @inlinable public static var rotate: Converted { Converted(.rotate) }

    /// The length that the text is fitted to.
    @inlinable public static var textLength: Converted { Converted(.textLength) }

    /// How a text is fitted to its length: `spacing` or `spacingAndGlyphs`.
    @inlinable public static var lengthAdjust: Converted { Converted(.lengthAdjust) }

    /// The position on its path at which a text starts.
    @inlinable public static var startOffset: Converted { Converted(.startOffset) }

    /// How letters follow their path: `align` or `stretch`.
    @inlinable
    public static func method(_ value: String) -> Self { Self(.method, value) }

    /// How the space between letters on a path is computed: `auto` or `exact`.
    @inlinable
    public static func spacing(_ value: String) -> Self { Self(.spacing, value) }

    /// The side of its path on which a text is set: `left` or `right`.
    @inlinable
    public static func side(_ value: String) -> Self { Self(.side, value) }

    /// The x coordinate of a marker's or symbol's reference point.
    @inlinable public static var refX: Converted { Converted(.refX) }

    /// The y coordinate of a marker's or symbol's reference point.
    @inlinable public static var refY: Converted { Converted(.refY) }

    /// The width of a marker's viewport.
    @inlinable public static var markerWidth: Converted { Converted(.markerWidth) }

    /// The height of a marker's viewport.
    @inlinable public static var markerHeight: Converted { Converted(.markerHeight) }

    /// The coordinate system of a marker's lengths: `strokeWidth` or `userSpaceOnUse`.
    @inlinable
    public static func markerUnits(_ value: String) -> Self { Self(.markerUnits, value) }

    /// How a marker is turned: `auto`, `auto-start-reverse` or an angle.
    @inlinable public static var orient: Converted { Converted(.orient) }

    /// The coordinate system of a gradient: `userSpaceOnUse` or `objectBoundingBox`.
    @inlinable
    public static func gradientUnits(_ value: String) -> Self { Self(.gradientUnits, value) }

    /// The transformation of a gradient.
    @inlinable
    public static func gradientTransform(_ value: String) -> Self { Self(.gradientTransform, value) }

    /// The colours beyond a gradient's ends: `pad`, `reflect` or `repeat`.
    @inlinable
    public static func spreadMethod(_ value: String) -> Self { Self(.spreadMethod, value) }

    /// The position of a colour on a gradient, from 0 to 1; or the offset of a transfer function.
    @inlinable public static var offset: Converted { Converted(.offset) }

    /// The coordinate system of a pattern's position and size: `userSpaceOnUse` or `objectBoundingBox`.
    @inlinable
    public static func patternUnits(_ value: String) -> Self { Self(.patternUnits, value) }

    /// The coordinate system of a pattern's content.
    @inlinable
    public static func patternContentUnits(_ value: String) -> Self { Self(.patternContentUnits, value) }

    /// The transformation of a pattern.
    @inlinable
    public static func patternTransform(_ value: String) -> Self { Self(.patternTransform, value) }

    /// The coordinate system of a clipping path.
    @inlinable
    public static func clipPathUnits(_ value: String) -> Self { Self(.clipPathUnits, value) }

    /// The coordinate system of a mask's position and size.
    @inlinable
    public static func maskUnits(_ value: String) -> Self { Self(.maskUnits, value) }

    /// The coordinate system of a mask's content.
    @inlinable
    public static func maskContentUnits(_ value: String) -> Self { Self(.maskContentUnits, value) }

    /// The extensions that the element needs, as addresses separated by spaces.
    @inlinable
    public static func requiredExtensions(_ value: String) -> Self { Self(.requiredExtensions, value) }

    /// The languages that the element is for, as BCP 47 tags separated by commas.
    @inlinable
    public static func systemLanguage(_ value: String) -> Self { Self(.systemLanguage, value) }

    /// The referenced address, in SVG 1.1's form; `.href` is SVG 2's.
    @inlinable
    public static func xlinkHref(_ value: String) -> Self { Self(.xlinkHref, value) }

    /// The title of a reference, in SVG 1.1's form.
    @inlinable
    public static func xlinkTitle(_ value: String) -> Self { Self(.xlinkTitle, value) }
}
