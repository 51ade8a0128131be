// Tabular data (HTML Standard §4.9).

/// A table. Its rows stand in a `tbody`, `thead` or `tfoot`: a browser puts one around a `tr` that stands in it
/// straight.
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

/// The title of a `table`; its first child.
public func caption<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.caption, attributes, content)
}

/// `caption`, empty.
public func caption<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.caption, attributes)
}

/// A group of columns.
public func colgroup<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.colgroup, attributes, content)
}

/// `colgroup`, empty.
public func colgroup<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.colgroup, attributes)
}

/// One or more columns of a `colgroup`.
public func col<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.col, attributes)
}

/// A block of a table's rows.
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

/// The rows with the column headers.
public func thead<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.thead, attributes, content)
}

/// `thead`, empty.
public func thead<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.thead, attributes)
}

/// The rows with the column summaries.
public func tfoot<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.tfoot, attributes, content)
}

/// `tfoot`, empty.
public func tfoot<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.tfoot, attributes)
}

/// A row of a table.
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

/// A data cell.
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

/// A header cell.
public func th<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.th, attributes, content)
}

/// `th`, empty.
public func th<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.th, attributes)
}
