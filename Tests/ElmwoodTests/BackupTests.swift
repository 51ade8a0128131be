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

    @Test(arguments: ["sessions.sqlite", "storage.sqlite"])
    func `A damaged backup is not restored, and the data are what they were`(_ name: String) async throws {
        defer { removeFolder(folder) }
        let key = try await fill(data, model: "first")
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
