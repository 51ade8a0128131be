/// A model that an earlier version of the program stored: JSON that no longer decodes as a `Model`.
///
/// ```swift
/// func migrate(from stored: StoredModel) throws -> Model? {
///     let old = try stored.decode(FirstModel.self)
///     return Model(items: old.titles.map { Item(title: $0) })
/// }
/// ```
///
/// If little has changed, ``value`` is shorter: the old shape needs no types of its own. If properties were only added, nothing has
/// to be done: see ``decode(_:completedFrom:)``.
public struct StoredModel: Sendable {
    /// The stored model as JSON, in UTF-8.
    public let json: [UInt8]

    /// Creates a stored model; tests make their own.
    public init(json: [UInt8]) {
        self.json = json
    }

    /// Decodes the model as an old type.
    ///
    /// - Throws: an error if it has another shape.
    public func decode<Old: Decodable>(_ type: Old.Type) throws -> Old {
        try JSON.decode(type, from: json)
    }

    /// The model as untyped JSON, to be changed into the new shape.
    ///
    /// ```swift
    /// var model = try stored.value
    /// model.rename("titles", to: "items")
    /// return try model.decode(Model.self)
    /// ```
    ///
    /// - Throws: an error if it is not JSON, or is nested more than 512 deep.
    public var value: JSONValue {
        get throws { try JSON.decode(JSONValue.self, from: json) }
    }
}
