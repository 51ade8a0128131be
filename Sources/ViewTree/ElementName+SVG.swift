// The elements of SVG 2, SVG Animations, Filter Effects and CSS Masking. Those that share their name with an HTML
// element start with `svg`.

extension ElementName {
    package static var svg: Self { Self(114, .svg) }
    package static var g: Self { Self(115, .svg) }
    package static var defs: Self { Self(116, .svg) }
    package static var symbol: Self { Self(117, .svg) }
    package static var use: Self { Self(118, .svg) }
    package static var `switch`: Self { Self(119, .svg) }
    package static var desc: Self { Self(120, [.svg, .barrier, .listBarrier]) }
    package static var metadata: Self { Self(121, .svg) }
    package static var image: Self { Self(122, .svg) }
    package static var foreignObject: Self { Self(123, [.svg, .barrier, .listBarrier]) }
    package static var tspan: Self { Self(124, .svg) }
    package static var textPath: Self { Self(125, .svg) }
    package static var marker: Self { Self(126, .svg) }
    package static var path: Self { Self(127, .svg) }
    package static var rect: Self { Self(128, .svg) }
    package static var circle: Self { Self(129, .svg) }
    package static var ellipse: Self { Self(130, .svg) }
    package static var line: Self { Self(131, .svg) }
    package static var polyline: Self { Self(132, .svg) }
    package static var polygon: Self { Self(133, .svg) }
    package static var linearGradient: Self { Self(134, .svg) }
    package static var radialGradient: Self { Self(135, .svg) }
    package static var stop: Self { Self(136, .svg) }
    package static var pattern: Self { Self(137, .svg) }
    package static var clipPath: Self { Self(138, .svg) }
    package static var mask: Self { Self(139, .svg) }
    package static var animate: Self { Self(140, .svg) }
    package static var animateMotion: Self { Self(141, .svg) }
    package static var animateTransform: Self { Self(142, .svg) }
    package static var mpath: Self { Self(143, .svg) }
    package static var set: Self { Self(144, .svg) }
    package static var filter: Self { Self(145, .svg) }
    package static var feBlend: Self { Self(146, .svg) }
    package static var feColorMatrix: Self { Self(147, .svg) }
    package static var feComponentTransfer: Self { Self(148, .svg) }
    package static var feComposite: Self { Self(149, .svg) }
    package static var feConvolveMatrix: Self { Self(150, .svg) }
    package static var feDiffuseLighting: Self { Self(151, .svg) }
    package static var feDisplacementMap: Self { Self(152, .svg) }
    package static var feDistantLight: Self { Self(153, .svg) }
    package static var feDropShadow: Self { Self(154, .svg) }
    package static var feFlood: Self { Self(155, .svg) }
    package static var feFuncA: Self { Self(156, .svg) }
    package static var feFuncB: Self { Self(157, .svg) }
    package static var feFuncG: Self { Self(158, .svg) }
    package static var feFuncR: Self { Self(159, .svg) }
    package static var feGaussianBlur: Self { Self(160, .svg) }
    package static var feImage: Self { Self(161, .svg) }
    package static var feMerge: Self { Self(162, .svg) }
    package static var feMergeNode: Self { Self(163, .svg) }
    package static var feMorphology: Self { Self(164, .svg) }
    package static var feOffset: Self { Self(165, .svg) }
    package static var fePointLight: Self { Self(166, .svg) }
    package static var feSpecularLighting: Self { Self(167, .svg) }
    package static var feSpotLight: Self { Self(168, .svg) }
    package static var feTile: Self { Self(169, .svg) }
    package static var feTurbulence: Self { Self(170, .svg) }
    package static var svgA: Self { Self(171, .svg) }
    package static var svgTitle: Self { Self(172, [.svg, .barrier, .listBarrier]) }
    package static var svgStyle: Self { Self(173, .svg) }
    package static var svgScript: Self { Self(174, .svg) }
    package static var svgText: Self { Self(175, .svg) }
    package static var svgView: Self { Self(176, .svg) }

    static var svgDefinitions: [(element: ElementName, text: StaticString)] {
        [
            (.svg, "svg"), (.g, "g"), (.defs, "defs"), (.symbol, "symbol"), (.use, "use"), (.switch, "switch"),
            (.desc, "desc"), (.metadata, "metadata"), (.image, "image"), (.foreignObject, "foreignObject"),
            (.tspan, "tspan"), (.textPath, "textPath"), (.marker, "marker"), (.path, "path"), (.rect, "rect"),
            (.circle, "circle"), (.ellipse, "ellipse"), (.line, "line"), (.polyline, "polyline"), (.polygon, "polygon"),
            (.linearGradient, "linearGradient"), (.radialGradient, "radialGradient"), (.stop, "stop"),
            (.pattern, "pattern"), (.clipPath, "clipPath"), (.mask, "mask"), (.animate, "animate"),
            (.animateMotion, "animateMotion"), (.animateTransform, "animateTransform"), (.mpath, "mpath"),
            (.set, "set"),
            (.filter, "filter"), (.feBlend, "feBlend"), (.feColorMatrix, "feColorMatrix"),
            (.feComponentTransfer, "feComponentTransfer"), (.feComposite, "feComposite"),
            (.feConvolveMatrix, "feConvolveMatrix"), (.feDiffuseLighting, "feDiffuseLighting"),
            (.feDisplacementMap, "feDisplacementMap"), (.feDistantLight, "feDistantLight"),
            (.feDropShadow, "feDropShadow"), (.feFlood, "feFlood"), (.feFuncA, "feFuncA"), (.feFuncB, "feFuncB"),
            (.feFuncG, "feFuncG"), (.feFuncR, "feFuncR"), (.feGaussianBlur, "feGaussianBlur"), (.feImage, "feImage"),
            (.feMerge, "feMerge"), (.feMergeNode, "feMergeNode"), (.feMorphology, "feMorphology"),
            (.feOffset, "feOffset"),
            (.fePointLight, "fePointLight"), (.feSpecularLighting, "feSpecularLighting"), (.feSpotLight, "feSpotLight"),
            (.feTile, "feTile"), (.feTurbulence, "feTurbulence"), (.svgA, "a"), (.svgTitle, "title"),
            (.svgStyle, "style"),
            (.svgScript, "script"), (.svgText, "text"), (.svgView, "view"),
        ]
    }
}
