// SVG's filters (Filter Effects).

/// An effect: a graph of the primitives in it.
public func filter<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.filter, attributes, content)
}

/// Two images blended.
public func feBlend<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feBlend, attributes, content)
}

/// Colours changed by a matrix.
public func feColorMatrix<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feColorMatrix, attributes, content)
}

/// Colours changed channel by channel.
public func feComponentTransfer<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feComponentTransfer, attributes, content)
}

/// Two images composed.
public func feComposite<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feComposite, attributes, content)
}

/// A convolution: blur, edge, emboss.
public func feConvolveMatrix<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feConvolveMatrix, attributes, content)
}

/// A surface lit diffusely.
public func feDiffuseLighting<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feDiffuseLighting, attributes, content)
}

/// An image displaced by another's colours.
public func feDisplacementMap<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feDisplacementMap, attributes, content)
}

/// A light infinitely far away.
public func feDistantLight<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feDistantLight, attributes, content)
}

/// A drop shadow.
public func feDropShadow<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feDropShadow, attributes, content)
}

/// A region filled with one colour.
public func feFlood<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feFlood, attributes, content)
}

/// The alpha channel's function in a `feComponentTransfer`.
public func feFuncA<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feFuncA, attributes, content)
}

/// The blue channel's function in a `feComponentTransfer`.
public func feFuncB<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feFuncB, attributes, content)
}

/// The green channel's function in a `feComponentTransfer`.
public func feFuncG<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feFuncG, attributes, content)
}

/// The red channel's function in a `feComponentTransfer`.
public func feFuncR<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feFuncR, attributes, content)
}

/// A blur.
public func feGaussianBlur<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feGaussianBlur, attributes, content)
}

/// An image from outside, as a filter's input.
public func feImage<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feImage, attributes, content)
}

/// Images stacked.
public func feMerge<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feMerge, attributes, content)
}

/// A layer of a `feMerge`.
public func feMergeNode<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feMergeNode, attributes, content)
}

/// An image made thinner or fatter.
public func feMorphology<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feMorphology, attributes, content)
}

/// An image moved.
public func feOffset<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feOffset, attributes, content)
}

/// A light at a point.
public func fePointLight<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.fePointLight, attributes, content)
}

/// A surface lit with highlights.
public func feSpecularLighting<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feSpecularLighting, attributes, content)
}

/// A light at a point that shines in a cone.
public func feSpotLight<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feSpotLight, attributes, content)
}

/// A region filled with copies of a tile.
public func feTile<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feTile, attributes, content)
}

/// Noise: clouds, marble.
public func feTurbulence<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.feTurbulence, attributes, content)
}
