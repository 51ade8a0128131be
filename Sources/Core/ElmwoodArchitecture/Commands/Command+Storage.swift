/// Who a stored value belongs to.
public enum StorageScope: String, Equatable, Sendable {
    /// The visitor's own: nobody else can load it. It outlives the session, and is available when the same browser returns.
    case visitor
    /// The site's: every visitor's session loads the same value.
    case shared
}

extension Command where P: Program {
    /// Stores a value under that key, replacing the one that is stored there.
    ///
    /// ```swift
    /// return .save(model.count, as: "count")
    /// ```
    ///
    /// The saves, loads and removals of one session are carried out in order. The value is stored as JSON; programs of the same
    /// site share the keys. A failure (a value of more than 1 MB, a key of more than 200 bytes, a full disk) is logged, and the
    /// value that was stored before remains.
    public static func save(
        _ value: some Codable & Sendable,
        as key: String,
        in scope: StorageScope = .visitor
    ) -> Self {
        Self(.save(Payload(value), as: key, scope))
    }

    /// Loads the value stored under that key and makes a message of it, or of nil if there is none.
    ///
    /// ```swift
    /// case loaded(Int?)
    /// …
    /// return .load("count", Message.loaded)
    /// ```
    ///
    /// A value that cannot be read, or no longer decodes as a `Value` because the type has changed, is logged and loaded as nil.
    /// With an id the load can be cancelled, and a later command of the same id replaces it.
    public static func load<Value: Codable & Sendable>(
        _ key: String,
        in scope: StorageScope = .visitor,
        id: String? = nil,
        _ message: @escaping @Sendable (Value?) -> P.Message
    ) -> Self {
        Self(.load(key, scope, StoredValueReader(message)), id: id)
    }

    /// Removes the value stored under that key. Does nothing if there is none.
    public static func remove(_ key: String, in scope: StorageScope = .visitor) -> Self {
        Self(.remove(key, scope))
    }

    /// Removes all values that the visitor has saved, of all programs of the site. Shared values remain.
    ///
    /// ```swift
    /// case .deleteEverything: return .batch(.removeAll(), .endSession)
    /// ```
    public static func removeAll() -> Self { Self(.removeAll) }
}
