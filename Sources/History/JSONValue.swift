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

/// The name of an object's member, whatever it is.
private struct JSONKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        // Containers first: what fails within one need not be tried as anything else.
        if var elements = try? decoder.unkeyedContainer() {
            var array: [JSONValue] = []
            while !elements.isAtEnd { array.append(try elements.decode(JSONValue.self)) }
            self = .array(array)
            return
        }
        if let members = try? decoder.container(keyedBy: JSONKey.self) {
            var object: [String: JSONValue] = [:]
            for key in members.allKeys { object[key.stringValue] = try members.decode(JSONValue.self, forKey: key) }
            self = .object(object)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? value.decode(UInt64.self) {
            self = .unsigned(number)
        } else {
            self = .number(try value.decode(Double.self))
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
