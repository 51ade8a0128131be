import ElmwoodStorage
import ElmwoodTestSupport
import Glibc
import Testing

@testable import Elmwood

/// Backups of a data folder, and restoring them.
@Suite struct BackupTests {
    private let folder: String
    private var data: String { folder + "/data" }
    private var backup: Backup { Backup(at: folder + "/backup", of: data) }

    init() throws { folder = try temporaryFolder() }

    /// A data folder with a session whose model is that text, and one saved value.
    private func fill(_ data: String, model: String, id: SessionID = SessionID()) async throws -> SessionKey {
        let folder = DataFolder(data)
        let key = SessionKey(id: id, program: "/")
        let sessions = try folder.sessions(survive: .processEnd, Log(level: .none))
        let former = try await sessions.load(key)
        let session = StoredSession(
            version: StoredVersion((former?.version.number ?? 0) + 1),
            model: Array(model.utf8),
            visitor: VisitorID(),
            created: 1,
            used: 1
        )
        #expect(try await sessions.commit([.save(key, session, over: former?.version)]) == [true])
        try await folder.storage(StorageLimits(), Log(level: .none)).save(Array(model.utf8), as: "text", of: .shared)
        return key
    }

    /// The model of a session, and the saved value, in a data folder.
    private func content(_ data: String, _ key: SessionKey) async throws -> [String?] {
        let session = try await DataFolder(data).sessions(survive: .processEnd, Log(level: .none)).load(key)
        let value = try await DataFolder(data).storage(StorageLimits(), Log(level: .none)).load("text", of: .shared)
        return [session?.model, value].map { $0.map { String(decoding: $0, as: UTF8.self) } }
    }

    /// Writes a database of the app's own, with one text.
    private func database(_ name: String, _ text: String) async throws {
        try await SQLiteStorage(path: "\(data)/\(name)").save(Array(text.utf8), as: "text", of: .shared)
    }

    /// The text of a database of the app's own.
    private func text(_ path: String) async throws -> String? {
        try await SQLiteStorage(path: path).load("text", of: .shared).map { String(decoding: $0, as: UTF8.self) }
    }

    private func upload(_ name: String, _ content: String) throws {
        _ = try DataFolder(data).uploads()
        try write(content, to: "\(data)/uploads/\(name)")
    }

    private func write(_ content: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(content, file)
        fclose(file)
    }

    @Test func `What was backed up is restored, and what was there instead is kept`() async throws {
        defer { removeFolder(folder) }
        let key = try await fill(data, model: "first")
        _ = try backup.write()
        _ = try await fill(data, model: "second", id: key.id)
        #expect(try await content(data, key) == ["second", "second"])
        let sentence = try backup.restore()
        #expect(sentence.hasSuffix("What was there before is in \(data)/before-restore-1."))
        #expect(try await content(data, key) == ["first", "first"])
        #expect(try await content(data + "/before-restore-1", key) == ["second", "second"])
        // Once more, over what has been restored.
        #expect(try backup.restore().hasSuffix("before-restore-2."))
        #expect(try await content(data, key) == ["first", "first"])
        #expect(Files.names(in: data).filter { $0.contains("partial") } == [])
    }

    @Test func `A backup can be restored to a folder that does not exist yet`() async throws {
        defer { removeFolder(folder) }
        let key = try await fill(data, model: "first")
        _ = try backup.write()
        #expect(
            try Backup(at: folder + "/backup/", of: folder + "/other").restore()
                == "\(folder)/other is as in \(folder)/backup."
        )
        #expect(try await content(folder + "/other", key) == ["first", "first"])
    }

    @Test func `Only the owner can read a backup`() async throws {
        defer { removeFolder(folder) }
        _ = try await fill(data, model: "first")
        _ = try backup.write()
        for name in ["", "/sessions.sqlite", "/storage.sqlite"] {
            var status = stat()
            #expect(stat(folder + "/backup" + name, &status) == 0)
            #expect(status.st_mode & 0o077 == 0)
        }
    }

    @Test func `Uploaded files are included that a model, pending work or a value mentions, and no others`()
        async throws
    {
        defer { removeFolder(folder) }
        let names = [
            "0123456789abcdef0123456789abcdef", "ffff0000ffff0000ffff0000ffff0000", "aaaabbbbccccddddaaaabbbbccccdddd",
        ]
        for name in names { try upload(name, "content of \(name)") }
        // As JSON has it, and directly behind another digit.
        let key = try await fill(
            data,
            model: "{\"path\":\"\\/data\\/uploads\\/\(names[0])\",\"hash\":\"f\(names[1])\"}"
        )
        #expect(try backup.write().hasSuffix("uploaded files (2)."))
        #expect(Files.names(in: folder + "/backup/uploads") == [names[0], names[1]])
        unlink("\(data)/uploads/\(names[0])")
        _ = try backup.restore()
        #expect(Files.names(in: data + "/uploads") == [names[0], names[1]])
        #expect(Files.names(in: data + "/before-restore-1/uploads") == [names[2], names[1]].sorted())
        #expect(try await content(data, key)[0]?.contains(names[0]) == true)
    }

    @Test func `Each database of the folder is included whatever its name, and what is not is named`() async throws {
        defer { removeFolder(folder) }
        _ = try await fill(data, model: "first")
        try await database("shop", "first")
        try Files.make(data + "/photos")
        try await database("photos/index.sqlite", "nested")
        for name in ["notes.txt", "empty.sqlite", "sessions.sqlite.damaged-1", "lock", "faults"] {
            try write(name == "empty.sqlite" ? "" : "content", to: "\(data)/\(name)")
        }
        mkfifo(data + "/site.sock", 0o600)
        #expect(
            try backup.write()
                == "\(folder)/backup is a backup of \(data): sessions.sqlite, storage.sqlite, shop. "
                + "Not included: empty.sqlite, notes.txt, photos, sessions.sqlite.damaged-1."
        )
        #expect(Files.names(in: folder + "/backup") == ["sessions.sqlite", "shop", "storage.sqlite"])
        #expect(try await text(folder + "/backup/shop") == "first")
    }

    @Test func `Of very many files that are not included the first ones are named`() async throws {
        defer { removeFolder(folder) }
        _ = try await fill(data, model: "first")
        for number in 100..<125 { try write("content", to: "\(data)/\(number)") }
        #expect(try backup.write().hasSuffix(" 118, 119, and 5 more."))
    }

    @Test func `A site whose only data are an app's database has a backup`() async throws {
        defer { removeFolder(folder) }
        try Files.make(data)
        try await database("site.sqlite", "first")
        _ = try backup.write()
        try await database("site.sqlite", "second")
        _ = try backup.restore()
        #expect(try await text(data + "/site.sqlite") == "first")
    }

    @Test func `An app's databases are restored with the sessions, and what was there instead is kept`() async throws {
        defer { removeFolder(folder) }
        let key = try await fill(data, model: "first")
        try await database("shop", "first")
        try await database("gone", "first")
        _ = try backup.write()
        try write("content", to: folder + "/backup/README")
        _ = try await fill(data, model: "second", id: key.id)
        try await database("shop", "second")
        try await database("newer", "second")
        // What is left of a former database must not be read with the restored one.
        for end in ["", "-wal", "-shm"] { unlink("\(data)/gone\(end)") }
        for end in ["-wal", "-journal"] { try write("of another one", to: "\(data)/gone\(end)") }
        #expect(
            try backup.restore().hasSuffix(
                "before-restore-1. Not in the backup, and unchanged: newer. Not restored: README."
            )
        )
        #expect(try await content(data, key) == ["first", "first"])
        for name in ["shop", "gone"] { #expect(try await text("\(data)/\(name)") == "first") }
        #expect(try await text(data + "/newer") == "second")
        #expect(try await text(data + "/before-restore-1/shop") == "second")
        #expect(Files.exist(data + "/before-restore-1/gone-journal"))
        #expect(!Files.exist(data + "/gone-journal"))
    }

    @Test(.enabled(if: SmallDisk.isPossible, .init(rawValue: SmallDisk.reason)))
    func `If a database cannot be moved aside nothing is restored, and the data are what they were`() async throws {
        defer { removeFolder(folder) }
        let key = try await fill(data, model: "first")
        try await database("shop", "first")
        _ = try backup.write()
        _ = try await fill(data, model: "second", id: key.id)
        // What is mounted cannot be renamed.
        for end in ["", "-wal", "-shm"] { unlink("\(data)/shop\(end)") }
        try Files.make(data + "/shop")
        try #require(mount("tmpfs", data + "/shop", "tmpfs", 0, "size=100000") == 0)
        defer { umount2(data + "/shop", CInt(MNT_DETACH)) }
        #expect(throws: SettingsError.self) { try backup.restore() }
        #expect(try await content(data, key) == ["second", "second"])
        #expect(Files.names(in: data).allSatisfy { !$0.contains("restore") })
    }

    @Test func `While a process uses the folder a backup is written, and none restored`() async throws {
        defer { removeFolder(folder) }
        let key = try await fill(data, model: "first")
        let lock = try DataFolder(data).lock()
        let other = try DataFolder(data).lock()
        _ = try backup.write()
        #expect(throws: SettingsError("A site is running with \(data): stop it first.")) { try backup.restore() }
        lock.release()
        #expect(throws: SettingsError.self) { try backup.restore() }
        #expect(!Files.exist(data + "/before-restore-1"))
        other.release()
        _ = try backup.restore()
        #expect(try await content(data, key) == ["first", "first"])
    }

    @Test func `While a backup is restored no process uses the folder`() async throws {
        defer { removeFolder(folder) }
        _ = try await fill(data, model: "first")
        let lock = try DataFolder(data).lockAlone()
        #expect(throws: SettingsError("A backup is being restored to \(data): wait for its end.")) {
            try DataFolder(data).lock()
        }
        #expect(throws: SettingsError.self) { try backup.write() }
        var settings = Settings()
        settings.data = data
        settings.port = 0
        #expect(throws: SettingsError.self) { try Site().serve(settings) }
        lock.release()
        _ = try backup.write()
    }

    @Test func `A backup never replaces what exists`() async throws {
        defer { removeFolder(folder) }
        _ = try await fill(data, model: "first")
        try Files.make(folder + "/backup")
        try write("precious", to: folder + "/backup/file")
        #expect(throws: SettingsError("\(folder)/backup exists already: a backup is a new folder.")) {
            try backup.write()
        }
        #expect(Files.names(in: folder) == ["backup", "data"])
        #expect(Files.names(in: folder + "/backup") == ["file"])
    }

    @Test func `Without data there is nothing to back up, and what is no backup is not restored`() async throws {
        defer { removeFolder(folder) }
        #expect(throws: SettingsError("There is nothing to back up in \(data).")) { try backup.write() }
        #expect(throws: SettingsError("\(folder)/backup is no backup of a site.")) { try backup.restore() }
        let key = try await fill(data, model: "first")
        try Files.make(folder + "/backup")
        #expect(throws: SettingsError.self) { try backup.restore() }
        #expect(try await content(data, key) == ["first", "first"])
    }

    @Test(arguments: ["sessions.sqlite", "storage.sqlite", "shop"])
    func `A damaged backup is not restored, and the data are what they were`(_ name: String) async throws {
        defer { removeFolder(folder) }
        let key = try await fill(data, model: "first")
        try await database("shop", "first")
        _ = try backup.write()
        let file = open("\(folder)/backup/\(name)", O_WRONLY)
        let bytes = [UInt8](repeating: 0x41, count: 6_000)
        #expect(pwrite(file, bytes, bytes.count, 2_000) == bytes.count)
        close(file)
        #expect(throws: StorageError.self) { try backup.restore() }
        #expect(try await content(data, key) == ["first", "first"])
        #expect(Files.names(in: data).allSatisfy { !$0.contains("restore") })
    }

    @Test func `A damaged store gives no backup`() async throws {
        defer { removeFolder(folder) }
        try Files.make(data)
        try write(String(repeating: "A", count: 10_000), to: data + "/storage.sqlite")
        #expect(throws: StorageError.self) { try backup.write() }
        #expect(Files.names(in: folder) == ["data"])
    }

    @Test(.enabled(if: SmallDisk.isPossible, .init(rawValue: SmallDisk.reason)))
    func `On a full disk there is no backup, and none that is half`() async throws {
        defer { removeFolder(folder) }
        let disk = try SmallDisk(bytes: 200_000)
        _ = try await fill(data, model: String(repeating: "a", count: 900_000))
        let backup = Backup(at: disk.path + "/backup", of: data)
        #expect(throws: StorageError.self) { try backup.write() }
        #expect(Files.names(in: disk.path) == [])
    }

    @Test(.enabled(if: SmallDisk.isPossible, .init(rawValue: SmallDisk.reason)))
    func `On a full disk nothing is restored, and the data are what they were`() async throws {
        defer { removeFolder(folder) }
        _ = try await fill(data, model: String(repeating: "a", count: 900_000))
        _ = try backup.write()
        let disk = try SmallDisk(bytes: 400_000)
        let small = disk.path + "/data"
        let key = try await fill(small, model: "small")
        #expect(throws: SettingsError.self) { try Backup(at: folder + "/backup", of: small).restore() }
        #expect(try await content(small, key) == ["small", "small"])
        #expect(Files.names(in: small).allSatisfy { !$0.contains("restore") })
    }

    @Test func `The commands are recognized, and other arguments are the program's own`() throws {
        #expect(try SiteCommand([]) == nil)
        #expect(try SiteCommand(["counter"]) == nil)
        #expect(try SiteCommand(["health"]) == .health)
        #expect(try SiteCommand(["backup", "/a"]) == .backup("/a"))
        #expect(try SiteCommand(["restore", "/a"]) == .restore("/a"))
        #expect(throws: SettingsError("backup takes one argument, the backup's folder.")) {
            try SiteCommand(["backup"])
        }
        #expect(throws: SettingsError.self) { try SiteCommand(["restore", "/a", "/b"]) }
    }
}
