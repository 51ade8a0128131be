import ElmwoodStorage
import Glibc

/// What a data folder contains, or a backup of one.
struct DataContents {
    /// The site's own stores, in the order in which they are copied. Values are saved after the turn that asks for it is stored: copied
    /// after the sessions, they contain all that these have saved. The same holds for the app's databases, which follow.
    static let stores = ["sessions.sqlite", "storage.sqlite"]
    static let uploads = "uploads"
    /// What SQLite writes beside a database while it is used, by the ends of the names.
    private static let companions = ["-wal", "-shm", "-journal"]
    /// What a new data folder gets anew; `lost+found` is the file system's own.
    private static let dispensable: Set = ["lock", "faults", "lost+found"]

    /// The databases: the stores, and then those of the app.
    let databases: [String]
    /// The files and folders that are neither databases nor Elmwood's own.
    let others: [String]

    /// Lists what is directly in a folder. An app's database is known by its content, whatever its name is.
    ///
    /// The app's databases may be open in other processes, but not in this one: see ``SQLiteBackup/isDatabase(_:)``.
    init(of folder: String) {
        let names = Files.names(in: folder)
        var databases = Self.stores.filter(names.contains)
        var others: [String] = []
        let known = Set(databases + names.flatMap(Self.companions(of:)) + [Self.uploads]).union(Self.dispensable)
        for name in names where !known.contains(name) {
            switch Files.type("\(folder)/\(name)") {
            case S_IFREG where !Self.isSetAside(name) && SQLiteBackup.isDatabase("\(folder)/\(name)"):
                databases.append(name)
            case S_IFREG, S_IFDIR, S_IFLNK: others.append(name)
            // Sockets and the like have no content.
            default: break
            }
        }
        self.databases = databases
        self.others = others
    }

    /// Returns the names of the files that SQLite may write beside a database.
    static func companions(of database: String) -> [String] { companions.map { database + $0 } }

    /// Whether it is the name of a store that was damaged, and has been replaced by a new one.
    private static func isSetAside(_ name: String) -> Bool { stores.contains { name.hasPrefix($0 + ".damaged-") } }
}
