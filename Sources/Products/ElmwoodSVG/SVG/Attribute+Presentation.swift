import ElmwoodViewTree

// SVG's presentation attributes (SVG 2 §6.6). A style sheet overrides them. Unlike `style` attributes, they are allowed by a strict
// Content-Security-Policy.

extension Attribute {
    /// How a text is aligned to its parent.
    @inlinable
    public static func alignmentBaseline(_ value: some AttributeConvertible) -> Self {
        Self(.alignmentBaseline, converted: value)
    }

    /// The shift of a text's baseline.
    @inlinable
    public static func baselineShift(_ value: some AttributeConvertible) -> Self {
        Self(.baselineShift, converted: value)
    }

    /// The region outside of which nothing is painted: `url(#id)`.
    @inlinable
    public static func clipPath(_ value: some AttributeConvertible) -> Self { Self(.clipPath, converted: value) }

    /// The rule for the inside of a clipping path: `nonzero` or `evenodd`.
    @inlinable
    public static func clipRule(_ value: some AttributeConvertible) -> Self { Self(.clipRule, converted: value) }

    /// The colour space of gradients and compositions.
    @inlinable
    public static func colorInterpolation(_ value: some AttributeConvertible) -> Self {
        Self(.colorInterpolation, converted: value)
    }

    /// The colour space of filters.
    @inlinable
    public static func colorInterpolationFilters(_ value: some AttributeConvertible) -> Self {
        Self(.colorInterpolationFilters, converted: value)
    }

    /// The pointer's shape.
    @inlinable
    public static func cursor(_ value: some AttributeConvertible) -> Self { Self(.cursor, converted: value) }

    /// The direction of a text.
    @inlinable
    public static func direction(_ value: some AttributeConvertible) -> Self { Self(.direction, converted: value) }

    /// Whether the element is shown; for `math`, `block` or `inline`.
    @inlinable
    public static func display(_ value: some AttributeConvertible) -> Self { Self(.display, converted: value) }

    /// The baseline by which a text is aligned.
    @inlinable
    public static func dominantBaseline(_ value: some AttributeConvertible) -> Self {
        Self(.dominantBaseline, converted: value)
    }

    /// The paint of the inside; for an animation, whether its end state remains: `freeze` or `remove`.
    @inlinable
    public static func fill(_ value: some AttributeConvertible) -> Self { Self(.fill, converted: value) }

    /// How opaque the inside is, from 0 to 1.
    @inlinable
    public static func fillOpacity(_ value: some AttributeConvertible) -> Self { Self(.fillOpacity, converted: value) }

    /// The rule for the inside of a shape: `nonzero` or `evenodd`.
    @inlinable
    public static func fillRule(_ value: some AttributeConvertible) -> Self { Self(.fillRule, converted: value) }

    /// The effect on the element: `url(#id)`.
    @inlinable
    public static func filter(_ value: some AttributeConvertible) -> Self { Self(.filter, converted: value) }

    /// The colour of a flood.
    @inlinable
    public static func floodColor(_ value: some AttributeConvertible) -> Self { Self(.floodColor, converted: value) }

    /// How opaque a flood is, from 0 to 1.
    @inlinable
    public static func floodOpacity(_ value: some AttributeConvertible) -> Self {
        Self(.floodOpacity, converted: value)
    }

    /// The fonts of a text, in order of preference.
    @inlinable
    public static func fontFamily(_ value: some AttributeConvertible) -> Self { Self(.fontFamily, converted: value) }

    /// The size of a text.
    @inlinable
    public static func fontSize(_ value: some AttributeConvertible) -> Self { Self(.fontSize, converted: value) }

    /// The height of lower case letters that a text's size is adjusted to.
    @inlinable
    public static func fontSizeAdjust(_ value: some AttributeConvertible) -> Self {
        Self(.fontSizeAdjust, converted: value)
    }

    /// How wide a text's font is.
    @inlinable
    public static func fontStretch(_ value: some AttributeConvertible) -> Self { Self(.fontStretch, converted: value) }

    /// Whether a text is slanted.
    @inlinable
    public static func fontStyle(_ value: some AttributeConvertible) -> Self { Self(.fontStyle, converted: value) }

    /// Which variant of a font a text uses.
    @inlinable
    public static func fontVariant(_ value: some AttributeConvertible) -> Self { Self(.fontVariant, converted: value) }

    /// How bold a text is.
    @inlinable
    public static func fontWeight(_ value: some AttributeConvertible) -> Self { Self(.fontWeight, converted: value) }

    /// How images are scaled.
    @inlinable
    public static func imageRendering(_ value: some AttributeConvertible) -> Self {
        Self(.imageRendering, converted: value)
    }

    /// The space between letters.
    @inlinable
    public static func letterSpacing(_ value: some AttributeConvertible) -> Self {
        Self(.letterSpacing, converted: value)
    }

    /// The colour of a light.
    @inlinable
    public static func lightingColor(_ value: some AttributeConvertible) -> Self {
        Self(.lightingColor, converted: value)
    }

    /// The marker at a line's end: `url(#id)`.
    @inlinable
    public static func markerEnd(_ value: some AttributeConvertible) -> Self { Self(.markerEnd, converted: value) }

    /// The marker at a line's corners: `url(#id)`.
    @inlinable
    public static func markerMid(_ value: some AttributeConvertible) -> Self { Self(.markerMid, converted: value) }

    /// The marker at a line's start: `url(#id)`.
    @inlinable
    public static func markerStart(_ value: some AttributeConvertible) -> Self { Self(.markerStart, converted: value) }

    /// The mask of the element: `url(#id)`.
    @inlinable
    public static func mask(_ value: some AttributeConvertible) -> Self { Self(.mask, converted: value) }

    /// The channel of a mask that counts: `luminance` or `alpha`.
    @inlinable
    public static func maskType(_ value: some AttributeConvertible) -> Self { Self(.maskType, converted: value) }

    /// How opaque the element is, from 0 to 1.
    @inlinable
    public static func opacity(_ value: some AttributeConvertible) -> Self { Self(.opacity, converted: value) }

    /// Whether content beyond a viewport is shown.
    @inlinable
    public static func overflow(_ value: some AttributeConvertible) -> Self { Self(.overflow, converted: value) }

    /// The order in which fill, stroke and markers are painted.
    @inlinable
    public static func paintOrder(_ value: some AttributeConvertible) -> Self { Self(.paintOrder, converted: value) }

    /// Which parts of the element receive pointer events.
    @inlinable
    public static func pointerEvents(_ value: some AttributeConvertible) -> Self {
        Self(.pointerEvents, converted: value)
    }

    /// Whether shapes are drawn for speed, crispness or exactness.
    @inlinable
    public static func shapeRendering(_ value: some AttributeConvertible) -> Self {
        Self(.shapeRendering, converted: value)
    }

    /// The colour of a gradient's stop.
    @inlinable
    public static func stopColor(_ value: some AttributeConvertible) -> Self { Self(.stopColor, converted: value) }

    /// How opaque a gradient's stop is, from 0 to 1.
    @inlinable
    public static func stopOpacity(_ value: some AttributeConvertible) -> Self { Self(.stopOpacity, converted: value) }

    /// The paint of the outline.
    @inlinable
    public static func stroke(_ value: some AttributeConvertible) -> Self { Self(.stroke, converted: value) }

    /// The lengths of an outline's dashes and gaps.
    @inlinable
    public static func strokeDasharray(_ value: some AttributeConvertible) -> Self {
        Self(.strokeDasharray, converted: value)
    }

    /// The offset at which an outline's dashes begin.
    @inlinable
    public static func strokeDashoffset(_ value: some AttributeConvertible) -> Self {
        Self(.strokeDashoffset, converted: value)
    }

    /// The shape of an outline's ends: `butt`, `round` or `square`.
    @inlinable
    public static func strokeLinecap(_ value: some AttributeConvertible) -> Self {
        Self(.strokeLinecap, converted: value)
    }

    /// The shape of an outline's corners: `miter`, `round` or `bevel`.
    @inlinable
    public static func strokeLinejoin(_ value: some AttributeConvertible) -> Self {
        Self(.strokeLinejoin, converted: value)
    }

    /// How pointed an outline's corners may be.
    @inlinable
    public static func strokeMiterlimit(_ value: some AttributeConvertible) -> Self {
        Self(.strokeMiterlimit, converted: value)
    }

    /// How opaque the outline is, from 0 to 1.
    @inlinable
    public static func strokeOpacity(_ value: some AttributeConvertible) -> Self {
        Self(.strokeOpacity, converted: value)
    }

    /// The width of the outline.
    @inlinable
    public static func strokeWidth(_ value: some AttributeConvertible) -> Self { Self(.strokeWidth, converted: value) }

    /// The part of a text that is at its position: `start`, `middle` or `end`.
    @inlinable
    public static func textAnchor(_ value: some AttributeConvertible) -> Self { Self(.textAnchor, converted: value) }

    /// The lines under, over or through a text.
    @inlinable
    public static func textDecoration(_ value: some AttributeConvertible) -> Self {
        Self(.textDecoration, converted: value)
    }

    /// How a text that does not fit is marked.
    @inlinable
    public static func textOverflow(_ value: some AttributeConvertible) -> Self {
        Self(.textOverflow, converted: value)
    }

    /// Whether texts are drawn for speed, legibility or exactness.
    @inlinable
    public static func textRendering(_ value: some AttributeConvertible) -> Self {
        Self(.textRendering, converted: value)
    }

    /// The transformation of the element: `rotate(45)`.
    @inlinable
    public static func transform(_ value: some AttributeConvertible) -> Self { Self(.transform, converted: value) }

    /// The point that a transformation is about.
    @inlinable
    public static func transformOrigin(_ value: some AttributeConvertible) -> Self {
        Self(.transformOrigin, converted: value)
    }

    /// How a text's direction is embedded in its parent's.
    @inlinable
    public static func unicodeBidi(_ value: some AttributeConvertible) -> Self { Self(.unicodeBidi, converted: value) }

    /// How an outline is affected by transformations: `non-scaling-stroke`.
    @inlinable
    public static func vectorEffect(_ value: some AttributeConvertible) -> Self {
        Self(.vectorEffect, converted: value)
    }

    /// Whether the element is visible.
    @inlinable
    public static func visibility(_ value: some AttributeConvertible) -> Self { Self(.visibility, converted: value) }

    /// How white space in a text is treated.
    @inlinable
    public static func whiteSpace(_ value: some AttributeConvertible) -> Self { Self(.whiteSpace, converted: value) }

    /// The space between words.
    @inlinable
    public static func wordSpacing(_ value: some AttributeConvertible) -> Self { Self(.wordSpacing, converted: value) }

    /// Whether lines of text are horizontal or vertical.
    @inlinable
    public static func writingMode(_ value: some AttributeConvertible) -> Self { Self(.writingMode, converted: value) }
}
