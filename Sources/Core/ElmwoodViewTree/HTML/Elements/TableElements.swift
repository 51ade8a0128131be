// Tabular data (HTML Standard §4.9).

/// A table. Its rows belong to a `tbody`, `thead` or `tfoot`: a browser puts a `tbody` around a `tr` that is a direct child.
@inlinable
public func table<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.table, attributes, content)
}

/// `table`, empty.
@inlinable
public func table<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.table, attributes)
}

/// The title of a `table`; its first child.
@inlinable
public func caption<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.caption, attributes, content)
}

/// `caption`, empty.
@inlinable
public func caption<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.caption, attributes)
}

/// A group of columns.
@inlinable
public func colgroup<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.colgroup, attributes, content)
}

/// `colgroup`, empty.
@inlinable
public func colgroup<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.colgroup, attributes)
}

/// One or more columns of a `colgroup`.
@inlinable
public func col<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.col, attributes)
}

/// A block of a table's rows.
@inlinable
public func tbody<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.tbody, attributes, content)
}

/// `tbody`, empty.
@inlinable
public func tbody<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.tbody, attributes)
}

/// The rows with the column headers.
@inlinable
public func thead<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.thead, attributes, content)
}

/// `thead`, empty.
@inlinable
public func thead<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.thead, attributes)
}

/// The rows with the column summaries.
@inlinable
public func tfoot<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.tfoot, attributes, content)
}

/// `tfoot`, empty.
@inlinable
public func tfoot<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.tfoot, attributes)
}

/// A row of a table.
@inlinable
public func tr<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.tr, attributes, content)
}

/// `tr`, empty.
@inlinable
public func tr<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.tr, attributes)
}

/// A data cell.
@inlinable
public func td<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.td, attributes, content)
}

/// `td`, empty.
@inlinable
public func td<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.td, attributes)
}

/// A header cell.
@inlinable
public func th<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.th, attributes, content)
}

/// `th`, empty.
@inlinable
public func th<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.th, attributes)
}
