import ElmwoodTestSupport
import Foundation
import ElmwoodStorage
import Testing

@Suite struct SQLiteSessionStoreTests {
    private let key = SessionKey(id: SessionID(), program: "/counter")
    private let visitor = VisitorID()

    private func session(_ version: UInt64) -> StoredSession {
        StoredSession(
            version: StoredVersion(version),
            model: [1, 2],
            activity: [3],
            visitor: visitor,
            created: 4,
            used: 5
        )
    }

    @Test(arguments: StorageDurability.allCases)
    func `Saved sessions are available when the file is opened again`(durability: StorageDurability) async throws {
        let file = TemporaryFile()
        for version in UInt64(0)..<3 {
            let store = try SQLiteSessionStore(path: file.path, survives: durability)
            #expect(try await store.load(key) == (version == 0 ? nil : session(version)))
            let former = version == 0 ? nil : StoredVersion(version)
            #expect(try await store.commit([.save(key, session(version + 1), over: former)]) == [true])
        }
    }

    @Test func `Two stores of one file share their sessions, and never save over the same version twice`() async throws
    {
        let file = TemporaryFile()
        let stores = [try SQLiteSessionStore(path: file.path), try SQLiteSessionStore(path: file.path)]
        _ = try await stores[0].commit([.save(key, session(0), over: nil)])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { [key] in
                    let store = stores[number % 2]
                    for _ in 0..<25 {
                        while true {
                            let former = try #require(try await store.load(key))
                            let next = session(former.version.number + 1)
                            if try await store.commit([.save(key, next, over: former.version)]) == [true] { break }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for store in stores { #expect(try await store.load(key)?.version == 200) }
    }

    @Test func `The files are accessible only to their owner`() async throws {
        let file = TemporaryFile()
        let store = try SQLiteSessionStore(path: file.path)
        _ = try await store.commit([.save(key, session(1), over: nil)])
        for end in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path + end)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
        withExtendedLifetime(store) {}
    }

    @Test func `Opening a file again retains the locks of those who have it open`() throws {
        let file = TemporaryFile()
        let first = try SQLiteSessionStore(path: file.path)
        // Open file description locks see the locks of this process. The descriptor stays open, because closing it would drop the
        // locks.
        let descriptor = open(file.path, O_RDWR)
        defer { close(descriptor) }
        func isLocked() throws -> Bool {
            let getLock: CInt = 36  // F_OFD_GETLK
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            lock.l_whence = Int16(SEEK_SET)
            try #require(fcntl(descriptor, getLock, &lock) == 0)
            return lock.l_type != Int16(F_UNLCK)
        }
        #expect(try isLocked())
        let second = try SQLiteSessionStore(path: file.path)
        #expect(try isLocked())
        withExtendedLifetime((first, second)) {}
    }

    @Test func `A file that is not SQLite's, or cannot be created, is an error with a sentence`() throws {
        let file = TemporaryFile()
        try Data(repeating: 0x41, count: 5_000).write(to: URL(fileURLWithPath: file.path))
        let error = #expect(throws: StorageError.self) { _ = try SQLiteSessionStore(path: file.path) }
        #expect(error?.description == "The store \(file.path) cannot be used: file is not a database.")
        #expect(throws: StorageError.self) { _ = try SQLiteSessionStore(path: "/nowhere/at/all.sqlite") }
    }
}
