// SVG's animation (SVG Animations).

/// An attribute's change over time.
public func animate<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.animate, attributes, content)
}

/// A movement along a path.
public func animateMotion<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.animateMotion, attributes, content)
}

/// A transformation's change over time.
public func animateTransform<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.animateTransform, attributes, content)
}

/// The path of an `animateMotion`.
public func mpath<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.mpath, attributes, content)
}

/// An attribute's value for a time.
public func set<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.set, attributes, content)
}
