/// A model as an earlier version of the program stored it: JSON that is no `Model` any more.
///
/// ```swift
/// func migrate(from stored: StoredModel) throws -> Model? {
///     let old = try stored.decode(FirstModel.self)
///     return Model(items: old.titles.map { Item(title: $0) })
/// }
/// ```
///
/// Where little has changed, ``value`` is shorter: the old shape needs no types of its own. Where properties were added alone,
/// nothing has to be done at all: see ``decode(_:completedFrom:)``.
public struct StoredModel: Sendable {
    /// The model as it is stored, in UTF-8.
    public let json: [UInt8]

    /// A stored model; tests make their own.
    public init(json: [UInt8]) {
        self.json = json
    }

    /// The model in an old shape.
    ///
    /// - Throws: where it is of another shape than that.
    public func decode<Old: Decodable>(_ type: Old.Type) throws -> Old {
        try JSON.decode(type, from: json)
    }

    /// The model as a value of no type, to be changed into the new shape.
    ///
    /// ```swift
    /// var model = try stored.value
    /// model.rename("titles", to: "items")
    /// return try model.decode(Model.self)
    /// ```
    ///
    /// - Throws: where it is no JSON, or is nested more than 512 deep.
    public var value: JSONValue {
        get throws { try JSON.decode(JSONValue.self, from: json) }
    }
}
