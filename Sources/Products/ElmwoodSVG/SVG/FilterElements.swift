import ElmwoodViewTree

// SVG's filters (Filter Effects).

/// An effect: a graph of its primitives.
@inlinable public var filter: HtmlElement { HtmlElement(.filter) }

/// Two images blended.
@inlinable public var feBlend: HtmlElement { HtmlElement(.feBlend) }

/// Colours changed by a matrix.
@inlinable public var feColorMatrix: HtmlElement { HtmlElement(.feColorMatrix) }

/// Colours changed channel by channel.
@inlinable public var feComponentTransfer: HtmlElement { HtmlElement(.feComponentTransfer) }

/// Two images composed.
@inlinable public var feComposite: HtmlElement { HtmlElement(.feComposite) }

/// A convolution: blur, edge, emboss.
@inlinable public var feConvolveMatrix: HtmlElement { HtmlElement(.feConvolveMatrix) }

/// A surface lit diffusely.
@inlinable public var feDiffuseLighting: HtmlElement { HtmlElement(.feDiffuseLighting) }

/// An image displaced by another's colours.
@inlinable public var feDisplacementMap: HtmlElement { HtmlElement(.feDisplacementMap) }

/// A light infinitely far away.
@inlinable public var feDistantLight: HtmlElement { HtmlElement(.feDistantLight) }

/// A drop shadow.
@inlinable public var feDropShadow: HtmlElement { HtmlElement(.feDropShadow) }

/// A region filled with one colour.
@inlinable public var feFlood: HtmlElement { HtmlElement(.feFlood) }

/// The alpha channel's function in a `feComponentTransfer`.
@inlinable public var feFuncA: HtmlElement { HtmlElement(.feFuncA) }

/// The blue channel's function in a `feComponentTransfer`.
@inlinable public var feFuncB: HtmlElement { HtmlElement(.feFuncB) }

/// The green channel's function in a `feComponentTransfer`.
@inlinable public var feFuncG: HtmlElement { HtmlElement(.feFuncG) }

/// The red channel's function in a `feComponentTransfer`.
@inlinable public var feFuncR: HtmlElement { HtmlElement(.feFuncR) }

/// A blur.
@inlinable public var feGaussianBlur: HtmlElement { HtmlElement(.feGaussianBlur) }

/// An image from outside, as a filter's input.
@inlinable public var feImage: HtmlElement { HtmlElement(.feImage) }

/// Images stacked.
@inlinable public var feMerge: HtmlElement { HtmlElement(.feMerge) }

/// A layer of a `feMerge`.
@inlinable public var feMergeNode: HtmlElement { HtmlElement(.feMergeNode) }

/// An image eroded or dilated.
@inlinable public var feMorphology: HtmlElement { HtmlElement(.feMorphology) }

/// An image moved.
@inlinable public var feOffset: HtmlElement { HtmlElement(.feOffset) }

/// A light at a point.
@inlinable public var fePointLight: HtmlElement { HtmlElement(.fePointLight) }

/// A surface lit with highlights.
@inlinable public var feSpecularLighting: HtmlElement { HtmlElement(.feSpecularLighting) }

/// A light at a point that shines in a cone.
@inlinable public var feSpotLight: HtmlElement { HtmlElement(.feSpotLight) }

/// A region filled with copies of a tile.
@inlinable public var feTile: HtmlElement { HtmlElement(.feTile) }

/// Noise: clouds, marble.
@inlinable public var feTurbulence: HtmlElement { HtmlElement(.feTurbulence) }
