// Embedded content (HTML Standard §4.8).

/// An image with several sources, of which the browser chooses.
@inlinable
public func picture<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.picture, attributes, content)
}

/// `picture`, empty.
@inlinable
public func picture<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.picture, attributes)
}

/// One source of a `picture`, `audio` or `video`.
@inlinable
public func source<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.source, attributes)
}

/// An image. `.alt` is its replacement text; it is empty for a decorative image.
@inlinable
public func img<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.img, attributes)
}

/// Another page within this one. It has no content of its own.
@inlinable
public func iframe<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.iframe, attributes, content)
}

/// `iframe`, empty.
@inlinable
public func iframe<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.iframe, attributes)
}

/// An external application or interactive content.
@inlinable
public func embed<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.embed, attributes)
}

/// An external resource; its content is the fallback.
@inlinable
public func object<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.object, attributes, content)
}

/// `object`, empty.
@inlinable
public func object<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.object, attributes)
}

/// A video. Its content is sources, tracks and the fallback.
@inlinable
public func video<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.video, attributes, content)
}

/// `video`, empty.
@inlinable
public func video<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.video, attributes)
}

/// A sound. Its content is sources, tracks and the fallback.
@inlinable
public func audio<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.audio, attributes, content)
}

/// `audio`, empty.
@inlinable
public func audio<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.audio, attributes)
}

/// A timed text track of a `video` or `audio`: subtitles, captions.
@inlinable
public func track<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.track, attributes)
}

/// An image map, which `.usemap` of an image names.
@inlinable
public func map<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.map, attributes, content)
}

/// `map`, empty.
@inlinable
public func map<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.map, attributes)
}

/// A region of an image map, with or without a link.
@inlinable
public func area<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.area, attributes)
}
