/// Any JSON, as a value: what a program makes its model of where an earlier version of it has stored another one.
///
/// It is looked into by key and place, changed in place, and decoded into the type that it is of by then. Literals make one.
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
    /// `null`. A property that is nil is mostly not written at all.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, whole or not: see ``JSONNumber``.
    case number(JSONNumber)
    /// A text.
    case string(String)
    /// Values one after the other.
    case array([JSONValue])
    /// Values that have names. Their order says nothing, and is not kept.
    case object([String: JSONValue])
}

extension JSONValue {
    /// The JSON that a value is encoded as, in a model too.
    ///
    /// ```swift
    /// model["tags"] = try JSONValue(encoding: [Tag.home, .urgent])
    /// ```
    ///
    /// - Throws: what the value's `encode(to:)` throws, or where it is nested more than 512 deep.
    public init(encoding value: some Encodable) throws {
        self = try JSON.decode(JSONValue.self, from: JSON.encode(value))
    }

    /// The value of that type that is encoded as this.
    ///
    /// ```swift
    /// let todos = try model["todos"]?.decode([Todo].self)
    /// ```
    ///
    /// - Throws: where this is of another shape than that type.
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

    /// An object of these members. Of two that have the same name the latter counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { $1 })
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON, with the members of objects in order.
    public var description: String {
        (try? JSON.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "JSON that cannot be written"
    }
}
