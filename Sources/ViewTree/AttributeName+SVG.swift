// The attributes of SVG 2, SVG Animations, Filter Effects and CSS Masking that HTML does not have.

extension AttributeName {
    package static var viewBox: Self { Self(205) }
    package static var preserveAspectRatio: Self { Self(206) }
    package static var x: Self { Self(207) }
    package static var y: Self { Self(208) }
    package static var z: Self { Self(209) }
    package static var x1: Self { Self(210) }
    package static var y1: Self { Self(211) }
    package static var x2: Self { Self(212) }
    package static var y2: Self { Self(213) }
    package static var cx: Self { Self(214) }
    package static var cy: Self { Self(215) }
    package static var r: Self { Self(216) }
    package static var rx: Self { Self(217) }
    package static var ry: Self { Self(218) }
    package static var fx: Self { Self(219) }
    package static var fy: Self { Self(220) }
    package static var fr: Self { Self(221) }
    package static var d: Self { Self(222) }
    package static var points: Self { Self(223) }
    package static var pathLength: Self { Self(224) }
    package static var path: Self { Self(225) }
    package static var dx: Self { Self(226) }
    package static var dy: Self { Self(227) }
    package static var rotate: Self { Self(228) }
    package static var textLength: Self { Self(229) }
    package static var lengthAdjust: Self { Self(230) }
    package static var startOffset: Self { Self(231) }
    package static var spacing: Self { Self(232) }
    package static var side: Self { Self(233) }
    package static var refX: Self { Self(234) }
    package static var refY: Self { Self(235) }
    package static var markerWidth: Self { Self(236) }
    package static var markerHeight: Self { Self(237) }
    package static var markerUnits: Self { Self(238) }
    package static var orient: Self { Self(239) }
    package static var gradientUnits: Self { Self(240) }
    package static var gradientTransform: Self { Self(241) }
    package static var spreadMethod: Self { Self(242) }
    package static var offset: Self { Self(243) }
    package static var patternUnits: Self { Self(244) }
    package static var patternContentUnits: Self { Self(245) }
    package static var patternTransform: Self { Self(246) }
    package static var clipPathUnits: Self { Self(247) }
    package static var maskUnits: Self { Self(248) }
    package static var maskContentUnits: Self { Self(249) }
    package static var requiredExtensions: Self { Self(250) }
    package static var systemLanguage: Self { Self(251) }
    package static var xlinkHref: Self { Self(252, .url) }
    package static var xlinkTitle: Self { Self(253) }
    package static var alignmentBaseline: Self { Self(254) }
    package static var baselineShift: Self { Self(255) }
    package static var clipPath: Self { Self(256) }
    package static var clipRule: Self { Self(257) }
    package static var color: Self { Self(258) }
    package static var colorInterpolation: Self { Self(259) }
    package static var colorInterpolationFilters: Self { Self(260) }
    package static var cursor: Self { Self(261) }
    package static var direction: Self { Self(262) }
    package static var display: Self { Self(263) }
    package static var dominantBaseline: Self { Self(264) }
    package static var fill: Self { Self(265) }
    package static var fillOpacity: Self { Self(266) }
    package static var fillRule: Self { Self(267) }
    package static var filter: Self { Self(268) }
    package static var floodColor: Self { Self(269) }
    package static var floodOpacity: Self { Self(270) }
    package static var fontFamily: Self { Self(271) }
    package static var fontSize: Self { Self(272) }
    package static var fontSizeAdjust: Self { Self(273) }
    package static var fontStretch: Self { Self(274) }
    package static var fontStyle: Self { Self(275) }
    package static var fontVariant: Self { Self(276) }
    package static var fontWeight: Self { Self(277) }
    package static var imageRendering: Self { Self(278) }
    package static var letterSpacing: Self { Self(279) }
    package static var lightingColor: Self { Self(280) }
    package static var markerEnd: Self { Self(281) }
    package static var markerMid: Self { Self(282) }
    package static var markerStart: Self { Self(283) }
    package static var mask: Self { Self(284) }
    package static var maskType: Self { Self(285) }
    package static var opacity: Self { Self(286) }
    package static var overflow: Self { Self(287) }
    package static var paintOrder: Self { Self(288) }
    package static var pointerEvents: Self { Self(289) }
    package static var shapeRendering: Self { Self(290) }
    package static var stopColor: Self { Self(291) }
    package static var stopOpacity: Self { Self(292) }
    package static var stroke: Self { Self(293) }
    package static var strokeDasharray: Self { Self(294) }
    package static var strokeDashoffset: Self { Self(295) }
    package static var strokeLinecap: Self { Self(296) }
    package static var strokeLinejoin: Self { Self(297) }
    package static var strokeMiterlimit: Self { Self(298) }
    package static var strokeOpacity: Self { Self(299) }
    package static var strokeWidth: Self { Self(300) }
    package static var textAnchor: Self { Self(301) }
    package static var textDecoration: Self { Self(302) }
    package static var textOverflow: Self { Self(303) }
    package static var textRendering: Self { Self(304) }
    package static var transform: Self { Self(305) }
    package static var transformOrigin: Self { Self(306) }
    package static var unicodeBidi: Self { Self(307) }
    package static var vectorEffect: Self { Self(308) }
    package static var visibility: Self { Self(309) }
    package static var whiteSpace: Self { Self(310) }
    package static var wordSpacing: Self { Self(311) }
    package static var writingMode: Self { Self(312) }
    package static var attributeName: Self { Self(313) }
    package static var begin: Self { Self(314) }
    package static var dur: Self { Self(315) }
    package static var end: Self { Self(316) }
    package static var repeatCount: Self { Self(317) }
    package static var repeatDur: Self { Self(318) }
    package static var restart: Self { Self(319) }
    package static var calcMode: Self { Self(320) }
    package static var values: Self { Self(321, .url) }
    package static var keyTimes: Self { Self(322) }
    package static var keySplines: Self { Self(323) }
    package static var keyPoints: Self { Self(324) }
    package static var from: Self { Self(325, .url) }
    package static var to: Self { Self(326, .url) }
    package static var by: Self { Self(327, .url) }
    package static var additive: Self { Self(328) }
    package static var accumulate: Self { Self(329) }
    package static var origin: Self { Self(330) }
    package static var filterUnits: Self { Self(331) }
    package static var primitiveUnits: Self { Self(332) }
    package static var `in`: Self { Self(333) }
    package static var in2: Self { Self(334) }
    package static var result: Self { Self(335) }
    package static var mode: Self { Self(336) }
    package static var `operator`: Self { Self(337) }
    package static var k1: Self { Self(338) }
    package static var k2: Self { Self(339) }
    package static var k3: Self { Self(340) }
    package static var k4: Self { Self(341) }
    package static var amplitude: Self { Self(342) }
    package static var exponent: Self { Self(343) }
    package static var intercept: Self { Self(344) }
    package static var slope: Self { Self(345) }
    package static var tableValues: Self { Self(346) }
    package static var azimuth: Self { Self(347) }
    package static var elevation: Self { Self(348) }
    package static var baseFrequency: Self { Self(349) }
    package static var numOctaves: Self { Self(350) }
    package static var seed: Self { Self(351) }
    package static var stitchTiles: Self { Self(352) }
    package static var bias: Self { Self(353) }
    package static var divisor: Self { Self(354) }
    package static var edgeMode: Self { Self(355) }
    package static var kernelMatrix: Self { Self(356) }
    package static var kernelUnitLength: Self { Self(357) }
    package static var order: Self { Self(358) }
    package static var preserveAlpha: Self { Self(359) }
    package static var targetX: Self { Self(360) }
    package static var targetY: Self { Self(361) }
    package static var diffuseConstant: Self { Self(362) }
    package static var specularConstant: Self { Self(363) }
    package static var specularExponent: Self { Self(364) }
    package static var surfaceScale: Self { Self(365) }
    package static var limitingConeAngle: Self { Self(366) }
    package static var pointsAtX: Self { Self(367) }
    package static var pointsAtY: Self { Self(368) }
    package static var pointsAtZ: Self { Self(369) }
    package static var radius: Self { Self(370) }
    package static var scale: Self { Self(371) }
    package static var stdDeviation: Self { Self(372) }
    package static var xChannelSelector: Self { Self(373) }
    package static var yChannelSelector: Self { Self(374) }

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
