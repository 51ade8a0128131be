import ElmwoodViewTree

// Attributes of SVG's geometry, structure, text and paint servers (SVG 2).

extension Attribute {
    /// The visible part of the user space: `0 0 100 100`.
    @inlinable
    public static func viewBox(_ value: some AttributeConvertible) -> Self { Self(.viewBox, converted: value) }

    /// How the view box fits its viewport: `xMidYMid meet`.
    @inlinable
    public static func preserveAspectRatio(_ value: some AttributeConvertible) -> Self {
        Self(.preserveAspectRatio, converted: value)
    }

    /// The x coordinate.
    @inlinable
    public static func x(_ value: some AttributeConvertible) -> Self { Self(.x, converted: value) }

    /// The y coordinate.
    @inlinable
    public static func y(_ value: some AttributeConvertible) -> Self { Self(.y, converted: value) }

    /// The z coordinate of a light.
    @inlinable
    public static func z(_ value: some AttributeConvertible) -> Self { Self(.z, converted: value) }

    /// The x coordinate of a line's start.
    @inlinable
    public static func x1(_ value: some AttributeConvertible) -> Self { Self(.x1, converted: value) }

    /// The y coordinate of a line's start.
    @inlinable
    public static func y1(_ value: some AttributeConvertible) -> Self { Self(.y1, converted: value) }

    /// The x coordinate of a line's end.
    @inlinable
    public static func x2(_ value: some AttributeConvertible) -> Self { Self(.x2, converted: value) }

    /// The y coordinate of a line's end.
    @inlinable
    public static func y2(_ value: some AttributeConvertible) -> Self { Self(.y2, converted: value) }

    /// The x coordinate of a circle's, ellipse's or gradient's centre.
    @inlinable
    public static func cx(_ value: some AttributeConvertible) -> Self { Self(.cx, converted: value) }

    /// The y coordinate of a circle's, ellipse's or gradient's centre.
    @inlinable
    public static func cy(_ value: some AttributeConvertible) -> Self { Self(.cy, converted: value) }

    /// The radius of a circle or radial gradient.
    @inlinable
    public static func r(_ value: some AttributeConvertible) -> Self { Self(.r, converted: value) }

    /// The horizontal radius of an ellipse or of a rectangle's corners.
    @inlinable
    public static func rx(_ value: some AttributeConvertible) -> Self { Self(.rx, converted: value) }

    /// The vertical radius of an ellipse or of a rectangle's corners.
    @inlinable
    public static func ry(_ value: some AttributeConvertible) -> Self { Self(.ry, converted: value) }

    /// The x coordinate of a radial gradient's focus.
    @inlinable
    public static func fx(_ value: some AttributeConvertible) -> Self { Self(.fx, converted: value) }

    /// The y coordinate of a radial gradient's focus.
    @inlinable
    public static func fy(_ value: some AttributeConvertible) -> Self { Self(.fy, converted: value) }

    /// The radius of a radial gradient's focus.
    @inlinable
    public static func fr(_ value: some AttributeConvertible) -> Self { Self(.fr, converted: value) }

    /// A path's outline: `M0 0 L10 10 Z`.
    @inlinable
    public static func d(_ value: some AttributeConvertible) -> Self { Self(.d, converted: value) }

    /// The corners of a polyline or polygon: `0,0 10,0 10,10`.
    @inlinable
    public static func points(_ value: some AttributeConvertible) -> Self { Self(.points, converted: value) }

    /// The path's length in units of the author's choice.
    @inlinable
    public static func pathLength(_ value: some AttributeConvertible) -> Self { Self(.pathLength, converted: value) }

    /// The path of a text or of a motion, as in `.d`.
    @inlinable
    public static func path(_ value: some AttributeConvertible) -> Self { Self(.path, converted: value) }

    /// The horizontal distance to move by.
    @inlinable
    public static func dx(_ value: some AttributeConvertible) -> Self { Self(.dx, converted: value) }

    /// The vertical distance to move by.
    @inlinable
    public static func dy(_ value: some AttributeConvertible) -> Self { Self(.dy, converted: value) }

    /// The degrees by which letters, or an element moving along a path, are turned.
    @inlinable
    public static func rotate(_ value: some AttributeConvertible) -> Self { Self(.rotate, converted: value) }

    /// The length that the text is fitted to.
    @inlinable
    public static func textLength(_ value: some AttributeConvertible) -> Self { Self(.textLength, converted: value) }

    /// How a text is fitted to its length: `spacing` or `spacingAndGlyphs`.
    @inlinable
    public static func lengthAdjust(_ value: some AttributeConvertible) -> Self {
        Self(.lengthAdjust, converted: value)
    }

    /// The position on its path at which a text starts.
    @inlinable
    public static func startOffset(_ value: some AttributeConvertible) -> Self { Self(.startOffset, converted: value) }

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
    @inlinable
    public static func refX(_ value: some AttributeConvertible) -> Self { Self(.refX, converted: value) }

    /// The y coordinate of a marker's or symbol's reference point.
    @inlinable
    public static func refY(_ value: some AttributeConvertible) -> Self { Self(.refY, converted: value) }

    /// The width of a marker's viewport.
    @inlinable
    public static func markerWidth(_ value: some AttributeConvertible) -> Self { Self(.markerWidth, converted: value) }

    /// The height of a marker's viewport.
    @inlinable
    public static func markerHeight(_ value: some AttributeConvertible) -> Self {
        Self(.markerHeight, converted: value)
    }

    /// The coordinate system of a marker's lengths: `strokeWidth` or `userSpaceOnUse`.
    @inlinable
    public static func markerUnits(_ value: String) -> Self { Self(.markerUnits, value) }

    /// How a marker is turned: `auto`, `auto-start-reverse` or an angle.
    @inlinable
    public static func orient(_ value: some AttributeConvertible) -> Self { Self(.orient, converted: value) }

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
    @inlinable
    public static func offset(_ value: some AttributeConvertible) -> Self { Self(.offset, converted: value) }

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
