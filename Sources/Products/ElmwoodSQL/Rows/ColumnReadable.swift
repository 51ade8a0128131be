import FoundationEssentials

/// A number does not fit in the type that it is read as.
struct NumberDoesNotFit: Error {}

/// A type that is read from a column directly, and not by its own `init(from:)`.
protocol ColumnReadable {
    /// Returns the value as one of this type; nil if it is of another kind, or NULL.
    static func read(_ value: SQLValue) throws(NumberDoesNotFit) -> Self?
}

extension SQLValue {
    /// What the value is, in an error's sentence.
    var noun: String {
        switch self {
        case .null: "NULL"
        case .boolean: "a truth value"
        case .integer: "an integer"
        case .real: "a floating-point number"
        case .decimal: "a decimal number"
        case .text: "a text"
        case .bytes: "bytes"
        case .date: "a date"
        case .uuid: "a UUID"
        case .json: "JSON"
        }
    }
}

extension Bool: ColumnReadable {
    static func read(_ value: SQLValue) -> Bool? {
        switch value {
        case .boolean(let isTrue): isTrue
        case .integer(0): false
        case .integer(1): true
        default: nil
        }
    }
}

extension ColumnReadable where Self: FixedWidthInteger {
    static func read(_ value: SQLValue) throws(NumberDoesNotFit) -> Self? {
        let number: Self?
        switch value {
        case .integer(let integer): number = Self(exactly: integer)
        // A sum of PostgreSQL's bigint is numeric.
        case .decimal(let digits): number = Self(digits)
        default: return nil
        }
        guard let number else { throw NumberDoesNotFit() }
        return number
    }
}

extension Int: ColumnReadable {}
extension Int8: ColumnReadable {}
extension Int16: ColumnReadable {}
extension Int32: ColumnReadable {}
extension Int64: ColumnReadable {}
extension UInt: ColumnReadable {}
extension UInt8: ColumnReadable {}
extension UInt16: ColumnReadable {}
extension UInt32: ColumnReadable {}
extension UInt64: ColumnReadable {}

extension Double: ColumnReadable {
    static func read(_ value: SQLValue) throws(NumberDoesNotFit) -> Double? {
        switch value {
        case .real(let number): return number
        case .integer(let integer):
            guard let number = Double(exactly: integer) else { throw NumberDoesNotFit() }
            return number
        case .decimal(let digits): return Double(digits)
        default: return nil
        }
    }
}

extension Float: ColumnReadable {
    static func read(_ value: SQLValue) throws(NumberDoesNotFit) -> Float? { try Double.read(value).map { Float($0) } }
}

extension Decimal: ColumnReadable {
    static func read(_ value: SQLValue) -> Decimal? {
        switch value {
        case .decimal(let digits), .text(let digits): Decimal(string: digits)
        case .integer(let number): Decimal(number)
        case .real(let number): Decimal(number)
        default: nil
        }
    }
}

extension String: ColumnReadable {
    static func read(_ value: SQLValue) -> String? {
        switch value {
        case .text(let text), .json(let text), .decimal(let text): text
        default: nil
        }
    }
}

extension Array: ColumnReadable where Element == UInt8 {
    static func read(_ value: SQLValue) -> [UInt8]? {
        switch value {
        case .bytes(let bytes): bytes
        case .text(let text): Array(text.utf8)
        default: nil
        }
    }
}

extension Data: ColumnReadable {
    static func read(_ value: SQLValue) -> Data? { [UInt8].read(value).map { Data($0) } }
}

extension Date: ColumnReadable {
    static func read(_ value: SQLValue) -> Date? {
        switch value {
        case .date(let date): date
        case .text(let text): DateText.date(text)
        case .integer(let seconds): Date(timeIntervalSince1970: Double(seconds))
        case .real(let seconds): Date(timeIntervalSince1970: seconds)
        default: nil
        }
    }
}

extension UUID: ColumnReadable {
    static func read(_ value: SQLValue) -> UUID? {
        switch value {
        case .uuid(let uuid): uuid
        case .text(let text): UUID(uuidString: text)
        case .bytes(let bytes): UUID(bytes: bytes)
        default: nil
        }
    }
}

extension UUID {
    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
                bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            )
        )
    }
}
