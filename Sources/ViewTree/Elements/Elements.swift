/// `div`: no meaning of its own (HTML 4.4.16).
public func div<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.div, attributes, content)
}

/// `div`, empty.
public func div<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.div, attributes)
}

/// `p`: a paragraph (HTML 4.4.1).
public func p<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.p, attributes, content)
}

/// `p`, empty.
public func p<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.p, attributes)
}

/// `h1`: a heading of the first rank (HTML 4.3.6).
public func h1<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.h1, attributes, content)
}

/// `h1`, empty.
public func h1<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.h1, attributes)
}

/// `output`: the result of a calculation or of an action (HTML 4.10.12).
public func output<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.output, attributes, content)
}

/// `output`, empty.
public func output<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.output, attributes)
}

/// `table`: a table (HTML 4.9.1). Rows straight in it get the `tbody` that a browser would put around them.
public func table<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.table, attributes, content)
}

/// `table`, empty.
public func table<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.table, attributes)
}

/// `tbody`: the rows of a table's body (HTML 4.9.5).
public func tbody<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.tbody, attributes, content)
}

/// `tbody`, empty.
public func tbody<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.tbody, attributes)
}

/// `tr`: a row of a table (HTML 4.9.8).
public func tr<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.tr, attributes, content)
}

/// `tr`, empty.
public func tr<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.tr, attributes)
}

/// `td`: a cell of a table (HTML 4.9.9).
public func td<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.td, attributes, content)
}

/// `td`, empty.
public func td<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.td, attributes)
}

/// `ul`: an unordered list (HTML 4.4.6).
public func ul<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.ul, attributes, content)
}

/// `ul`, empty.
public func ul<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.ul, attributes)
}

/// `li`: an item of a list (HTML 4.4.8).
public func li<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.li, attributes, content)
}

/// `li`, empty.
public func li<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.li, attributes)
}

/// `span`: no meaning of its own, within a line (HTML 4.5.26).
public func span<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.span, attributes, content)
}

/// `span`, empty.
public func span<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.span, attributes)
}

/// `a`: a link, where it has `href` (HTML 4.5.1).
public func a<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.a, attributes, content)
}

/// `a`, empty.
public func a<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.a, attributes)
}

/// `button`: a button (HTML 4.10.6).
public func button<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.button, attributes, content)
}

/// `button`, empty.
public func button<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.button, attributes)
}

/// `form`: a form (HTML 4.10.3).
public func form<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.form, attributes, content)
}

/// `form`, empty.
public func form<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.form, attributes)
}

/// A button that offers a message when it is pressed, wherever it stands and with no script.
///
/// ```swift
/// button("+", .increment)
/// ```
public func button<Message: Encodable & Sendable>(
    _ label: String,
    _ message: Message,
    _ attributes: Attribute<Message>...
) -> Html<Message> {
    element(.button, [.onClick(message)] + attributes, text: label)
}

/// `input`: a control of a form (HTML 4.10.5).
public func input<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.input, attributes)
}
