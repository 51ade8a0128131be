// Edits (HTML Standard §4.7).

/// Content that was added to the document.
@inlinable
public func ins<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.ins, attributes, content)
}

/// `ins`, empty.
@inlinable
public func ins<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.ins, attributes)
}

/// Content that was removed from the document.
@inlinable
public func del<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.del, attributes, content)
}

/// `del`, empty.
@inlinable
public func del<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.del, attributes)
}
