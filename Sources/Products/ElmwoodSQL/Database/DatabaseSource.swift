/// Where a database is: ``sqlite(_:durability:)``, or `.postgresql(url)` from `ElmwoodPostgreSQL`.
public struct DatabaseSource: Sendable {
    let dialect: SQLDialect
    /// Whether reading and writing have connections of their own, of which one writes.
    let hasOneWriter: Bool
    /// Whether there is one connection at most, as for a database in memory, which is one connection's.
    let isSingle: Bool
    let openReader: OpenDriver
    let openWriter: OpenDriver

    /// A server whose connections are all equal.
    package init(server dialect: SQLDialect, open: @escaping OpenDriver) {
        self.dialect = dialect
        hasOneWriter = false
        isSingle = false
        openReader = open
        openWriter = open
    }

    /// A file of SQLite, created for its owner only if it does not exist. Its folder must exist.
    ///
    /// It is in WAL mode: any number of readers, and one writer, who does not wait for them. Foreign keys are enforced.
    ///
    /// - Parameters:
    ///   - path: A path, relative to the working directory or absolute; or `:memory:` for a database that lives as long as the
    ///     `Database`, for tests. It has one connection, so a transaction that stays open keeps all others waiting.
    ///   - durability: What a committed transaction survives.
    public static func sqlite(_ path: String, durability: SQLiteDurability = .powerLoss) -> DatabaseSource {
        let file = SQLiteFile(path: path, durability: durability)
        return DatabaseSource(file: file)
    }

    private init(file: SQLiteFile) {
        dialect = .sqlite
        hasOneWriter = !file.isInMemory
        isSingle = file.isInMemory
        openReader = { try SQLiteDriver(file, reads: !file.isInMemory, limits: $0, wakeup: $1) }
        openWriter = { try SQLiteDriver(file, reads: false, limits: $0, wakeup: $1) }
    }
}

/// What a committed transaction of SQLite survives.
public enum SQLiteDurability: Sendable, Hashable {
    /// The machine's loss of power: each commit waits for the disk.
    case powerLoss
    /// The end of the process. The most recent transactions may be lost on power failure; the file stays intact.
    case process
}

/// A kind of database that an address can name: `sqlite:` always, `postgresql:` as `.postgresql` of `ElmwoodPostgreSQL`.
public struct DatabaseScheme: Sendable {
    let names: [String]
    let source: @Sendable (String) -> DatabaseSource

    package init(_ names: [String], source: @escaping @Sendable (String) -> DatabaseSource) {
        self.names = names
        self.source = source
    }
}

extension Database {
    /// Creates a database from an address, as a setting has it: `sqlite:shop.sqlite`, `sqlite:///var/lib/shop.sqlite`,
    /// `sqlite::memory:`.
    ///
    /// An app that can use PostgreSQL too has the product `ElmwoodPostgreSQL`, and says so:
    ///
    /// ```swift
    /// import ElmwoodPostgreSQL
    ///
    /// let database = try Database(url: address, schemes: [.postgresql])      // postgresql://shop@db.example/shop
    /// ```
    ///
    /// - Throws: ``DatabaseError`` of kind `configuration` if the address names no database that the app can use. Its message has
    ///   the scheme of the address, and nothing else of it: the rest may be a password.
    public init(url: String, schemes: [DatabaseScheme] = [], limits: DatabaseLimits = DatabaseLimits()) throws {
        guard let colon = url.firstIndex(of: ":") else {
            let sentence =
                "The address of the database has no scheme. Write sqlite:shop.sqlite, or postgresql://user@host/shop."
            throw DatabaseError(.configuration, sentence)
        }
        let name = url[..<colon].lowercased()
        if name == "sqlite" {
            var path = url[url.index(after: colon)...]
            if path.hasPrefix("//") { path.removeFirst(2) }
            guard !path.isEmpty, !path.contains("?"), !path.contains("%") else {
                let sentence =
                    "The address of the database must be sqlite: and the path of a file, without “?” and “%”."
                throw DatabaseError(.configuration, sentence)
            }
            self.init(.sqlite(String(path)), limits: limits)
            return
        }
        if let scheme = schemes.first(where: { $0.names.contains(name) }) {
            self.init(scheme.source(url), limits: limits)
            return
        }
        if name == "postgresql" || name == "postgres" {
            let sentence = """
                The address of the database names PostgreSQL, which this app was built without. Add the product \
                ElmwoodPostgreSQL to its target, import it, and write Database(url: …, schemes: [.postgresql]).
                """
            throw DatabaseError(.configuration, sentence)
        }
        let known = (["sqlite"] + schemes.flatMap(\.names)).joined(separator: ", ")
        let shown = name.allSatisfy { $0.isLetter && $0.isASCII } && name.count <= 20 ? "“\(name)” " : ""
        throw DatabaseError(
            .configuration,
            "The address of the database has the scheme \(shown)that is none of these: \(known)."
        )
    }
}
