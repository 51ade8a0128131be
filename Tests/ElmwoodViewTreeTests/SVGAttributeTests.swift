import ElmwoodSVG
import Testing

@testable import ElmwoodViewTree

/// The attributes of SVG.
@Suite struct SVGAttributeTests {
    /// Attributes of geometry, structure, text and paint servers; `width` and `height` are among those of media.
    static let geometry: Set<String> = [
        "clipPathUnits", "cx", "cy", "d", "dx", "dy", "fr", "fx", "fy", "gradientTransform", "gradientUnits",
        "lengthAdjust", "markerHeight", "markerUnits", "markerWidth", "maskContentUnits", "maskUnits", "method",
        "offset", "orient", "path", "pathLength", "patternContentUnits", "patternTransform", "patternUnits",
        "points", "preserveAspectRatio", "r", "refX", "refY", "requiredExtensions", "rotate", "rx", "ry", "side",
        "spacing", "spreadMethod", "startOffset", "systemLanguage", "textLength", "viewBox", "x", "x1", "x2",
        "xlink:href", "xlink:title", "y", "y1", "y2", "z",
    ]

    @Test func `Every attribute of geometry and structure is written under its own name`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("viewBox", "v", .viewBox("v"))
        try attributes.expect("preserveAspectRatio", "v", .preserveAspectRatio("v"))
        try attributes.expect("x", "v", .x("v"))
        try attributes.expect("y", "v", .y("v"))
        try attributes.expect("z", "v", .z("v"))
        try attributes.expect("x1", "v", .x1("v"))
        try attributes.expect("y1", "v", .y1("v"))
        try attributes.expect("x2", "v", .x2("v"))
        try attributes.expect("y2", "v", .y2("v"))
        try attributes.expect("cx", "v", .cx("v"))
        try attributes.expect("cy", "v", .cy("v"))
        try attributes.expect("r", "v", .r("v"))
        try attributes.expect("rx", "v", .rx("v"))
        try attributes.expect("ry", "v", .ry("v"))
        try attributes.expect("fx", "v", .fx("v"))
        try attributes.expect("fy", "v", .fy("v"))
        try attributes.expect("fr", "v", .fr("v"))
        try attributes.expect("d", "v", .d("v"))
        try attributes.expect("points", "v", .points("v"))
        try attributes.expect("pathLength", "v", .pathLength("v"))
        try attributes.expect("path", "v", .path("v"))
        try attributes.expect("dx", "v", .dx("v"))
        try attributes.expect("dy", "v", .dy("v"))
        try attributes.expect("rotate", "v", .rotate("v"))
        try attributes.expect("textLength", "v", .textLength("v"))
        try attributes.expect("lengthAdjust", "v", .lengthAdjust("v"))
        try attributes.expect("startOffset", "v", .startOffset("v"))
        try attributes.expect("method", "v", .method("v"))
        try attributes.expect("spacing", "v", .spacing("v"))
        try attributes.expect("side", "v", .side("v"))
        try attributes.expect("refX", "v", .refX("v"))
        try attributes.expect("refY", "v", .refY("v"))
        try attributes.expect("markerWidth", "v", .markerWidth("v"))
        try attributes.expect("markerHeight", "v", .markerHeight("v"))
        try attributes.expect("markerUnits", "v", .markerUnits("v"))
        try attributes.expect("orient", "v", .orient("v"))
        try attributes.expect("gradientUnits", "v", .gradientUnits("v"))
        try attributes.expect("gradientTransform", "v", .gradientTransform("v"))
        try attributes.expect("spreadMethod", "v", .spreadMethod("v"))
        try attributes.expect("offset", "v", .offset("v"))
        try attributes.expect("patternUnits", "v", .patternUnits("v"))
        try attributes.expect("patternContentUnits", "v", .patternContentUnits("v"))
        try attributes.expect("patternTransform", "v", .patternTransform("v"))
        try attributes.expect("clipPathUnits", "v", .clipPathUnits("v"))
        try attributes.expect("maskUnits", "v", .maskUnits("v"))
        try attributes.expect("maskContentUnits", "v", .maskContentUnits("v"))
        try attributes.expect("requiredExtensions", "v", .requiredExtensions("v"))
        try attributes.expect("systemLanguage", "v", .systemLanguage("v"))
        try attributes.expect("xlink:href", "v", .xlinkHref("v"))
        try attributes.expect("xlink:title", "v", .xlinkTitle("v"))
        #expect(attributes.names == Self.geometry)
    }

    /// The presentation attributes of SVG 2.
    static let presentation: Set<String> = [
        "alignment-baseline", "baseline-shift", "clip-path", "clip-rule", "color", "color-interpolation",
        "color-interpolation-filters", "cursor", "direction", "display", "dominant-baseline", "fill", "fill-opacity",
        "fill-rule", "filter", "flood-color", "flood-opacity", "font-family", "font-size", "font-size-adjust",
        "font-stretch", "font-style", "font-variant", "font-weight", "image-rendering", "letter-spacing",
        "lighting-color", "marker-end", "marker-mid", "marker-start", "mask", "mask-type", "opacity", "overflow",
        "paint-order", "pointer-events", "shape-rendering", "stop-color", "stop-opacity", "stroke",
        "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
        "stroke-opacity", "stroke-width", "text-anchor", "text-decoration", "text-overflow", "text-rendering",
        "transform", "transform-origin", "unicode-bidi", "vector-effect", "visibility", "white-space",
        "word-spacing", "writing-mode",
    ]

    @Test func `Every presentation attribute is written under its own name`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("alignment-baseline", "v", .alignmentBaseline("v"))
        try attributes.expect("baseline-shift", "v", .baselineShift("v"))
        try attributes.expect("clip-path", "v", .clipPath("v"))
        try attributes.expect("clip-rule", "v", .clipRule("v"))
        try attributes.expect("color", "v", .color("v"))
        try attributes.expect("color-interpolation", "v", .colorInterpolation("v"))
        try attributes.expect("color-interpolation-filters", "v", .colorInterpolationFilters("v"))
        try attributes.expect("cursor", "v", .cursor("v"))
        try attributes.expect("direction", "v", .direction("v"))
        try attributes.expect("display", "v", .display("v"))
        try attributes.expect("dominant-baseline", "v", .dominantBaseline("v"))
        try attributes.expect("fill", "v", .fill("v"))
        try attributes.expect("fill-opacity", "v", .fillOpacity("v"))
        try attributes.expect("fill-rule", "v", .fillRule("v"))
        try attributes.expect("filter", "v", .filter("v"))
        try attributes.expect("flood-color", "v", .floodColor("v"))
        try attributes.expect("flood-opacity", "v", .floodOpacity("v"))
        try attributes.expect("font-family", "v", .fontFamily("v"))
        try attributes.expect("font-size", "v", .fontSize("v"))
        try attributes.expect("font-size-adjust", "v", .fontSizeAdjust("v"))
        try attributes.expect("font-stretch", "v", .fontStretch("v"))
        try attributes.expect("font-style", "v", .fontStyle("v"))
        try attributes.expect("font-variant", "v", .fontVariant("v"))
        try attributes.expect("font-weight", "v", .fontWeight("v"))
        try attributes.expect("image-rendering", "v", .imageRendering("v"))
        try attributes.expect("letter-spacing", "v", .letterSpacing("v"))
        try attributes.expect("lighting-color", "v", .lightingColor("v"))
        try attributes.expect("marker-end", "v", .markerEnd("v"))
        try attributes.expect("marker-mid", "v", .markerMid("v"))
        try attributes.expect("marker-start", "v", .markerStart("v"))
        try attributes.expect("mask", "v", .mask("v"))
        try attributes.expect("mask-type", "v", .maskType("v"))
        try attributes.expect("opacity", "v", .opacity("v"))
        try attributes.expect("overflow", "v", .overflow("v"))
        try attributes.expect("paint-order", "v", .paintOrder("v"))
        try attributes.expect("pointer-events", "v", .pointerEvents("v"))
        try attributes.expect("shape-rendering", "v", .shapeRendering("v"))
        try attributes.expect("stop-color", "v", .stopColor("v"))
        try attributes.expect("stop-opacity", "v", .stopOpacity("v"))
        try attributes.expect("stroke", "v", .stroke("v"))
        try attributes.expect("stroke-dasharray", "v", .strokeDasharray("v"))
        try attributes.expect("stroke-dashoffset", "v", .strokeDashoffset("v"))
        try attributes.expect("stroke-linecap", "v", .strokeLinecap("v"))
        try attributes.expect("stroke-linejoin", "v", .strokeLinejoin("v"))
        try attributes.expect("stroke-miterlimit", "v", .strokeMiterlimit("v"))
        try attributes.expect("stroke-opacity", "v", .strokeOpacity("v"))
        try attributes.expect("stroke-width", "v", .strokeWidth("v"))
        try attributes.expect("text-anchor", "v", .textAnchor("v"))
        try attributes.expect("text-decoration", "v", .textDecoration("v"))
        try attributes.expect("text-overflow", "v", .textOverflow("v"))
        try attributes.expect("text-rendering", "v", .textRendering("v"))
        try attributes.expect("transform", "v", .transform("v"))
        try attributes.expect("transform-origin", "v", .transformOrigin("v"))
        try attributes.expect("unicode-bidi", "v", .unicodeBidi("v"))
        try attributes.expect("vector-effect", "v", .vectorEffect("v"))
        try attributes.expect("visibility", "v", .visibility("v"))
        try attributes.expect("white-space", "v", .whiteSpace("v"))
        try attributes.expect("word-spacing", "v", .wordSpacing("v"))
        try attributes.expect("writing-mode", "v", .writingMode("v"))
        #expect(attributes.names == Self.presentation)
    }
}
