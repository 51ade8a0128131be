/// What `elmwood new` adds to a package if it is asked to.
enum PackagePart: String, CaseIterable {
    /// Notes in a SQLite database.
    case sql
    /// A poll, which all visitors see.
    case shared
    /// Register, sign in and sign out.
    case accounts

    /// Whether it needs a database.
    var needsDatabase: Bool { self != .shared }
}
