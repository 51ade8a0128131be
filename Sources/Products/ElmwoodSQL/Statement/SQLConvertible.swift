import FoundationEssentials

/// A type whose values can be bound in a statement.
///
/// Numbers, `String`, `Bool`, `Date`, `UUID`, `Decimal`, `[UInt8]` and `Data` conform. Enums and other types with a raw value of
/// these are bound without conforming. For a type of your own:
///
/// ```swift
/// extension Money: SQLConvertible {
///     static var sqlType: SQLType { .integer }
///     var sqlValue: SQLValue { .integer(Int64(cents)) }
/// }
/// ```
public protocol SQLConvertible {
    /// The type of all values: PostgreSQL needs it for an empty list.
    static var sqlType: SQLType { get }

    /// The value that is bound.
    var sqlValue: SQLValue { get }
}

extension Bool: SQLConvertible {
    /// A truth value.
    public static var sqlType: SQLType { .boolean }
    /// The truth value.
    public var sqlValue: SQLValue { .boolean(self) }
}

// There is none for UInt and UInt64: half of their values do not fit in a database's integer.
extension SQLConvertible where Self: FixedWidthInteger {
    /// An integer.
    public static var sqlType: SQLType { .integer }
    /// The integer.
    public var sqlValue: SQLValue { Int64(exactly: self).map(SQLValue.integer) ?? .decimal("\(self)") }
}

extension Int: SQLConvertible {}
extension Int8: SQLConvertible {}
extension Int16: SQLConvertible {}
extension Int32: SQLConvertible {}
extension Int64: SQLConvertible {}
extension UInt8: SQLConvertible {}
extension UInt16: SQLConvertible {}
extension UInt32: SQLConvertible {}

extension Double: SQLConvertible {
    /// A floating-point number.
    public static var sqlType: SQLType { .real }
    /// The number.
    public var sqlValue: SQLValue { .real(self) }
}

extension Float: SQLConvertible {
    /// A floating-point number.
    public static var sqlType: SQLType { .real }
    /// The number.
    public var sqlValue: SQLValue { .real(Double(self)) }
}

extension Decimal: SQLConvertible {
    /// A decimal number.
    public static var sqlType: SQLType { .decimal }
    /// The number.
    public var sqlValue: SQLValue { .decimal(description) }
}

extension String: SQLConvertible {
    /// A text.
    public static var sqlType: SQLType { .text }
    /// The text.
    public var sqlValue: SQLValue { .text(self) }
}

extension Substring: SQLConvertible {
    /// A text.
    public static var sqlType: SQLType { .text }
    /// The text.
    public var sqlValue: SQLValue { .text(String(self)) }
}

extension Array: SQLConvertible where Element == UInt8 {
    /// Bytes.
    public static var sqlType: SQLType { .bytes }
    /// The bytes.
    public var sqlValue: SQLValue { .bytes(self) }
}

extension Data: SQLConvertible {
    /// Bytes.
    public static var sqlType: SQLType { .bytes }
    /// The bytes.
    public var sqlValue: SQLValue { .bytes(Array(self)) }
}

extension Date: SQLConvertible {
    /// A moment.
    public static var sqlType: SQLType { .date }
    /// The moment.
    public var sqlValue: SQLValue { .date(self) }
}

extension UUID: SQLConvertible {
    /// A UUID.
    public static var sqlType: SQLType { .uuid }
    /// The UUID.
    public var sqlValue: SQLValue { .uuid(self) }
}
