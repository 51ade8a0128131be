// SVG's animation (SVG Animations).

/// An attribute's change over time.
@inlinable
public func animate<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.animate, attributes, content)
}

/// `animate`, empty.
@inlinable
public func animate<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.animate, attributes)
}

/// A motion along a path.
@inlinable
public func animateMotion<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.animateMotion, attributes, content)
}

/// `animateMotion`, empty.
@inlinable
public func animateMotion<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.animateMotion, attributes)
}

/// A transformation's change over time.
@inlinable
public func animateTransform<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.animateTransform, attributes, content)
}

/// `animateTransform`, empty.
@inlinable
public func animateTransform<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.animateTransform, attributes)
}

/// The path of an `animateMotion`.
@inlinable
public func mpath<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.mpath, attributes, content)
}

/// `mpath`, empty.
@inlinable
public func mpath<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.mpath, attributes)
}

/// Sets an attribute's value for a time.
@inlinable
public func set<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.set, attributes, content)
}

/// `set`, empty.
@inlinable
public func set<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.set, attributes)
}
