import ElmwoodViewTree

// SVG's presentation attributes (SVG 2 §6.6). A style sheet overrides them. Unlike `style` attributes, they are allowed by a strict
// Content-Security-Policy.

extension Attribute {
    /// How a text is aligned to its parent.
    @inlinable public static var alignmentBaseline: Converted { Converted(.alignmentBaseline) }

    /// The shift of a text's baseline.
    @inlinable public static var baselineShift: Converted { Converted(.baselineShift) }

    /// The region outside of which nothing is painted: `url(#id)`.
    @inlinable public static var clipPath: Converted { Converted(.clipPath) }

    /// The rule for the inside of a clipping path: `nonzero` or `evenodd`.
    @inlinable public static var clipRule: Converted { Converted(.clipRule) }

    /// The colour space of gradients and compositions.
    @inlinable public static var colorInterpolation: Converted { Converted(.colorInterpolation) }

    /// The colour space of filters.
    @inlinable public static var colorInterpolationFilters: Converted { Converted(.colorInterpolationFilters) }

    /// The pointer's shape.
    @inlinable public static var cursor: Converted { Converted(.cursor) }

    /// The direction of a text.
    @inlinable public static var direction: Converted { Converted(.direction) }

    /// Whether the element is shown; for `math`, `block` or `inline`.
    @inlinable public static var display: Converted { Converted(.display) }

    /// The baseline by which a text is aligned.
    @inlinable public static var dominantBaseline: Converted { Converted(.dominantBaseline) }

    /// The paint of the inside; for an animation, whether its end state remains: `freeze` or `remove`.
    @inlinable public static var fill: Converted { Converted(.fill) }

    /// How opaque the inside is, from 0 to 1.
    @inlinable public static var fillOpacity: Converted { Converted(.fillOpacity) }

    /// The rule for the inside of a shape: `nonzero` or `evenodd`.
    @inlinable public static var fillRule: Converted { Converted(.fillRule) }

    /// The effect on the element: `url(#id)`.
    @inlinable public static var filter: Converted { Converted(.filter) }

    /// The colour of a flood.
    @inlinable public static var floodColor: Converted { Converted(.floodColor) }

    /// How opaque a flood is, from 0 to 1.
    @inlinable public static var floodOpacity: Converted { Converted(.floodOpacity) }

    /// The fonts of a text, in order of preference.
    @inlinable public static var fontFamily: Converted { Converted(.fontFamily) }

    /// The size of a text.
    @inlinable public static var fontSize: Converted { Converted(.fontSize) }

    /// The height of lower case letters that a text's size is adjusted to.
    @inlinable public static var fontSizeAdjust: Converted { Converted(.fontSizeAdjust) }

    /// How wide a text's font is.
    @inlinable public static var fontStretch: Converted { Converted(.fontStretch) }

    /// Whether a text is slanted.
    @inlinable public static var fontStyle: Converted { Converted(.fontStyle) }

    /// Which variant of a font a text uses.
    @inlinable public static var fontVariant: Converted { Converted(.fontVariant) }

    /// How bold a text is.
    @inlinable public static var fontWeight: Converted { Converted(.fontWeight) }

    /// How images are scaled.
    @inlinable public static var imageRendering: Converted { Converted(.imageRendering) }

    /// The space between letters.
    @inlinable public static var letterSpacing: Converted { Converted(.letterSpacing) }

    /// The colour of a light.
    @inlinable public static var lightingColor: Converted { Converted(.lightingColor) }

    /// The marker at a line's end: `url(#id)`.
    @inlinable public static var markerEnd: Converted { Converted(.markerEnd) }

    /// The marker at a line's corners: `url(#id)`.
    @inlinable public static var markerMid: Converted { Converted(.markerMid) }

    /// The marker at a line's start: `url(#id)`.
    @inlinable public static var markerStart: Converted { Converted(.markerStart) }

    /// The mask of the element: `url(#id)`.
    @inlinable public static var mask: Converted { Converted(.mask) }

    /// The channel of a mask that counts: `luminance` or `alpha`.
    @inlinable public static var maskType: Converted { Converted(.maskType) }

    /// How opaque the element is, from 0 to 1.
    @inlinable public static var opacity: Converted { Converted(.opacity) }

    /// Whether content beyond a viewport is shown.
    @inlinable public static var overflow: Converted { Converted(.overflow) }

    /// The order in which fill, stroke and markers are painted.
    @inlinable public static var paintOrder: Converted { Converted(.paintOrder) }

    /// Which parts of the element receive pointer events.
    @inlinable public static var pointerEvents: Converted { Converted(.pointerEvents) }

    /// Whether shapes are drawn for speed, crispness or exactness.
    @inlinable public static var shapeRendering: Converted { Converted(.shapeRendering) }

    /// The colour of a gradient's stop.
    @inlinable public static var stopColor: Converted { Converted(.stopColor) }

    /// How opaque a gradient's stop is, from 0 to 1.
    @inlinable public static var stopOpacity: Converted { Converted(.stopOpacity) }

    /// The paint of the outline.
    @inlinable public static var stroke: Converted { Converted(.stroke) }

    /// The lengths of an outline's dashes and gaps.
    @inlinable public static var strokeDasharray: Converted { Converted(.strokeDasharray) }

    /// The offset at which an outline's dashes begin.
    @inlinable public static var strokeDashoffset: Converted { Converted(.strokeDashoffset) }

    /// The shape of an outline's ends: `butt`, `round` or `square`.
    @inlinable public static var strokeLinecap: Converted { Converted(.strokeLinecap) }

    /// The shape of an outline's corners: `miter`, `round` or `bevel`.
    @inlinable public static var strokeLinejoin: Converted { Converted(.strokeLinejoin) }

    /// How pointed an outline's corners may be.
    @inlinable public static var strokeMiterlimit: Converted { Converted(.strokeMiterlimit) }

    /// How opaque the outline is, from 0 to 1.
    @inlinable public static var strokeOpacity: Converted { Converted(.strokeOpacity) }

    /// The width of the outline.
    @inlinable public static var strokeWidth: Converted { Converted(.strokeWidth) }

    /// The part of a text that is at its position: `start`, `middle` or `end`.
    @inlinable public static var textAnchor: Converted { Converted(.textAnchor) }

    /// The lines under, over or through a text.
    @inlinable public static var textDecoration: Converted { Converted(.textDecoration) }

    /// How a text that does not fit is marked.
    @inlinable public static var textOverflow: Converted { Converted(.textOverflow) }

    /// Whether texts are drawn for speed, legibility or exactness.
    @inlinable public static var textRendering: Converted { Converted(.textRendering) }

    /// The transformation of the element: `rotate(45)`.
    @inlinable public static var transform: Converted { Converted(.transform) }

    /// The point that a transformation is about.
    @inlinable public static var transformOrigin: Converted { Converted(.transformOrigin) }

    /// How a text's direction is embedded in its parent's.
    @inlinable public static var unicodeBidi: Converted { Converted(.unicodeBidi) }

    /// How an outline is affected by transformations: `non-scaling-stroke`.
    @inlinable public static var vectorEffect: Converted { Converted(.vectorEffect) }

    /// Whether the element is visible.
    @inlinable public static var visibility: Converted { Converted(.visibility) }

    /// How white space in a text is treated.
    @inlinable public static var whiteSpace: Converted { Converted(.whiteSpace) }

    /// The space between words.
    @inlinable public static var wordSpacing: Converted { Converted(.wordSpacing) }

    /// Whether lines of text are horizontal or vertical.
    @inlinable public static var writingMode: Converted { Converted(.writingMode) }
}
