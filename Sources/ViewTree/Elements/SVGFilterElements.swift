// SVG's filters (Filter Effects).

/// An effect: a graph of the primitives in it.
public func filter<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.filter, attributes, content)
}

/// `filter`, empty.
public func filter<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.filter, attributes)
}

/// Two images blended.
public func feBlend<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feBlend, attributes, content)
}

/// `feBlend`, empty.
public func feBlend<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feBlend, attributes)
}

/// Colours changed by a matrix.
public func feColorMatrix<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feColorMatrix, attributes, content)
}

/// `feColorMatrix`, empty.
public func feColorMatrix<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feColorMatrix, attributes)
}

/// Colours changed channel by channel.
public func feComponentTransfer<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feComponentTransfer, attributes, content)
}

/// `feComponentTransfer`, empty.
public func feComponentTransfer<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feComponentTransfer, attributes)
}

/// Two images composed.
public func feComposite<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feComposite, attributes, content)
}

/// `feComposite`, empty.
public func feComposite<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feComposite, attributes)
}

/// A convolution: blur, edge, emboss.
public func feConvolveMatrix<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feConvolveMatrix, attributes, content)
}

/// `feConvolveMatrix`, empty.
public func feConvolveMatrix<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feConvolveMatrix, attributes)
}

/// A surface lit diffusely.
public func feDiffuseLighting<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feDiffuseLighting, attributes, content)
}

/// `feDiffuseLighting`, empty.
public func feDiffuseLighting<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feDiffuseLighting, attributes)
}

/// An image displaced by another's colours.
public func feDisplacementMap<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feDisplacementMap, attributes, content)
}

/// `feDisplacementMap`, empty.
public func feDisplacementMap<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feDisplacementMap, attributes)
}

/// A light infinitely far away.
public func feDistantLight<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feDistantLight, attributes, content)
}

/// `feDistantLight`, empty.
public func feDistantLight<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feDistantLight, attributes)
}

/// A drop shadow.
public func feDropShadow<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feDropShadow, attributes, content)
}

/// `feDropShadow`, empty.
public func feDropShadow<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feDropShadow, attributes)
}

/// A region filled with one colour.
public func feFlood<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feFlood, attributes, content)
}

/// `feFlood`, empty.
public func feFlood<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feFlood, attributes)
}

/// The alpha channel's function in a `feComponentTransfer`.
public func feFuncA<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feFuncA, attributes, content)
}

/// `feFuncA`, empty.
public func feFuncA<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feFuncA, attributes)
}

/// The blue channel's function in a `feComponentTransfer`.
public func feFuncB<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feFuncB, attributes, content)
}

/// `feFuncB`, empty.
public func feFuncB<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feFuncB, attributes)
}

/// The green channel's function in a `feComponentTransfer`.
public func feFuncG<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feFuncG, attributes, content)
}

/// `feFuncG`, empty.
public func feFuncG<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feFuncG, attributes)
}

/// The red channel's function in a `feComponentTransfer`.
public func feFuncR<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feFuncR, attributes, content)
}

/// `feFuncR`, empty.
public func feFuncR<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feFuncR, attributes)
}

/// A blur.
public func feGaussianBlur<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feGaussianBlur, attributes, content)
}

/// `feGaussianBlur`, empty.
public func feGaussianBlur<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feGaussianBlur, attributes)
}

/// An image from outside, as a filter's input.
public func feImage<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feImage, attributes, content)
}

/// `feImage`, empty.
public func feImage<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feImage, attributes)
}

/// Images stacked.
public func feMerge<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feMerge, attributes, content)
}

/// `feMerge`, empty.
public func feMerge<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feMerge, attributes)
}

/// A layer of a `feMerge`.
public func feMergeNode<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feMergeNode, attributes, content)
}

/// `feMergeNode`, empty.
public func feMergeNode<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feMergeNode, attributes)
}

/// An image made thinner or fatter.
public func feMorphology<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feMorphology, attributes, content)
}

/// `feMorphology`, empty.
public func feMorphology<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feMorphology, attributes)
}

/// An image moved.
public func feOffset<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feOffset, attributes, content)
}

/// `feOffset`, empty.
public func feOffset<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feOffset, attributes)
}

/// A light at a point.
public func fePointLight<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.fePointLight, attributes, content)
}

/// `fePointLight`, empty.
public func fePointLight<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.fePointLight, attributes)
}

/// A surface lit with highlights.
public func feSpecularLighting<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feSpecularLighting, attributes, content)
}

/// `feSpecularLighting`, empty.
public func feSpecularLighting<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feSpecularLighting, attributes)
}

/// A light at a point that shines in a cone.
public func feSpotLight<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feSpotLight, attributes, content)
}

/// `feSpotLight`, empty.
public func feSpotLight<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feSpotLight, attributes)
}

/// A region filled with copies of a tile.
public func feTile<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feTile, attributes, content)
}

/// `feTile`, empty.
public func feTile<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feTile, attributes)
}

/// Noise: clouds, marble.
public func feTurbulence<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.feTurbulence, attributes, content)
}

/// `feTurbulence`, empty.
public func feTurbulence<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.feTurbulence, attributes)
}
