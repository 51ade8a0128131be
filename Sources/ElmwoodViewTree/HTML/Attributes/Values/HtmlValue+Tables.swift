// The values of the attributes in Attribute+Tables.swift.

extension HtmlValue {
    /// Which cells a header cell is for.
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
