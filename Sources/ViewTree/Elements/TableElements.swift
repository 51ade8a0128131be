// Tabular data (HTML Standard §4.9).

/// A table. Its rows stand in a `tbody`, `thead` or `tfoot`: a browser puts one around a `tr` that stands in it
/// straight.
public func table<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.table, attributes, content)
}

/// The title of a `table`; its first child.
public func caption<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.caption, attributes, content)
}

/// A group of columns.
public func colgroup<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.colgroup, attributes, content)
}

/// One or more columns of a `colgroup`.
public func col<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.col, attributes)
}

/// A block of a table's rows.
public func tbody<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.tbody, attributes, content)
}

/// The rows with the column headers.
public func thead<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.thead, attributes, content)
}

/// The rows with the column summaries.
public func tfoot<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.tfoot, attributes, content)
}

/// A row of a table.
public func tr<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.tr, attributes, content)
}

/// A data cell.
public func td<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.td, attributes, content)
}

/// A header cell.
public func th<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message> = { .empty }
) rethrows -> Html<Message> {
    try element(.th, attributes, content)
}
