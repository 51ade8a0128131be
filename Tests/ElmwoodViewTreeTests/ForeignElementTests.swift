import ElmwoodSVG
import Testing

@testable import ElmwoodViewTree

/// The elements of SVG and MathML.
@Suite struct ForeignElementTests {
    /// The elements of SVG 2, SVG Animations, Filter Effects and CSS Masking.
    static let svgNames: Set<String> = [
        "a", "animate", "animateMotion", "animateTransform", "circle", "clipPath", "defs", "desc", "ellipse",
        "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
        "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR",
        "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight",
        "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence", "filter", "foreignObject", "g", "image",
        "line", "linearGradient", "marker", "mask", "metadata", "mpath", "path", "pattern", "polygon", "polyline",
        "radialGradient", "rect", "script", "set", "stop", "style", "svg", "switch", "symbol", "text", "textPath",
        "title", "tspan", "use", "view",
    ]

    /// The elements of MathML Core.
    static let mathMLNames: Set<String> = [
        "annotation", "annotation-xml", "maction", "math", "merror", "mfrac", "mi", "mmultiscripts", "mn", "mo",
        "mover", "mpadded", "mphantom", "mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub",
        "msubsup", "msup", "mtable", "mtd", "mtext", "mtr", "munder", "munderover", "semantics",
    ]

    @Test func `Every element of SVG exists under its own name, in its own case`() throws {
        var elements = WrittenElements()
        try elements.expect("svg") { svg(.id("x")) { "t" } }
        try elements.expect("g") { g(.id("x")) { "t" } }
        try elements.expect("defs") { defs(.id("x")) { "t" } }
        try elements.expect("symbol") { symbol(.id("x")) { "t" } }
        try elements.expect("use") { use(.id("x")) { "t" } }
        try elements.expect("switch") { `switch`(.id("x")) { "t" } }
        try elements.expect("desc") { desc(.id("x")) { "t" } }
        try elements.expect("metadata") { metadata(.id("x")) { "t" } }
        try elements.expect("image") { image(.id("x")) { "t" } }
        try elements.expect("foreignObject", content: "<p>t</p>") { foreignObject(.id("x")) { p { "t" } } }
        try elements.expect("tspan") { tspan(.id("x")) { "t" } }
        try elements.expect("textPath") { textPath(.id("x")) { "t" } }
        try elements.expect("marker") { marker(.id("x")) { "t" } }
        try elements.expect("path") { path(.id("x")) { "t" } }
        try elements.expect("rect") { rect(.id("x")) { "t" } }
        try elements.expect("circle") { circle(.id("x")) { "t" } }
        try elements.expect("ellipse") { ellipse(.id("x")) { "t" } }
        try elements.expect("line") { line(.id("x")) { "t" } }
        try elements.expect("polyline") { polyline(.id("x")) { "t" } }
        try elements.expect("polygon") { polygon(.id("x")) { "t" } }
        try elements.expect("linearGradient") { linearGradient(.id("x")) { "t" } }
        try elements.expect("radialGradient") { radialGradient(.id("x")) { "t" } }
        try elements.expect("stop") { stop(.id("x")) { "t" } }
        try elements.expect("pattern") { pattern(.id("x")) { "t" } }
        try elements.expect("clipPath") { clipPath(.id("x")) { "t" } }
        try elements.expect("mask") { mask(.id("x")) { "t" } }
        try elements.expect("animate") { animate(.id("x")) { "t" } }
        try elements.expect("animateMotion") { animateMotion(.id("x")) { "t" } }
        try elements.expect("animateTransform") { animateTransform(.id("x")) { "t" } }
        try elements.expect("mpath") { mpath(.id("x")) { "t" } }
        try elements.expect("set") { set(.id("x")) { "t" } }
        try elements.expect("filter") { filter(.id("x")) { "t" } }
        try elements.expect("feBlend") { feBlend(.id("x")) { "t" } }
        try elements.expect("feColorMatrix") { feColorMatrix(.id("x")) { "t" } }
        try elements.expect("feComponentTransfer") { feComponentTransfer(.id("x")) { "t" } }
        try elements.expect("feComposite") { feComposite(.id("x")) { "t" } }
        try elements.expect("feConvolveMatrix") { feConvolveMatrix(.id("x")) { "t" } }
        try elements.expect("feDiffuseLighting") { feDiffuseLighting(.id("x")) { "t" } }
        try elements.expect("feDisplacementMap") { feDisplacementMap(.id("x")) { "t" } }
        try elements.expect("feDistantLight") { feDistantLight(.id("x")) { "t" } }
        try elements.expect("feDropShadow") { feDropShadow(.id("x")) { "t" } }
        try elements.expect("feFlood") { feFlood(.id("x")) { "t" } }
        try elements.expect("feFuncA") { feFuncA(.id("x")) { "t" } }
        try elements.expect("feFuncB") { feFuncB(.id("x")) { "t" } }
        try elements.expect("feFuncG") { feFuncG(.id("x")) { "t" } }
        try elements.expect("feFuncR") { feFuncR(.id("x")) { "t" } }
        try elements.expect("feGaussianBlur") { feGaussianBlur(.id("x")) { "t" } }
        try elements.expect("feImage") { feImage(.id("x")) { "t" } }
        try elements.expect("feMerge") { feMerge(.id("x")) { "t" } }
        try elements.expect("feMergeNode") { feMergeNode(.id("x")) { "t" } }
        try elements.expect("feMorphology") { feMorphology(.id("x")) { "t" } }
        try elements.expect("feOffset") { feOffset(.id("x")) { "t" } }
        try elements.expect("fePointLight") { fePointLight(.id("x")) { "t" } }
        try elements.expect("feSpecularLighting") { feSpecularLighting(.id("x")) { "t" } }
        try elements.expect("feSpotLight") { feSpotLight(.id("x")) { "t" } }
        try elements.expect("feTile") { feTile(.id("x")) { "t" } }
        try elements.expect("feTurbulence") { feTurbulence(.id("x")) { "t" } }
        try elements.expect("a") { SVG.a(.id("x")) { "t" } }
        try elements.expect("title") { SVG.title(.id("x")) { "t" } }
        try elements.expect("style") { SVG.style(.id("x")) { "t" } }
        try elements.expect("script") { SVG.script(.id("x")) { "t" } }
        try elements.expect("text") { SVG.text(.id("x")) { "t" } }
        try elements.expect("view") { SVG.view(.id("x")) { "t" } }
        #expect(elements.names == Self.svgNames)
        let table = ElementName.definitions.filter { $0.element.traits.contains(.svg) }.map { $0.text.description }
        #expect(Set(table) == Self.svgNames)
        #expect(table.count == Self.svgNames.count)
    }

    @Test func `Every element of MathML exists under its own name`() throws {
        var elements = WrittenElements()
        try elements.expect("math") { math(.id("x")) { "t" } }
        try elements.expect("mi") { mi(.id("x")) { "t" } }
        try elements.expect("mn") { mn(.id("x")) { "t" } }
        try elements.expect("mo") { mo(.id("x")) { "t" } }
        try elements.expect("ms") { ms(.id("x")) { "t" } }
        try elements.expect("mtext") { mtext(.id("x")) { "t" } }
        try elements.expect("mspace") { mspace(.id("x")) { "t" } }
        try elements.expect("mrow") { mrow(.id("x")) { "t" } }
        try elements.expect("mfrac") { mfrac(.id("x")) { "t" } }
        try elements.expect("msqrt") { msqrt(.id("x")) { "t" } }
        try elements.expect("mroot") { mroot(.id("x")) { "t" } }
        try elements.expect("mstyle") { mstyle(.id("x")) { "t" } }
        try elements.expect("merror") { merror(.id("x")) { "t" } }
        try elements.expect("mpadded") { mpadded(.id("x")) { "t" } }
        try elements.expect("mphantom") { mphantom(.id("x")) { "t" } }
        try elements.expect("msub") { msub(.id("x")) { "t" } }
        try elements.expect("msup") { msup(.id("x")) { "t" } }
        try elements.expect("msubsup") { msubsup(.id("x")) { "t" } }
        try elements.expect("munder") { munder(.id("x")) { "t" } }
        try elements.expect("mover") { mover(.id("x")) { "t" } }
        try elements.expect("munderover") { munderover(.id("x")) { "t" } }
        try elements.expect("mmultiscripts") { mmultiscripts(.id("x")) { "t" } }
        try elements.expect("mprescripts") { mprescripts(.id("x")) { "t" } }
        try elements.expect("mtable") { mtable(.id("x")) { "t" } }
        try elements.expect("mtr") { mtr(.id("x")) { "t" } }
        try elements.expect("mtd") { mtd(.id("x")) { "t" } }
        try elements.expect("semantics") { semantics(.id("x")) { "t" } }
        try elements.expect("annotation") { annotation(.id("x")) { "t" } }
        try elements.expect("annotation-xml") { annotationXml(.id("x")) { "t" } }
        try elements.expect("maction") { maction(.id("x")) { "t" } }
        #expect(elements.names == Self.mathMLNames)
        let table = ElementName.definitions.filter { $0.element.traits.contains(.mathML) }.map { $0.text.description }
        #expect(Set(table) == Self.mathMLNames)
        #expect(table.count == Self.mathMLNames.count)
    }

    @Test func `Inline SVG retains the case of its names, and its text is escaped`() throws {
        let html = try written {
            svg(.viewBox("0 0 10 10"), .width(24), .height("2em")) {
                SVG.title { "<b>" }
                SVG.style { "a > b" }
                linearGradient(.id("g"), .gradientUnits("userSpaceOnUse")) { stop(.offset(0.5), .stopColor("red")) }
                clipPath { circle(.cx(5), .cy(5.5), .r(4)) }
                SVG.a(.href("#g")) { SVG.text(.x(1), .y("50%"), .textAnchor("middle")) { "5" } }
                foreignObject { div { "html" } }
            }
        }
        #expect(
            html == """
                <svg viewBox="0 0 10 10" width="24" height="2em"><title>&lt;b&gt;</title><style>a &gt; b</style>\
                <linearGradient id="g" gradientUnits="userSpaceOnUse"><stop offset="0.5" stop-color="red"></stop>\
                </linearGradient><clipPath><circle cx="5" cy="5.5" r="4"></circle></clipPath>\
                <a href="#g"><text x="1" y="50%" text-anchor="middle">5</text></a>\
                <foreignObject><div>html</div></foreignObject></svg>
                """
        )
    }

    @Test func `A text with a position is SVG's, and one of a string alone is a text of the page`() throws {
        let image = try written {
            svg {
                text(.x(1)) { "A" }; text { tspan { text("B") } }; SVG.text(.y(2)) { "C" }
            }
        }
        #expect(image == #"<svg><text x="1">A</text><text><tspan>B</tspan></text><text y="2">C</text></svg>"#)
    }
}
