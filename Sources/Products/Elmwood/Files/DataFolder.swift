import ElmwoodStorage
import Glibc

/// The folder of all persistent data. It is created when it is first needed, with access for its owner only.
struct DataFolder {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Creates the folder if there is none.
    ///
    /// - Throws: ``SettingsError`` if it cannot be created or written to.
    func create() throws { try make(path) }

    /// Returns the folder of uploaded files, where they are while they are read.
    ///
    /// - Parameter life: how long an upload in pieces waits for its next piece.
    /// - Throws: ``SettingsError`` if it cannot be created or written to.
    func uploads(life: Duration = .seconds(86_400)) throws -> String {
        let uploads = path + "/uploads"
        try make(path)
        try make(uploads)
        removeForgotten(in: uploads, after: max(86_400, Int(clamping: life.components.seconds)))
        return uploads
    }

    /// Opens the store of the values that programs save.
    ///
    /// - Throws: ``SettingsError`` if its folder cannot be created or written to, ``StorageError`` if it cannot be opened.
    func storage(_ limits: StorageLimits, _ log: Log) throws -> SQLiteStorage {
        try open("storage.sqlite", log) { try SQLiteStorage(path: $0, limits: limits) }
    }

    /// Returns the file by which processes that use the folder know of each other.
    ///
    /// - Throws: ``SettingsError`` if its folder cannot be created or written to.
    func lockFile() throws -> String {
        try make(path)
        return path + "/lock"
    }

    /// Returns the file that records what has ended the process.
    ///
    /// - Throws: ``SettingsError`` if its folder cannot be created or written to.
    func faults() throws -> String {
        try make(path)
        return path + "/faults"
    }

    /// Opens the store of the visitors' sessions.
    ///
    /// - Throws: ``SettingsError`` if its folder cannot be created or written to, ``StorageError`` if it cannot be opened.
    func sessions(survive durability: StorageDurability, _ log: Log) throws -> SQLiteSessionStore {
        try open("sessions.sqlite", log) { try SQLiteSessionStore(path: $0, survives: durability) }
    }

    /// Opens a store in this folder. A damaged file is kept under another name, and a new one begins: a site that did not start
    /// would help nobody.
    private func open<Store>(_ name: String, _ log: Log, _ open: (_ file: String) throws -> Store) throws -> Store {
        try make(path)
        let file = "\(path)/\(name)"
        do {
            return try open(file)
        } catch let error as StorageError where error.kind == .damaged {
            let aside = try setAside(file)
            log(.error, "\(error) It is kept as \(aside), and a new store begins.")
            return try open(file)
        }
    }

    /// Renames a store's file, and those beside it that SQLite needs to read it. Returns the new name.
    private func setAside(_ file: String) throws -> String {
        var number = 1
        while access("\(file).damaged-\(number)", F_OK) == 0 { number += 1 }
        let aside = "\(file).damaged-\(number)"
        for end in ["-wal", "-shm", ""] {
            guard rename(file + end, aside + end) != 0, errno != ENOENT else { continue }
            let reason = String(cString: strerror(errno))
            throw SettingsError("The damaged file \(file + end) cannot be renamed (\(reason)): move it elsewhere.")
        }
        return aside
    }

    private func make(_ folder: String) throws {
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            let reason = String(cString: strerror(errno))
            throw SettingsError(
                "The folder \(folder) cannot be created (\(reason)): set ELMWOOD_DATA to another folder."
            )
        }
        guard access(folder, W_OK | X_OK) == 0 else {
            throw SettingsError("The folder \(folder) is not writable: set ELMWOOD_DATA to another folder.")
        }
    }

    /// Removes files that have not been touched for a day or that time: their process ended before it could remove them.
    private func removeForgotten(in folder: String, after seconds: Int) {
        let oldest = time(nil) - seconds
        for name in Files.names(in: folder) {
            var status = stat()
            let path = "\(folder)/\(name)"
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mtim.tv_sec < oldest
            else {
                continue
            }
            unlink(path)
        }
    }
}
