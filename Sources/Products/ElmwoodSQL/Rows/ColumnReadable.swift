import FoundationEssentials

/// Why a value of a column is not one of the type.
enum ReadFailure: Error {
    case null, wrongType, doesNotFit
}

/// A type that is read from a column directly, and not by its own `init(from:)`.
protocol ColumnReadable {
    static func read(_ value: SQLValue) throws(ReadFailure) -> Self
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
    static func read(_ value: SQLValue) throws(ReadFailure) -> Bool {
        switch value {
        case .boolean(let isTrue): return isTrue
        case .integer(0): return false
        case .integer(1): return true
        case .null: throw .null
        default: throw .wrongType
        }
    }
}

extension ColumnReadable where Self: FixedWidthInteger {
    static func read(_ value: SQLValue) throws(ReadFailure) -> Self {
        switch value {
        case .integer(let number):
            guard let number = Self(exactly: number) else { throw .doesNotFit }
            return number
        // A sum of PostgreSQL's bigint is numeric.
        case .decimal(let digits):
            guard let number = Self(digits) else { throw .doesNotFit }
            return number
        case .null: throw .null
        default: throw .wrongType
        }
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
    static func read(_ value: SQLValue) throws(ReadFailure) -> Double {
        switch value {
        case .real(let number): return number
        case .integer(let number):
            guard let number = Double(exactly: number) else { throw .doesNotFit }
            return number
        case .decimal(let digits):
            guard let number = Double(digits) else { throw .wrongType }
            return number
        case .null: throw .null
        default: throw .wrongType
        }
    }
}

extension Float: ColumnReadable {
    static func read(_ value: SQLValue) throws(ReadFailure) -> Float { Float(try Double.read(value)) }
}

extension Decimal: ColumnReadable {
    static func read(_ value: SQLValue) throws(ReadFailure) -> Decimal {
        switch value {
        case .decimal(let digits), .text(let digits):
            guard let number = Decimal(string: digits) else { throw .wrongType }
            return number
        case .integer(let number): return Decimal(number)
        case .real(let number): return Decimal(number)
        case .null: throw .null
        default: throw .wrongType
        }
    }
}

extension String: ColumnReadable {
    static func read(_ value: SQLValue) throws(ReadFailure) -> String {
        switch value {
        case .text(let text), .json(let text), .decimal(let text): return text
        case .null: throw .null
        default: throw .wrongType
        }
    }
}

extension Array: ColumnReadable where Element == UInt8 {
    static func read(_ value: SQLValue) throws(ReadFailure) -> [UInt8] {
        switch value {
        case .bytes(let bytes): return bytes
        case .text(let text): return Array(text.utf8)
        case .null: throw .null
        default: throw .wrongType
        }
    }
}

extension Data: ColumnReadable {
    static func read(_ value: SQLValue) throws(ReadFailure) -> Data { Data(try [UInt8].read(value)) }
}

extension Date: ColumnReadable {
    static func read(_ value: SQLValue) throws(ReadFailure) -> Date {
        switch value {
        case .date(let date): return date
        case .text(let text):
            guard let date = DateText.date(text) else { throw .wrongType }
            return date
        case .integer(let seconds): return Date(timeIntervalSince1970: Double(seconds))
        case .real(let seconds): return Date(timeIntervalSince1970: seconds)
        case .null: throw .null
        default: throw .wrongType
        }
    }
}

extension UUID: ColumnReadable {
    static func read(_ value: SQLValue) throws(ReadFailure) -> UUID {
        switch value {
        case .uuid(let uuid): return uuid
        case .text(let text):
            guard let uuid = UUID(uuidString: text) else { throw .wrongType }
            return uuid
        case .bytes(let bytes):
            guard let uuid = UUID(bytes: bytes) else { throw .wrongType }
            return uuid
        case .null: throw .null
        default: throw .wrongType
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
