// The values of the attributes in Attribute+Tables.swift.

extension HtmlValue {
    /// The cells that a header cell applies to.
    public enum HeaderScope: String, CaseIterable, Sendable {
        /// `row`.
        case row
        /// `col`.
        case col
        /// `rowgroup`.
        case rowgroup
        /// `colgroup`.
        case colgroup
    }
}
