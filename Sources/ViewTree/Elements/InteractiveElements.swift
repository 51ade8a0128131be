// Interactive elements (HTML Standard §4.11).

/// What can be disclosed, under its `summary`; those with one `.name` close each other.
public func details<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.details, attributes, content)
}

/// The caption of a `details`; its first child.
public func summary<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.summary, attributes, content)
}

/// A dialog box or a window of an application.
public func dialog<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.dialog, attributes, content)
}
