import ElmwoodStorage
import ElmwoodTestSupport
import Foundation
import Testing

/// The stores on a disk that is full or read-only, with files that are damaged.
@Suite struct DiskTests {
    private func session(_ number: Int) -> (key: SessionKey, stored: StoredSession) {
        let session = StoredSession(
            version: 1,
            model: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 50_000),
            visitor: VisitorID(),
            created: 0,
            used: 0
        )
        return (SessionKey(id: SessionID(), program: "/"), session)
    }

    @Test(.enabled(if: SmallDisk.isPossible, .init(rawValue: SmallDisk.reason)))
    func `On a full disk sessions are loaded and not committed, and are committed again once there is room`()
        async throws
    {
        let disk = try SmallDisk(bytes: 4_000_000)
        let file = disk.path + "/sessions.sqlite"
        let store = try SQLiteSessionStore(path: file)
        var stored: [(key: SessionKey, stored: StoredSession)] = []
        for number in 0..<10 {
            let entry = session(number)
            #expect(try await store.commit([.save(entry.key, entry.stored, over: nil)]) == [true])
            stored.append(entry)
        }
        try disk.fill()
        var error: (any Error)?
        for number in 0..<100 {
            let entry = session(number)
            do {
                _ = try await store.commit([.save(entry.key, entry.stored, over: nil)])
                stored.append(entry)
            } catch let thrown {
                error = thrown
                break
            }
        }
        #expect("\(try #require(error))".contains("full"))
        for entry in stored { #expect(try await store.load(entry.key) == entry.stored) }
        disk.makeRoom()
        let entry = session(200)
        #expect(try await store.commit([.save(entry.key, entry.stored, over: nil)]) == [true])
        stored.append(entry)
        let again = try SQLiteSessionStore(path: file)
        for entry in stored { #expect(try await again.load(entry.key) == entry.stored) }
    }

    @Test(.enabled(if: SmallDisk.isPossible, .init(rawValue: SmallDisk.reason)))
    func `On a full disk values are loaded and not saved, and are saved again once there is room`() async throws {
        let disk = try SmallDisk(bytes: 4_000_000)
        let file = disk.path + "/storage.sqlite"
        let storage = try SQLiteStorage(path: file)
        let value = [UInt8](repeating: 7, count: 50_000)
        try await storage.save(value, as: "before", of: .shared)
        try disk.fill()
        let error = await #expect(throws: StorageError.self) {
            for number in 0..<100 { try await storage.save(value, as: "\(number)", of: .shared) }
        }
        #expect(error?.description.contains("full") == true)
        #expect(try await storage.load("before", of: .shared) == value)
        disk.makeRoom()
        try await storage.save(value, as: "after", of: .shared)
        let again = try SQLiteStorage(path: file)
        for key in ["before", "after"] { #expect(try await again.load(key, of: .shared) == value) }
    }

    @Test(.enabled(if: SmallDisk.isPossible, .init(rawValue: SmallDisk.reason)))
    func `On a small disk a session can be saved any number of times: the log is emptied when the disk is full`()
        async throws
    {
        let disks = (try SmallDisk(bytes: 4_000_000), try SmallDisk(bytes: 4_000_000))
        let store = try SQLiteSessionStore(path: disks.0.path + "/sessions.sqlite")
        let storage = try SQLiteStorage(path: disks.1.path + "/storage.sqlite")
        var (key, stored) = session(0)
        #expect(try await store.commit([.save(key, stored, over: nil)]) == [true])
        for version in UInt64(2)..<500 {
            stored.version.number = version
            stored.model = [UInt8](repeating: UInt8(truncatingIfNeeded: version), count: 50_000)
            #expect(try await store.commit([.save(key, stored, over: StoredVersion(version - 1))]) == [true])
            try await storage.save(stored.model, as: "model", of: .shared)
        }
        #expect(try await store.load(key) == stored)
        #expect(try await storage.load("model", of: .shared) == stored.model)
    }

    /// Overwrites the middle of each page but the first.
    private func damage(_ file: String) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        for page in stride(from: 4_096, to: bytes.count, by: 4_096) {
            bytes.replaceSubrange(page..<(page + 100), with: Data(repeating: 0xFF, count: 100))
        }
        try bytes.write(to: URL(fileURLWithPath: file))
    }

    @Test func `A file with damaged pages is an error when it is opened`() async throws {
        let (sessions, values) = (TemporaryFile(), TemporaryFile())
        do {
            let store = try SQLiteSessionStore(path: sessions.path)
            for number in 0..<20 {
                let entry = session(number)
                _ = try await store.commit([.save(entry.key, entry.stored, over: nil)])
            }
            let storage = try SQLiteStorage(path: values.path)
            for number in 0..<20 { try await storage.save([1, 2, 3], as: "\(number)", of: .shared) }
        }
        for file in [sessions.path, values.path] { try damage(file) }
        let errors = [
            #expect(throws: StorageError.self) { _ = try SQLiteSessionStore(path: sessions.path) },
            #expect(throws: StorageError.self) { _ = try SQLiteStorage(path: values.path) },
        ]
        #expect(errors.allSatisfy { $0?.kind == .damaged })
        #expect(try #require(errors[0]).description.hasPrefix("The store \(sessions.path) cannot be used: "))
    }

    @Test func `A file that cannot be opened is not taken for a damaged one`() throws {
        let error = #expect(throws: StorageError.self) { _ = try SQLiteStorage(path: "/nowhere/at/all.sqlite") }
        #expect(error?.kind == .other)
    }
}
