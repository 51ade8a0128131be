// Interactive elements (HTML Standard §4.11).

/// Content that can be disclosed, under its `summary`. Those with the same `.name` close each other.
@inlinable
public func details<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.details, attributes, content)
}

/// `details`, empty.
@inlinable
public func details<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.details, attributes)
}

/// The caption of a `details`; its first child.
@inlinable
public func summary<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.summary, attributes, content)
}

/// `summary`, empty.
@inlinable
public func summary<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.summary, attributes)
}

/// A dialog box or a window of an application.
@inlinable
public func dialog<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.dialog, attributes, content)
}

/// `dialog`, empty.
@inlinable
public func dialog<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.dialog, attributes)
}
