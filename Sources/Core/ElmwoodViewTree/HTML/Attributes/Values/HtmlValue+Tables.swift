// The values of the attributes in Attribute+Tables.swift.

extension HtmlValue {
    /// The cells that a header cell applies to.
    public enum HeaderScope: String, CaseIterable, Sendable {
        /// The cells of a row or a column, or of a group of them.
        case row, col, rowgroup, colgroup
    }
}
