/// Whose a stored value is.
public enum StorageScope: String, Equatable, Sendable {
    /// The visitor's own: nobody else can load it. It outlives the session, and is there when the same browser comes back.
    case visitor
    /// The site's: every visitor's session loads the same.
    case shared
}

extension Command {
    /// Stores a value, under that key, in the place of what is stored there.
    ///
    /// ```swift
    /// return .save(model.count, as: "count")
    /// ```
    ///
    /// What one session saves, loads and removes is carried out in that order. The value is kept as JSON; programs of the
    /// same site share the keys. What cannot be stored (a value of more than 1 MB, a key of more than 200 bytes, a full
    /// disk) is logged, and what was stored before stays.
    public static func save(
        _ value: some Codable & Sendable,
        as key: String,
        in scope: StorageScope = .visitor
    ) -> Self {
        Self(.save(Payload(value), as: key, scope))
    }

    /// Loads the value that is stored under that key, and makes a message of it; of nil where there is none.
    ///
    /// ```swift
    /// case loaded(Int?)
    /// …
    /// return .load("count", Message.loaded)
    /// ```
    ///
    /// A value that is no `Value` any more, since the type has changed, and one that cannot be read are logged, and come as
    /// nil. With an id the load can be cancelled, and a later command of the same id takes its place.
    public static func load<Value: Codable & Sendable>(
        _ key: String,
        in scope: StorageScope = .visitor,
        id: String? = nil,
        _ message: @escaping @Sendable (Value?) -> P.Message
    ) -> Self {
        Self(.load(key, scope, StoredValueReader(message)), id: id)
    }

    /// Removes what is stored under that key; nothing where there is none.
    public static func remove(_ key: String, in scope: StorageScope = .visitor) -> Self {
        Self(.remove(key, scope))
    }
}
