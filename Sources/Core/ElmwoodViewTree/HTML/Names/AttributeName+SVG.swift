// The attributes of SVG 2, SVG Animations, Filter Effects and CSS Masking that HTML does not have.

extension AttributeName {
    @usableFromInline package static var viewBox: Self { Self(205) }
    @usableFromInline package static var preserveAspectRatio: Self { Self(206) }
    @usableFromInline package static var x: Self { Self(207) }
    @usableFromInline package static var y: Self { Self(208) }
    @usableFromInline package static var z: Self { Self(209) }
    @usableFromInline package static var x1: Self { Self(210) }
    @usableFromInline package static var y1: Self { Self(211) }
    @usableFromInline package static var x2: Self { Self(212) }
    @usableFromInline package static var y2: Self { Self(213) }
    @usableFromInline package static var cx: Self { Self(214) }
    @usableFromInline package static var cy: Self { Self(215) }
    @usableFromInline package static var r: Self { Self(216) }
    @usableFromInline package static var rx: Self { Self(217) }
    @usableFromInline package static var ry: Self { Self(218) }
    @usableFromInline package static var fx: Self { Self(219) }
    @usableFromInline package static var fy: Self { Self(220) }
    @usableFromInline package static var fr: Self { Self(221) }
    @usableFromInline package static var d: Self { Self(222) }
    @usableFromInline package static var points: Self { Self(223) }
    @usableFromInline package static var pathLength: Self { Self(224) }
    @usableFromInline package static var path: Self { Self(225) }
    @usableFromInline package static var dx: Self { Self(226) }
    @usableFromInline package static var dy: Self { Self(227) }
    @usableFromInline package static var rotate: Self { Self(228) }
    @usableFromInline package static var textLength: Self { Self(229) }
    @usableFromInline package static var lengthAdjust: Self { Self(230) }
    @usableFromInline package static var startOffset: Self { Self(231) }
    @usableFromInline package static var spacing: Self { Self(232) }
    @usableFromInline package static var side: Self { Self(233) }
    @usableFromInline package static var refX: Self { Self(234) }
    @usableFromInline package static var refY: Self { Self(235) }
    @usableFromInline package static var markerWidth: Self { Self(236) }
    @usableFromInline package static var markerHeight: Self { Self(237) }
    @usableFromInline package static var markerUnits: Self { Self(238) }
    @usableFromInline package static var orient: Self { Self(239) }
    @usableFromInline package static var gradientUnits: Self { Self(240) }
    @usableFromInline package static var gradientTransform: Self { Self(241) }
    @usableFromInline package static var spreadMethod: Self { Self(242) }
    @usableFromInline package static var offset: Self { Self(243) }
    @usableFromInline package static var patternUnits: Self { Self(244) }
    @usableFromInline package static var patternContentUnits: Self { Self(245) }
    @usableFromInline package static var patternTransform: Self { Self(246) }
    @usableFromInline package static var clipPathUnits: Self { Self(247) }
    @usableFromInline package static var maskUnits: Self { Self(248) }
    @usableFromInline package static var maskContentUnits: Self { Self(249) }
    @usableFromInline package static var requiredExtensions: Self { Self(250) }
    @usableFromInline package static var systemLanguage: Self { Self(251) }
    @usableFromInline package static var xlinkHref: Self { Self(252, .url) }
    @usableFromInline package static var xlinkTitle: Self { Self(253) }
    @usableFromInline package static var alignmentBaseline: Self { Self(254) }
    @usableFromInline package static var baselineShift: Self { Self(255) }
    @usableFromInline package static var clipPath: Self { Self(256) }
    @usableFromInline package static var clipRule: Self { Self(257) }
    @usableFromInline package static var color: Self { Self(258) }
    @usableFromInline package static var colorInterpolation: Self { Self(259) }
    @usableFromInline package static var colorInterpolationFilters: Self { Self(260) }
    @usableFromInline package static var cursor: Self { Self(261) }
    @usableFromInline package static var direction: Self { Self(262) }
    @usableFromInline package static var display: Self { Self(263) }
    @usableFromInline package static var dominantBaseline: Self { Self(264) }
    @usableFromInline package static var fill: Self { Self(265) }
    @usableFromInline package static var fillOpacity: Self { Self(266) }
    @usableFromInline package static var fillRule: Self { Self(267) }
    @usableFromInline package static var filter: Self { Self(268) }
    @usableFromInline package static var floodColor: Self { Self(269) }
    @usableFromInline package static var floodOpacity: Self { Self(270) }
    @usableFromInline package static var fontFamily: Self { Self(271) }
    @usableFromInline package static var fontSize: Self { Self(272) }
    @usableFromInline package static var fontSizeAdjust: Self { Self(273) }
    @usableFromInline package static var fontStretch: Self { Self(274) }
    @usableFromInline package static var fontStyle: Self { Self(275) }
    @usableFromInline package static var fontVariant: Self { Self(276) }
    @usableFromInline package static var fontWeight: Self { Self(277) }
    @usableFromInline package static var imageRendering: Self { Self(278) }
    @usableFromInline package static var letterSpacing: Self { Self(279) }
    @usableFromInline package static var lightingColor: Self { Self(280) }
    @usableFromInline package static var markerEnd: Self { Self(281) }
    @usableFromInline package static var markerMid: Self { Self(282) }
    @usableFromInline package static var markerStart: Self { Self(283) }
    @usableFromInline package static var mask: Self { Self(284) }
    @usableFromInline package static var maskType: Self { Self(285) }
    @usableFromInline package static var opacity: Self { Self(286) }
    @usableFromInline package static var overflow: Self { Self(287) }
    @usableFromInline package static var paintOrder: Self { Self(288) }
    @usableFromInline package static var pointerEvents: Self { Self(289) }
    @usableFromInline package static var shapeRendering: Self { Self(290) }
    @usableFromInline package static var stopColor: Self { Self(291) }
    @usableFromInline package static var stopOpacity: Self { Self(292) }
    @usableFromInline package static var stroke: Self { Self(293) }
    @usableFromInline package static var strokeDasharray: Self { Self(294) }
    @usableFromInline package static var strokeDashoffset: Self { Self(295) }
    @usableFromInline package static var strokeLinecap: Self { Self(296) }
    @usableFromInline package static var strokeLinejoin: Self { Self(297) }
    @usableFromInline package static var strokeMiterlimit: Self { Self(298) }
    @usableFromInline package static var strokeOpacity: Self { Self(299) }
    @usableFromInline package static var strokeWidth: Self { Self(300) }
    @usableFromInline package static var textAnchor: Self { Self(301) }
    @usableFromInline package static var textDecoration: Self { Self(302) }
    @usableFromInline package static var textOverflow: Self { Self(303) }
    @usableFromInline package static var textRendering: Self { Self(304) }
    @usableFromInline package static var transform: Self { Self(305) }
    @usableFromInline package static var transformOrigin: Self { Self(306) }
    @usableFromInline package static var unicodeBidi: Self { Self(307) }
    @usableFromInline package static var vectorEffect: Self { Self(308) }
    @usableFromInline package static var visibility: Self { Self(309) }
    @usableFromInline package static var whiteSpace: Self { Self(310) }
    @usableFromInline package static var wordSpacing: Self { Self(311) }
    @usableFromInline package static var writingMode: Self { Self(312) }
    @usableFromInline package static var attributeName: Self { Self(313) }
    @usableFromInline package static var begin: Self { Self(314) }
    @usableFromInline package static var dur: Self { Self(315) }
    @usableFromInline package static var end: Self { Self(316) }
    @usableFromInline package static var repeatCount: Self { Self(317) }
    @usableFromInline package static var repeatDur: Self { Self(318) }
    @usableFromInline package static var restart: Self { Self(319) }
    @usableFromInline package static var calcMode: Self { Self(320) }
    @usableFromInline package static var values: Self { Self(321, .url) }
    @usableFromInline package static var keyTimes: Self { Self(322) }
    @usableFromInline package static var keySplines: Self { Self(323) }
    @usableFromInline package static var keyPoints: Self { Self(324) }
    @usableFromInline package static var from: Self { Self(325, .url) }
    @usableFromInline package static var to: Self { Self(326, .url) }
    @usableFromInline package static var by: Self { Self(327, .url) }
    @usableFromInline package static var additive: Self { Self(328) }
    @usableFromInline package static var accumulate: Self { Self(329) }
    @usableFromInline package static var origin: Self { Self(330) }
    @usableFromInline package static var filterUnits: Self { Self(331) }
    @usableFromInline package static var primitiveUnits: Self { Self(332) }
    @usableFromInline package static var `in`: Self { Self(333) }
    @usableFromInline package static var in2: Self { Self(334) }
    @usableFromInline package static var result: Self { Self(335) }
    @usableFromInline package static var mode: Self { Self(336) }
    @usableFromInline package static var `operator`: Self { Self(337) }
    @usableFromInline package static var k1: Self { Self(338) }
    @usableFromInline package static var k2: Self { Self(339) }
    @usableFromInline package static var k3: Self { Self(340) }
    @usableFromInline package static var k4: Self { Self(341) }
    @usableFromInline package static var amplitude: Self { Self(342) }
    @usableFromInline package static var exponent: Self { Self(343) }
    @usableFromInline package static var intercept: Self { Self(344) }
    @usableFromInline package static var slope: Self { Self(345) }
    @usableFromInline package static var tableValues: Self { Self(346) }
    @usableFromInline package static var azimuth: Self { Self(347) }
    @usableFromInline package static var elevation: Self { Self(348) }
    @usableFromInline package static var baseFrequency: Self { Self(349) }
    @usableFromInline package static var numOctaves: Self { Self(350) }
    @usableFromInline package static var seed: Self { Self(351) }
    @usableFromInline package static var stitchTiles: Self { Self(352) }
    @usableFromInline package static var bias: Self { Self(353) }
    @usableFromInline package static var divisor: Self { Self(354) }
    @usableFromInline package static var edgeMode: Self { Self(355) }
    @usableFromInline package static var kernelMatrix: Self { Self(356) }
    @usableFromInline package static var kernelUnitLength: Self { Self(357) }
    @usableFromInline package static var order: Self { Self(358) }
    @usableFromInline package static var preserveAlpha: Self { Self(359) }
    @usableFromInline package static var targetX: Self { Self(360) }
    @usableFromInline package static var targetY: Self { Self(361) }
    @usableFromInline package static var diffuseConstant: Self { Self(362) }
    @usableFromInline package static var specularConstant: Self { Self(363) }
    @usableFromInline package static var specularExponent: Self { Self(364) }
    @usableFromInline package static var surfaceScale: Self { Self(365) }
    @usableFromInline package static var limitingConeAngle: Self { Self(366) }
    @usableFromInline package static var pointsAtX: Self { Self(367) }
    @usableFromInline package static var pointsAtY: Self { Self(368) }
    @usableFromInline package static var pointsAtZ: Self { Self(369) }
    @usableFromInline package static var radius: Self { Self(370) }
    @usableFromInline package static var scale: Self { Self(371) }
    @usableFromInline package static var stdDeviation: Self { Self(372) }
    @usableFromInline package static var xChannelSelector: Self { Self(373) }
    @usableFromInline package static var yChannelSelector: Self { Self(374) }

    static var svgDefinitions: [(attribute: AttributeName, text: StaticString)] {
        [
            (.viewBox, "viewBox"), (.preserveAspectRatio, "preserveAspectRatio"), (.x, "x"), (.y, "y"), (.z, "z"),
            (.x1, "x1"), (.y1, "y1"), (.x2, "x2"), (.y2, "y2"), (.cx, "cx"), (.cy, "cy"), (.r, "r"), (.rx, "rx"),
            (.ry, "ry"), (.fx, "fx"), (.fy, "fy"), (.fr, "fr"), (.d, "d"), (.points, "points"),
            (.pathLength, "pathLength"), (.path, "path"), (.dx, "dx"), (.dy, "dy"), (.rotate, "rotate"),
            (.textLength, "textLength"), (.lengthAdjust, "lengthAdjust"), (.startOffset, "startOffset"),
            (.spacing, "spacing"), (.side, "side"), (.refX, "refX"), (.refY, "refY"), (.markerWidth, "markerWidth"),
            (.markerHeight, "markerHeight"), (.markerUnits, "markerUnits"), (.orient, "orient"),
            (.gradientUnits, "gradientUnits"), (.gradientTransform, "gradientTransform"),
            (.spreadMethod, "spreadMethod"),
            (.offset, "offset"), (.patternUnits, "patternUnits"), (.patternContentUnits, "patternContentUnits"),
            (.patternTransform, "patternTransform"), (.clipPathUnits, "clipPathUnits"), (.maskUnits, "maskUnits"),
            (.maskContentUnits, "maskContentUnits"), (.requiredExtensions, "requiredExtensions"),
            (.systemLanguage, "systemLanguage"), (.xlinkHref, "xlink:href"), (.xlinkTitle, "xlink:title"),
            (.alignmentBaseline, "alignment-baseline"), (.baselineShift, "baseline-shift"), (.clipPath, "clip-path"),
            (.clipRule, "clip-rule"), (.color, "color"), (.colorInterpolation, "color-interpolation"),
            (.colorInterpolationFilters, "color-interpolation-filters"), (.cursor, "cursor"), (.direction, "direction"),
            (.display, "display"), (.dominantBaseline, "dominant-baseline"), (.fill, "fill"),
            (.fillOpacity, "fill-opacity"), (.fillRule, "fill-rule"), (.filter, "filter"), (.floodColor, "flood-color"),
            (.floodOpacity, "flood-opacity"), (.fontFamily, "font-family"), (.fontSize, "font-size"),
            (.fontSizeAdjust, "font-size-adjust"), (.fontStretch, "font-stretch"), (.fontStyle, "font-style"),
            (.fontVariant, "font-variant"), (.fontWeight, "font-weight"), (.imageRendering, "image-rendering"),
            (.letterSpacing, "letter-spacing"), (.lightingColor, "lighting-color"), (.markerEnd, "marker-end"),
            (.markerMid, "marker-mid"), (.markerStart, "marker-start"), (.mask, "mask"), (.maskType, "mask-type"),
            (.opacity, "opacity"), (.overflow, "overflow"), (.paintOrder, "paint-order"),
            (.pointerEvents, "pointer-events"), (.shapeRendering, "shape-rendering"), (.stopColor, "stop-color"),
            (.stopOpacity, "stop-opacity"), (.stroke, "stroke"), (.strokeDasharray, "stroke-dasharray"),
            (.strokeDashoffset, "stroke-dashoffset"), (.strokeLinecap, "stroke-linecap"),
            (.strokeLinejoin, "stroke-linejoin"), (.strokeMiterlimit, "stroke-miterlimit"),
            (.strokeOpacity, "stroke-opacity"), (.strokeWidth, "stroke-width"), (.textAnchor, "text-anchor"),
            (.textDecoration, "text-decoration"), (.textOverflow, "text-overflow"), (.textRendering, "text-rendering"),
            (.transform, "transform"), (.transformOrigin, "transform-origin"), (.unicodeBidi, "unicode-bidi"),
            (.vectorEffect, "vector-effect"), (.visibility, "visibility"), (.whiteSpace, "white-space"),
            (.wordSpacing, "word-spacing"), (.writingMode, "writing-mode"), (.attributeName, "attributeName"),
            (.begin, "begin"), (.dur, "dur"), (.end, "end"), (.repeatCount, "repeatCount"), (.repeatDur, "repeatDur"),
            (.restart, "restart"), (.calcMode, "calcMode"), (.values, "values"), (.keyTimes, "keyTimes"),
            (.keySplines, "keySplines"), (.keyPoints, "keyPoints"), (.from, "from"), (.to, "to"), (.by, "by"),
            (.additive, "additive"), (.accumulate, "accumulate"), (.origin, "origin"), (.filterUnits, "filterUnits"),
            (.primitiveUnits, "primitiveUnits"), (.in, "in"), (.in2, "in2"), (.result, "result"), (.mode, "mode"),
            (.operator, "operator"), (.k1, "k1"), (.k2, "k2"), (.k3, "k3"), (.k4, "k4"), (.amplitude, "amplitude"),
            (.exponent, "exponent"), (.intercept, "intercept"), (.slope, "slope"), (.tableValues, "tableValues"),
            (.azimuth, "azimuth"), (.elevation, "elevation"), (.baseFrequency, "baseFrequency"),
            (.numOctaves, "numOctaves"), (.seed, "seed"), (.stitchTiles, "stitchTiles"), (.bias, "bias"),
            (.divisor, "divisor"), (.edgeMode, "edgeMode"), (.kernelMatrix, "kernelMatrix"),
            (.kernelUnitLength, "kernelUnitLength"), (.order, "order"), (.preserveAlpha, "preserveAlpha"),
            (.targetX, "targetX"), (.targetY, "targetY"), (.diffuseConstant, "diffuseConstant"),
            (.specularConstant, "specularConstant"), (.specularExponent, "specularExponent"),
            (.surfaceScale, "surfaceScale"), (.limitingConeAngle, "limitingConeAngle"), (.pointsAtX, "pointsAtX"),
            (.pointsAtY, "pointsAtY"), (.pointsAtZ, "pointsAtZ"), (.radius, "radius"), (.scale, "scale"),
            (.stdDeviation, "stdDeviation"), (.xChannelSelector, "xChannelSelector"),
            (.yChannelSelector, "yChannelSelector"),
        ]
    }
}
