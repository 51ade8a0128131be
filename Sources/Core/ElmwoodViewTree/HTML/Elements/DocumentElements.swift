// The document itself and its metadata (HTML Standard §4.1, §4.2, §4.12).

/// The document's root. Elmwood writes it around a `Document`; use it only for pages built by hand.
@inlinable
public func html<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.html, attributes, content)
}

/// `html`, empty.
@inlinable
public func html<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.html, attributes)
}

/// The document's metadata. Elmwood writes it around a `Document`.
@inlinable
public func head<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.head, attributes, content)
}

/// `head`, empty.
@inlinable
public func head<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.head, attributes)
}

/// The document's content. Elmwood writes it around a `Document`.
@inlinable
public func body<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.body, attributes, content)
}

/// `body`, empty.
@inlinable
public func body<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.body, attributes)
}

/// The document's title, shown by a window or a bookmark. Its content is text only. (SVG's own is `SVG.title`.)
@inlinable
public func title<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.title, attributes, content)
}

/// `title`, empty.
@inlinable
public func title<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.title, attributes)
}

/// The base address of the page's relative URLs, or the default target of its links.
@inlinable
public func base<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.base, attributes)
}

/// A link of the page to another resource: a style sheet, an icon, a preload, an alternative.
@inlinable
public func link<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.link, attributes)
}

/// Metadata without an element of its own, as a name and a content, or a charset.
@inlinable
public func meta<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.meta, attributes)
}

/// A style sheet within the page. Its content is text only, which is not escaped, and cannot close the element early. A strict
/// Content-Security-Policy blocks it: prefer a file and `link`. (SVG's own is `SVG.style`.)
@inlinable
public func style<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.style, attributes, content)
}

/// `style`, empty.
@inlinable
public func style<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.style, attributes)
}

/// A script or a data block. Its content is text only, which is not escaped, and cannot close the element early. A strict
/// Content-Security-Policy allows it with `.src` only. (SVG's own is `SVG.script`.)
@inlinable
public func script<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.script, attributes, content)
}

/// `script`, empty.
@inlinable
public func script<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.script, attributes)
}

/// Content that is shown if scripts are off.
@inlinable
public func noscript<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.noscript, attributes, content)
}

/// `noscript`, empty.
@inlinable
public func noscript<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.noscript, attributes)
}

/// Inert content for scripts, or a declarative shadow root (`.shadowrootmode`).
@inlinable
public func template<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.template, attributes, content)
}

/// `template`, empty.
@inlinable
public func template<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.template, attributes)
}

/// The place in a shadow tree where its host's children are shown.
@inlinable
public func slot<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.slot, attributes, content)
}

/// `slot`, empty.
@inlinable
public func slot<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.slot, attributes)
}

/// A bitmap that a script draws on; its content is the fallback.
@inlinable
public func canvas<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.canvas, attributes, content)
}

/// `canvas`, empty.
@inlinable
public func canvas<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.canvas, attributes)
}
