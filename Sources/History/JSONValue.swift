import Architecture

/// Any JSON, as a value.
///
/// ```swift
/// let value: JSONValue = .object(["count": .integer(3)])
/// ```
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number that is no ``integer(_:)``: beyond its range, or with a fraction.
    case number(Double)
    /// A whole number beyond the range of ``integer(_:)``.
    case unsigned(UInt64)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue {
    /// The JSON that a value is encoded as.
    package init(encoding value: some Encodable) throws {
        self = try JSON.decode(JSONValue.self, from: JSON.encode(value))
    }

    /// The value of that type that is encoded as this.
    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSON.decode(type, from: JSON.encode(self))
    }
}
