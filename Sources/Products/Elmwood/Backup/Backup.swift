import ElmwoodStorage
import Glibc

/// A copy of a site's data folder: all databases that are directly in it, and the uploaded files that the stores refer to.
///
/// A backup is a folder. It is written under another name, `….partial-` and a number, and renamed when it is complete.
struct Backup {
    private static let uploads = DataContents.uploads

    /// The backup's folder.
    let path: String
    /// The site's data folder.
    let data: String

    /// - Parameter path: the backup's folder.
    init(at path: String, of data: String) {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        self.data = data
    }

    // MARK: Writing

    /// Writes the backup. The site may run meanwhile.
    ///
    /// - Returns: a sentence on what it contains, and one on what it does not.
    /// - Throws: an error that describes itself. Then there is no backup.
    func write() throws -> String {
        let lock = try DataFolder(data).lock()
        defer { lock.release() }
        guard !Files.exist(path) else { throw SettingsError("\(path) exists already: a backup is a new folder.") }
        let contents = DataContents(of: data)
        guard !contents.databases.isEmpty else { throw SettingsError("There is nothing to back up in \(data).") }
        let partial = "\(path).partial-\(UInt32.random(in: 0 ... .max))"
        try Files.make(partial)
        do {
            for database in contents.databases {
                try SQLiteBackup.copy("\(data)/\(database)", to: "\(partial)/\(database)")
                try Files.synchronize("\(partial)/\(database)")
            }
            let count = try copyUploads(to: partial)
            try Files.synchronize(partial)
            guard rename(partial, path) == 0 else { throw Files.error("\(partial) cannot be renamed to \(path)") }
            let copied = contents.databases + (count > 0 ? ["uploaded files (\(count))"] : [])
            return "\(path) is a backup of \(data): \(copied.joined(separator: ", "))."
                + Self.sentence("Not included", contents.others)
        } catch {
            Files.remove(partial)
            throw error
        }
    }

    /// Copies the uploaded files that the copied stores mention. Returns their number.
    private func copyUploads(to partial: String) throws -> Int {
        let names = Set(Files.names(in: "\(data)/\(Self.uploads)"))
        guard !names.isEmpty else { return 0 }
        var mentioned: Set<String> = []
        for store in DataContents.stores where Files.exist("\(partial)/\(store)") {
            mentioned.formUnion(try SQLiteBackup.names(in: "\(partial)/\(store)", among: names))
        }
        guard !mentioned.isEmpty else { return 0 }
        try Files.make("\(partial)/\(Self.uploads)")
        var count = 0
        // A file whose time has ended meanwhile would also be missing a moment later.
        for name in mentioned.sorted()
        where try Files.copy("\(data)/\(Self.uploads)/\(name)", to: "\(partial)/\(Self.uploads)/\(name)") {
            count += 1
        }
        return count
    }

    /// Returns a sentence that follows another one and names files, of which there may be thousands; nothing if there are none.
    private static func sentence(_ beginning: String, _ names: [String]) -> String {
        guard !names.isEmpty else { return "" }
        let further = names.count > 20 ? ", and \(names.count - 20) more" : ""
        return " \(beginning): \(names.prefix(20).joined(separator: ", "))\(further)."
    }

    // MARK: Restoring

    /// Puts the backup in the place of the site's data, which is kept beside it. The site must not run.
    ///
    /// A database that the backup does not have stays where it is, unless it is a store.
    ///
    /// - Returns: a sentence on where the former data are, and others on what was not restored.
    /// - Throws: an error that describes itself. Then the site's data are what they were.
    func restore() throws -> String {
        let contents = DataContents(of: path)
        guard !contents.databases.isEmpty else { throw SettingsError("\(path) is no backup of a site.") }
        let lock = try DataFolder(data).lockAlone()
        defer { lock.release() }
        // The copy is complete and checked before anything is moved. SQLite writes beside a file that it reads, so the backup itself
        // is not opened.
        let partial = "\(data)/restore.partial-\(UInt32.random(in: 0 ... .max))"
        try Files.make(partial)
        defer { Files.remove(partial) }
        for database in contents.databases {
            guard try Files.copy("\(path)/\(database)", to: "\(partial)/\(database)") else {
                throw SettingsError("\(path)/\(database) has disappeared.")
            }
            try SQLiteBackup.check("\(partial)/\(database)")
        }
        let uploads = Files.names(in: "\(path)/\(Self.uploads)")
        if !uploads.isEmpty { try Files.make("\(partial)/\(Self.uploads)") }
        for name in uploads {
            _ = try Files.copy("\(path)/\(Self.uploads)/\(name)", to: "\(partial)/\(Self.uploads)/\(name)")
        }
        let unchanged = DataContents(of: data).databases.filter {
            !contents.databases.contains($0) && !DataContents.stores.contains($0)
        }
        let former = try exchange(partial, contents.databases)
        return "\(data) is as in \(path)." + (former.map { " What was there before is in \($0)." } ?? "")
            + Self.sentence("Not in the backup, and unchanged", unchanged)
            + Self.sentence("Not restored", contents.others)
    }

    /// Moves the site's data aside, and the restored ones to their place. Returns the folder of the former; nil if there were none.
    private func exchange(_ partial: String, _ databases: [String]) throws -> String? {
        var number = 1
        while Files.exist("\(data)/before-restore-\(number)") { number += 1 }
        let aside = "\(data)/before-restore-\(number)"
        let replaced = DataContents.stores + databases.filter { !DataContents.stores.contains($0) }
        // What is left of a former database would be taken for the restored one's.
        let names = replaced.flatMap { [$0] + DataContents.companions(of: $0) } + [Self.uploads]
        let present = names.filter { Files.exist("\(data)/\($0)") }
        if !present.isEmpty { try Files.make(aside) }
        let moves =
            present.map { ("\(data)/\($0)", "\(aside)/\($0)") }
            + names.filter { Files.exist("\(partial)/\($0)") }.map { ("\(partial)/\($0)", "\(data)/\($0)") }
        for (index, move) in moves.enumerated() where rename(move.0, move.1) != 0 {
            let error = Files.error("\(move.0) cannot be moved to \(move.1)")
            for (source, target) in moves[..<index].reversed() { rename(target, source) }
            if !present.isEmpty { rmdir(aside) }
            throw error
        }
        try Files.synchronize(data)
        return present.isEmpty ? nil : aside
    }
}
