// Tabular data (HTML Standard §4.9).

/// A table. Its rows belong to a `tbody`, `thead` or `tfoot`: a browser puts a `tbody` around a `tr` that is a direct child.
@inlinable public var table: HtmlElement { HtmlElement(.table) }

/// The title of a `table`; its first child.
@inlinable public var caption: HtmlElement { HtmlElement(.caption) }

/// A group of columns.
@inlinable public var colgroup: HtmlElement { HtmlElement(.colgroup) }

/// One or more columns of a `colgroup`.
@inlinable public var col: HtmlVoidElement { HtmlVoidElement(.col) }

/// A block of a table's rows.
@inlinable public var tbody: HtmlElement { HtmlElement(.tbody) }

/// The rows with the column headers.
@inlinable public var thead: HtmlElement { HtmlElement(.thead) }

/// The rows with the column summaries.
@inlinable public var tfoot: HtmlElement { HtmlElement(.tfoot) }

/// A row of a table.
@inlinable public var tr: HtmlElement { HtmlElement(.tr) }

/// A data cell.
@inlinable public var td: HtmlElement { HtmlElement(.td) }

/// A header cell.
@inlinable public var th: HtmlElement { HtmlElement(.th) }
