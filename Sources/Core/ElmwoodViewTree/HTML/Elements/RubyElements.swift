// Ruby annotations (HTML Standard §4.5.10 to §4.5.12).

/// Text with annotations above or beside it, as in East Asian typography.
@inlinable
public func ruby<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.ruby, attributes, content)
}

/// `ruby`, empty.
@inlinable
public func ruby<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.ruby, attributes)
}

/// The annotation in a `ruby`.
@inlinable
public func rt<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.rt, attributes, content)
}

/// `rt`, empty.
@inlinable
public func rt<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.rt, attributes)
}

/// A parenthesis around a ruby annotation, for browsers that show no ruby.
@inlinable
public func rp<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.rp, attributes, content)
}

/// `rp`, empty.
@inlinable
public func rp<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.rp, attributes)
}
