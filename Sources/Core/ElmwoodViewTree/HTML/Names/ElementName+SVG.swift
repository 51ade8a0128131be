// The elements of SVG 2, SVG Animations, Filter Effects and CSS Masking. Those with the name of an HTML element start with `svg`.

extension ElementName {
    @usableFromInline package static let svg = Self(114, [.svg, .foreignRoot])
    @usableFromInline package static let g = Self(115, .svg)
    @usableFromInline package static let defs = Self(116, .svg)
    @usableFromInline package static let symbol = Self(117, .svg)
    @usableFromInline package static let use = Self(118, .svg)
    @usableFromInline package static let `switch` = Self(119, .svg)
    @usableFromInline package static let desc = Self(120, [.svg, .barrier, .listBarrier])
    @usableFromInline package static let metadata = Self(121, .svg)
    @usableFromInline package static let image = Self(122, .svg)
    @usableFromInline package static let foreignObject = Self(123, [.svg, .barrier, .listBarrier])
    @usableFromInline package static let tspan = Self(124, .svg)
    @usableFromInline package static let textPath = Self(125, .svg)
    @usableFromInline package static let marker = Self(126, .svg)
    @usableFromInline package static let path = Self(127, .svg)
    @usableFromInline package static let rect = Self(128, .svg)
    @usableFromInline package static let circle = Self(129, .svg)
    @usableFromInline package static let ellipse = Self(130, .svg)
    @usableFromInline package static let line = Self(131, .svg)
    @usableFromInline package static let polyline = Self(132, .svg)
    @usableFromInline package static let polygon = Self(133, .svg)
    @usableFromInline package static let linearGradient = Self(134, .svg)
    @usableFromInline package static let radialGradient = Self(135, .svg)
    @usableFromInline package static let stop = Self(136, .svg)
    @usableFromInline package static let pattern = Self(137, .svg)
    @usableFromInline package static let clipPath = Self(138, .svg)
    @usableFromInline package static let mask = Self(139, .svg)
    @usableFromInline package static let animate = Self(140, .svg)
    @usableFromInline package static let animateMotion = Self(141, .svg)
    @usableFromInline package static let animateTransform = Self(142, .svg)
    @usableFromInline package static let mpath = Self(143, .svg)
    @usableFromInline package static let set = Self(144, .svg)
    @usableFromInline package static let filter = Self(145, .svg)
    @usableFromInline package static let feBlend = Self(146, .svg)
    @usableFromInline package static let feColorMatrix = Self(147, .svg)
    @usableFromInline package static let feComponentTransfer = Self(148, .svg)
    @usableFromInline package static let feComposite = Self(149, .svg)
    @usableFromInline package static let feConvolveMatrix = Self(150, .svg)
    @usableFromInline package static let feDiffuseLighting = Self(151, .svg)
    @usableFromInline package static let feDisplacementMap = Self(152, .svg)
    @usableFromInline package static let feDistantLight = Self(153, .svg)
    @usableFromInline package static let feDropShadow = Self(154, .svg)
    @usableFromInline package static let feFlood = Self(155, .svg)
    @usableFromInline package static let feFuncA = Self(156, .svg)
    @usableFromInline package static let feFuncB = Self(157, .svg)
    @usableFromInline package static let feFuncG = Self(158, .svg)
    @usableFromInline package static let feFuncR = Self(159, .svg)
    @usableFromInline package static let feGaussianBlur = Self(160, .svg)
    @usableFromInline package static let feImage = Self(161, .svg)
    @usableFromInline package static let feMerge = Self(162, .svg)
    @usableFromInline package static let feMergeNode = Self(163, .svg)
    @usableFromInline package static let feMorphology = Self(164, .svg)
    @usableFromInline package static let feOffset = Self(165, .svg)
    @usableFromInline package static let fePointLight = Self(166, .svg)
    @usableFromInline package static let feSpecularLighting = Self(167, .svg)
    @usableFromInline package static let feSpotLight = Self(168, .svg)
    @usableFromInline package static let feTile = Self(169, .svg)
    @usableFromInline package static let feTurbulence = Self(170, .svg)
    @usableFromInline package static let svgA = Self(171, .svg)
    @usableFromInline package static let svgTitle = Self(172, [.svg, .barrier, .listBarrier])
    @usableFromInline package static let svgStyle = Self(173, .svg)
    @usableFromInline package static let svgScript = Self(174, .svg)
    @usableFromInline package static let svgText = Self(175, .svg)
    @usableFromInline package static let svgView = Self(176, .svg)

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
