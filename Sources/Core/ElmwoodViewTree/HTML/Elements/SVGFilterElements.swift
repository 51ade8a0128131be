// SVG's filters (Filter Effects).

/// An effect: a graph of its primitives.
@inlinable
public func filter<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.filter, attributes, content)
}

/// `filter`, empty.
@inlinable
public func filter<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.filter, attributes)
}

/// Two images blended.
@inlinable
public func feBlend<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feBlend, attributes, content)
}

/// `feBlend`, empty.
@inlinable
public func feBlend<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feBlend, attributes)
}

/// Colours changed by a matrix.
@inlinable
public func feColorMatrix<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feColorMatrix, attributes, content)
}

/// `feColorMatrix`, empty.
@inlinable
public func feColorMatrix<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feColorMatrix, attributes)
}

/// Colours changed channel by channel.
@inlinable
public func feComponentTransfer<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feComponentTransfer, attributes, content)
}

/// `feComponentTransfer`, empty.
@inlinable
public func feComponentTransfer<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feComponentTransfer, attributes)
}

/// Two images composed.
@inlinable
public func feComposite<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feComposite, attributes, content)
}

/// `feComposite`, empty.
@inlinable
public func feComposite<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feComposite, attributes)
}

/// A convolution: blur, edge, emboss.
@inlinable
public func feConvolveMatrix<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feConvolveMatrix, attributes, content)
}

/// `feConvolveMatrix`, empty.
@inlinable
public func feConvolveMatrix<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feConvolveMatrix, attributes)
}

/// A surface lit diffusely.
@inlinable
public func feDiffuseLighting<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feDiffuseLighting, attributes, content)
}

/// `feDiffuseLighting`, empty.
@inlinable
public func feDiffuseLighting<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feDiffuseLighting, attributes)
}

/// An image displaced by another's colours.
@inlinable
public func feDisplacementMap<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feDisplacementMap, attributes, content)
}

/// `feDisplacementMap`, empty.
@inlinable
public func feDisplacementMap<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feDisplacementMap, attributes)
}

/// A light infinitely far away.
@inlinable
public func feDistantLight<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feDistantLight, attributes, content)
}

/// `feDistantLight`, empty.
@inlinable
public func feDistantLight<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feDistantLight, attributes)
}

/// A drop shadow.
@inlinable
public func feDropShadow<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feDropShadow, attributes, content)
}

/// `feDropShadow`, empty.
@inlinable
public func feDropShadow<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feDropShadow, attributes)
}

/// A region filled with one colour.
@inlinable
public func feFlood<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feFlood, attributes, content)
}

/// `feFlood`, empty.
@inlinable
public func feFlood<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feFlood, attributes)
}

/// The alpha channel's function in a `feComponentTransfer`.
@inlinable
public func feFuncA<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feFuncA, attributes, content)
}

/// `feFuncA`, empty.
@inlinable
public func feFuncA<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feFuncA, attributes)
}

/// The blue channel's function in a `feComponentTransfer`.
@inlinable
public func feFuncB<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feFuncB, attributes, content)
}

/// `feFuncB`, empty.
@inlinable
public func feFuncB<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feFuncB, attributes)
}

/// The green channel's function in a `feComponentTransfer`.
@inlinable
public func feFuncG<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feFuncG, attributes, content)
}

/// `feFuncG`, empty.
@inlinable
public func feFuncG<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feFuncG, attributes)
}

/// The red channel's function in a `feComponentTransfer`.
@inlinable
public func feFuncR<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feFuncR, attributes, content)
}

/// `feFuncR`, empty.
@inlinable
public func feFuncR<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feFuncR, attributes)
}

/// A blur.
@inlinable
public func feGaussianBlur<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feGaussianBlur, attributes, content)
}

/// `feGaussianBlur`, empty.
@inlinable
public func feGaussianBlur<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feGaussianBlur, attributes)
}

/// An image from outside, as a filter's input.
@inlinable
public func feImage<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feImage, attributes, content)
}

/// `feImage`, empty.
@inlinable
public func feImage<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feImage, attributes)
}

/// Images stacked.
@inlinable
public func feMerge<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feMerge, attributes, content)
}

/// `feMerge`, empty.
@inlinable
public func feMerge<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feMerge, attributes)
}

/// A layer of a `feMerge`.
@inlinable
public func feMergeNode<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feMergeNode, attributes, content)
}

/// `feMergeNode`, empty.
@inlinable
public func feMergeNode<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feMergeNode, attributes)
}

/// An image eroded or dilated.
@inlinable
public func feMorphology<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feMorphology, attributes, content)
}

/// `feMorphology`, empty.
@inlinable
public func feMorphology<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feMorphology, attributes)
}

/// An image moved.
@inlinable
public func feOffset<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feOffset, attributes, content)
}

/// `feOffset`, empty.
@inlinable
public func feOffset<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feOffset, attributes)
}

/// A light at a point.
@inlinable
public func fePointLight<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.fePointLight, attributes, content)
}

/// `fePointLight`, empty.
@inlinable
public func fePointLight<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.fePointLight, attributes)
}

/// A surface lit with highlights.
@inlinable
public func feSpecularLighting<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feSpecularLighting, attributes, content)
}

/// `feSpecularLighting`, empty.
@inlinable
public func feSpecularLighting<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feSpecularLighting, attributes)
}

/// A light at a point that shines in a cone.
@inlinable
public func feSpotLight<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feSpotLight, attributes, content)
}

/// `feSpotLight`, empty.
@inlinable
public func feSpotLight<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feSpotLight, attributes)
}

/// A region filled with copies of a tile.
@inlinable
public func feTile<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feTile, attributes, content)
}

/// `feTile`, empty.
@inlinable
public func feTile<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feTile, attributes)
}

/// Noise: clouds, marble.
@inlinable
public func feTurbulence<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feTurbulence, attributes, content)
}

/// `feTurbulence`, empty.
@inlinable
public func feTurbulence<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feTurbulence, attributes)
}
