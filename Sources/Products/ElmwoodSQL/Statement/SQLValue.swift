import FoundationEssentials

/// A value as it is bound in a statement.
///
/// How each case is stored depends on the database: the table in `Documentation/Data.md` tells.
public enum SQLValue: Sendable, Hashable {
    /// NULL.
    case null
    /// A truth value; 0 or 1 in SQLite.
    case boolean(Bool)
    /// An integer of 64 bits.
    case integer(Int64)
    /// A floating-point number of 64 bits.
    case real(Double)
    /// The digits of a decimal number, such as `12.50`.
    case decimal(String)
    /// A text.
    case text(String)
    /// Bytes.
    case bytes([UInt8])
    /// A moment, to the microsecond, of the years 1 to 9999.
    case date(Date)
    /// A UUID.
    case uuid(UUID)
    /// A text of JSON.
    case json(String)
}

/// The type of a bound value.
public enum SQLType: Sendable, Hashable {
    /// A truth value.
    case boolean
    /// An integer of 64 bits.
    case integer
    /// A floating-point number of 64 bits.
    case real
    /// A decimal number.
    case decimal
    /// A text.
    case text
    /// Bytes.
    case bytes
    /// A moment.
    case date
    /// A UUID.
    case uuid
    /// JSON.
    case json
}
