/// A model as an earlier version of the program stored it: JSON that is no `Model` any more.
///
/// ```swift
/// func migrate(from stored: StoredModel) throws -> Model? {
///     let old = try stored.decode(FirstModel.self)
///     return Model(items: old.titles.map { Item(title: $0) })
/// }
/// ```
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
}
