import ElmwoodSVG
import Testing

@testable import ElmwoodViewTree

/// The attributes of SVG's animations and filters, and of MathML.
@Suite struct SVGEffectAttributeTests {
    /// The attributes of SVG Animations.
    static let animation: Set<String> = [
        "accumulate", "additive", "attributeName", "begin", "by", "calcMode", "dur", "end", "from", "keyPoints",
        "keySplines", "keyTimes", "origin", "repeatCount", "repeatDur", "restart", "to", "values",
    ]

    @Test func `Every attribute of animations is written under its own name`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("attributeName", "v", .attributeName("v"))
        try attributes.expect("begin", "v", .begin("v"))
        try attributes.expect("dur", "v", .dur("v"))
        try attributes.expect("end", "v", .end("v"))
        try attributes.expect("repeatCount", "v", .repeatCount("v"))
        try attributes.expect("repeatDur", "v", .repeatDur("v"))
        try attributes.expect("restart", "v", .restart("v"))
        try attributes.expect("calcMode", "v", .calcMode("v"))
        try attributes.expect("values", "v", .values("v"))
        try attributes.expect("keyTimes", "v", .keyTimes("v"))
        try attributes.expect("keySplines", "v", .keySplines("v"))
        try attributes.expect("keyPoints", "v", .keyPoints("v"))
        try attributes.expect("from", "v", .from("v"))
        try attributes.expect("to", "v", .to("v"))
        try attributes.expect("by", "v", .by("v"))
        try attributes.expect("additive", "v", .additive("v"))
        try attributes.expect("accumulate", "v", .accumulate("v"))
        try attributes.expect("origin", "v", .origin("v"))
        #expect(attributes.names == Self.animation)
    }

    /// The attributes of Filter Effects.
    static let filters: Set<String> = [
        "amplitude", "azimuth", "baseFrequency", "bias", "diffuseConstant", "divisor", "edgeMode", "elevation",
        "exponent", "filterUnits", "in", "in2", "intercept", "k1", "k2", "k3", "k4", "kernelMatrix",
        "kernelUnitLength", "limitingConeAngle", "mode", "numOctaves", "operator", "order", "pointsAtX", "pointsAtY",
        "pointsAtZ", "preserveAlpha", "primitiveUnits", "radius", "result", "scale", "seed", "slope",
        "specularConstant", "specularExponent", "stdDeviation", "stitchTiles", "surfaceScale", "tableValues",
        "targetX", "targetY", "xChannelSelector", "yChannelSelector",
    ]

    @Test func `Every attribute of filters is written under its own name`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("filterUnits", "v", .filterUnits("v"))
        try attributes.expect("primitiveUnits", "v", .primitiveUnits("v"))
        try attributes.expect("in", "v", .in("v"))
        try attributes.expect("in2", "v", .in2("v"))
        try attributes.expect("result", "v", .result("v"))
        try attributes.expect("mode", "v", .mode("v"))
        try attributes.expect("operator", "v", .operator("v"))
        try attributes.expect("k1", "v", .k1("v"))
        try attributes.expect("k2", "v", .k2("v"))
        try attributes.expect("k3", "v", .k3("v"))
        try attributes.expect("k4", "v", .k4("v"))
        try attributes.expect("amplitude", "v", .amplitude("v"))
        try attributes.expect("exponent", "v", .exponent("v"))
        try attributes.expect("intercept", "v", .intercept("v"))
        try attributes.expect("slope", "v", .slope("v"))
        try attributes.expect("tableValues", "v", .tableValues("v"))
        try attributes.expect("azimuth", "v", .azimuth("v"))
        try attributes.expect("elevation", "v", .elevation("v"))
        try attributes.expect("baseFrequency", "v", .baseFrequency("v"))
        try attributes.expect("numOctaves", "v", .numOctaves("v"))
        try attributes.expect("seed", "v", .seed("v"))
        try attributes.expect("stitchTiles", "v", .stitchTiles("v"))
        try attributes.expect("bias", "v", .bias("v"))
        try attributes.expect("divisor", "v", .divisor("v"))
        try attributes.expect("edgeMode", "v", .edgeMode("v"))
        try attributes.expect("kernelMatrix", "v", .kernelMatrix("v"))
        try attributes.expect("kernelUnitLength", "v", .kernelUnitLength("v"))
        try attributes.expect("order", "v", .order("v"))
        try attributes.expect("preserveAlpha", "true", .preserveAlpha(true))
        try attributes.expect("preserveAlpha", "false", .preserveAlpha(false))
        try attributes.expect("targetX", "v", .targetX("v"))
        try attributes.expect("targetY", "v", .targetY("v"))
        try attributes.expect("diffuseConstant", "v", .diffuseConstant("v"))
        try attributes.expect("specularConstant", "v", .specularConstant("v"))
        try attributes.expect("specularExponent", "v", .specularExponent("v"))
        try attributes.expect("surfaceScale", "v", .surfaceScale("v"))
        try attributes.expect("limitingConeAngle", "v", .limitingConeAngle("v"))
        try attributes.expect("pointsAtX", "v", .pointsAtX("v"))
        try attributes.expect("pointsAtY", "v", .pointsAtY("v"))
        try attributes.expect("pointsAtZ", "v", .pointsAtZ("v"))
        try attributes.expect("radius", "v", .radius("v"))
        try attributes.expect("scale", "v", .scale("v"))
        try attributes.expect("stdDeviation", "v", .stdDeviation("v"))
        try attributes.expect("xChannelSelector", "v", .xChannelSelector("v"))
        try attributes.expect("yChannelSelector", "v", .yChannelSelector("v"))
        #expect(attributes.names == Self.filters)
    }

    /// The attributes of MathML Core.
    static let mathML: Set<String> = [
        "accent", "accentunder", "columnspan", "depth", "displaystyle", "encoding", "fence", "largeop",
        "linethickness", "lspace", "mathbackground", "mathcolor", "mathsize", "mathvariant", "maxsize", "minsize",
        "movablelimits", "rspace", "scriptlevel", "separator", "stretchy", "symmetric", "voffset",
    ]

    @Test func `Every attribute of MathML is written under its own name`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("accent", "true", .accent(true))
        try attributes.expect("accent", "false", .accent(false))
        try attributes.expect("accentunder", "true", .accentunder(true))
        try attributes.expect("accentunder", "false", .accentunder(false))
        try attributes.expect("columnspan", "3", .columnspan(3))
        try attributes.expect("depth", "v", .depth("v"))
        try attributes.expect("displaystyle", "true", .displaystyle(true))
        try attributes.expect("displaystyle", "false", .displaystyle(false))
        try attributes.expect("encoding", "v", .encoding("v"))
        try attributes.expect("fence", "true", .fence(true))
        try attributes.expect("fence", "false", .fence(false))
        try attributes.expect("largeop", "true", .largeop(true))
        try attributes.expect("largeop", "false", .largeop(false))
        try attributes.expect("linethickness", "v", .linethickness("v"))
        try attributes.expect("lspace", "v", .lspace("v"))
        try attributes.expect("mathbackground", "v", .mathbackground("v"))
        try attributes.expect("mathcolor", "v", .mathcolor("v"))
        try attributes.expect("mathsize", "v", .mathsize("v"))
        try attributes.expect("mathvariant", "v", .mathvariant("v"))
        try attributes.expect("maxsize", "v", .maxsize("v"))
        try attributes.expect("minsize", "v", .minsize("v"))
        try attributes.expect("movablelimits", "true", .movablelimits(true))
        try attributes.expect("movablelimits", "false", .movablelimits(false))
        try attributes.expect("rspace", "v", .rspace("v"))
        try attributes.expect("scriptlevel", "v", .scriptlevel("v"))
        try attributes.expect("separator", "true", .separator(true))
        try attributes.expect("separator", "false", .separator(false))
        try attributes.expect("stretchy", "true", .stretchy(true))
        try attributes.expect("stretchy", "false", .stretchy(false))
        try attributes.expect("symmetric", "true", .symmetric(true))
        try attributes.expect("symmetric", "false", .symmetric(false))
        try attributes.expect("voffset", "v", .voffset("v"))
        #expect(attributes.names == Self.mathML)
    }
}
