import FoundationEssentials

/// A number of JSON, as exact as the Swift number that it was encoded from.
///
/// Two are equal if they are the same number: `3` and `3.0`, for instance.
///
/// ```swift
/// let count = value["count"]?.number?.integer ?? 0
/// value["count"] = .number(JSONNumber(count + 1))
/// ```
public struct JSONNumber: Equatable, Sendable {
    /// How a number is stored: as the first of these that is exact, so that each number has one form only.
    private enum Kind: Equatable {
        case integer(Int64)
        case unsigned(UInt64)
        case double(Double)
        /// A number with more digits than the other cases can store: one encoded from a `Decimal` or a `UInt128`.
        case decimal(Decimal)
    }

    private let kind: Kind

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// A whole number.
    public init(_ value: Int) {
        kind = .integer(Int64(value))
    }

    /// A number with a fraction, or a large one. JSON has no infinity and no NaN: as in every model, those are encoded as a text.
    public init(_ value: Double) {
        // A double means the number that it is printed as, so its digits are parsed here. Negative zero has a sign besides.
        let isWhole = value.magnitude < 0x1p65 && value.rounded() == value && value != 0
        let digits = isWhole ? Decimal(string: "\(value)").map { "\($0)" } : nil
        if let integer = digits.flatMap({ Int64($0) }) {
            kind = .integer(integer)
        } else if let integer = digits.flatMap({ UInt64($0) }) {
            kind = .unsigned(integer)
        } else if value == 0 && value.sign == .plus {
            kind = .integer(0)
        } else {
            kind = .double(value)
        }
    }

    /// The number as an `Int`; nil if it has a fraction or does not fit.
    public var integer: Int? {
        switch kind {
        case .integer(let value): Int(exactly: value)
        case .unsigned(let value): Int(exactly: value)
        case .double(let value): Int(exactly: value)
        case .decimal: nil
        }
    }

    /// The number as a `Double`, or the nearest one.
    public var double: Double {
        switch kind {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        case .decimal(let value): Double("\(value)") ?? .nan
        }
    }
}

extension JSONNumber: Codable {
    /// Reads a JSON number exactly.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let double = try container.decode(Double.self)
        // A decimal holds all digits that Swift writes for a number. It is nil beyond some 160 digits before the point, or 120
        // after it.
        let decimal = try? container.decode(Decimal.self)
        let isWhole = double.rounded() == double && double != 0
        if isWhole, let integer = try? container.decode(Int64.self), decimal == nil || decimal == Decimal(integer) {
            self.init(.integer(integer))
        } else if isWhole, let integer = try? container.decode(UInt64.self),
            decimal == nil || decimal == Decimal(integer)
        {
            self.init(.unsigned(integer))
        } else if let decimal, decimal != Decimal(string: "\(double)") {
            self.init(.decimal(decimal))
        } else {
            self.init(double)
        }
    }

    /// Writes the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch kind {
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        }
    }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A whole number.
    public init(integerLiteral value: Int) { self.init(value) }

    /// A number with a fraction.
    public init(floatLiteral value: Double) { self.init(value) }
}

extension JSONNumber: CustomStringConvertible {
    /// The number in digits.
    public var description: String {
        switch kind {
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .double(let value): "\(value)"
        case .decimal(let value): "\(value)"
        }
    }
}
