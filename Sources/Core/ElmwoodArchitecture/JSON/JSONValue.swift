/// Any JSON value. A program migrates a model that an earlier version stored by changing it in this form.
///
/// It is read by key and index, changed in place, and then decoded into the current type. It can be written as a literal.
///
/// ```swift
/// func migrate(from stored: StoredModel) throws -> Model? {
///     var model = try stored.value
///     model["todos"]?.updateEach { todo in
///         todo.rename("title", to: "text")
///         todo["tags"] = []
///     }
///     model["version"] = 2
///     return try model.decode(Model.self)
/// }
/// ```
public enum JSONValue: Equatable, Sendable {
    /// `null`. Synthesized encoding leaves out a property that is nil.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, whole or not: see ``JSONNumber``.
    case number(JSONNumber)
    /// A text.
    case string(String)
    /// An ordered list of values.
    case array([JSONValue])
    /// Named values, in no order.
    case object([String: JSONValue])
}

extension JSONValue {
    /// Encodes a value as JSON, as it is encoded within a model.
    ///
    /// ```swift
    /// model["tags"] = try JSONValue(encoding: [Tag.home, .urgent])
    /// ```
    ///
    /// - Throws: what the value's `encode(to:)` throws, or an error if it is nested more than 512 deep.
    public init(encoding value: some Encodable) throws {
        self = try JSON.decode(JSONValue.self, from: JSON.encode(value))
    }

    /// Returns the value of that type that this JSON encodes.
    ///
    /// ```swift
    /// let todos = try model["todos"]?.decode([Todo].self)
    /// ```
    ///
    /// - Throws: an error if this has another shape than that type.
    public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSON.decode(type, from: JSON.encode(self))
    }
}

// MARK: Literals

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

    /// A number with a fraction.
    public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
}

extension JSONValue: ExpressibleByStringInterpolation {
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// An array of these elements.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// An object of these members. If two have the same name, the latter counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { $1 })
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON, with the members of objects sorted.
    public var description: String {
        (try? JSON.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "JSON that cannot be written"
    }
}
