/// Opens stores of one kind by their addresses, such as `postgresql://…`.
///
/// A site that has it can be told by its settings to use such a store: `ELMWOOD_SESSIONS=postgresql://shop@db.example/shop`.
///
/// ```swift
/// import ElmwoodPostgreSQL
///
/// var site = Site()
/// site.use(.postgresql)
/// ```
public struct SessionStoreScheme: Sendable {
    /// The stores at an address.
    public struct Stores: Sendable {
        /// The store of visitors' sessions.
        public var sessions: any SessionStore
        /// The store of what programs save; nil for that of the data folder.
        public var values: (any Storage)?

        /// Creates the stores of an address.
        public init(sessions: any SessionStore, values: (any Storage)? = nil) {
            self.sessions = sessions
            self.values = values
        }
    }

    /// What addresses begin with, before the colon, in small letters.
    public let names: [String]

    /// Opens the stores at an address. The limits are those of saved values; the last argument is called with a warning.
    package let open: @Sendable (String, StorageLimits, @escaping @Sendable (String) -> Void) throws -> Stores

    /// Creates a kind of stores.
    ///
    /// - Parameters:
    ///   - names: What addresses begin with, before the colon, in small letters.
    ///   - open: Opens the stores at an address, and throws an error that describes itself in a sentence without the address, which
    ///     may contain a password. The last argument is called with what an operator should know.
    public init(
        _ names: [String],
        open: @escaping @Sendable (String, StorageLimits, @escaping @Sendable (String) -> Void) throws -> Stores
    ) {
        self.names = names
        self.open = open
    }
}
