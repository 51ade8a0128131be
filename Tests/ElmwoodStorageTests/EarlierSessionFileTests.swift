import CElmwoodSQLite
import ElmwoodStorage
import Testing

/// Session files of a version without due times.
@Suite struct EarlierSessionFileTests {
    /// A file of that version, which the earlier version still has open.
    private final class EarlierFile {
        let file = TemporaryFile()
        private var connection: OpaquePointer?

        init() throws {
            try #require(sqlite3_open(file.path, &connection) == SQLITE_OK)
            try run("PRAGMA journal_mode = WAL")
            try run(
                """
                CREATE TABLE IF NOT EXISTS sessions (
                    number INTEGER PRIMARY KEY,
                    id BLOB NOT NULL, program TEXT NOT NULL,
                    aside INTEGER NOT NULL, -- 0, or counts those that were set aside
                    version INTEGER NOT NULL, visitor BLOB NOT NULL,
                    created INTEGER NOT NULL, used INTEGER NOT NULL, -- in seconds since 1970
                    rest BLOB NOT NULL, model BLOB NOT NULL,
                    UNIQUE (id, program, aside)
                )
                """
            )
        }

        deinit { sqlite3_close(connection) }

        func run(_ sql: String) throws {
            let result = sqlite3_exec(connection, sql, nil, nil, nil)
            let extended = sqlite3_extended_errcode(connection)
            let system = sqlite3_system_errno(connection)
            let reason = String(cString: sqlite3_errmsg(connection))
            try #require(result == SQLITE_OK, "\(reason) (\(extended), errno \(system))")
        }

        func insert(_ key: SessionKey, aside: Int = 0, _ session: StoredSession) throws {
            try run(
                """
                INSERT INTO sessions (id, program, aside, version, model, rest, visitor, created, used)
                VALUES (x'\(key.id.text)', '\(key.program)', \(aside), \(session.version), x'\(hex(session.model))',
                x'\(hex(session.activity))', x'\(session.visitor.text)', \(session.created), \(session.used))
                """
            )
        }

        private func hex(_ bytes: [UInt8]) -> String {
            bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
        }
    }

    private let keys = (0..<100).map { _ in SessionKey(id: SessionID(), program: "/counter") }
    private let visitor = VisitorID()

    private func session(_ version: UInt64, size: Int = 2, due: Int64? = nil) -> StoredSession {
        StoredSession(
            version: version,
            model: [UInt8](repeating: 7, count: size),
            activity: [1],
            visitor: visitor,
            created: 4,
            used: 5,
            due: due
        )
    }

    @Test func `Sessions of an earlier file are retained, including those set aside, and can be due`() async throws {
        let earlier = try EarlierFile()
        for (number, key) in keys.enumerated() { try earlier.insert(key, session(UInt64(number), size: number * 100)) }
        try earlier.insert(keys[3], aside: 1, session(9))
        for opening in 0..<2 {
            let store = try SQLiteSessionStore(path: earlier.file.path)
            for (number, key) in keys.enumerated().dropFirst() {
                #expect(try await store.load(key) == session(UInt64(number), size: number * 100))
            }
            #expect(try await store.setAside(keys[3]) == [session(9)])
            #expect(try await store.due("/counter", by: .max, limit: 9) == (opening == 0 ? [] : [keys[0].id]))
            #expect(try await store.commit([.postpone(keys[0], to: 10, version: 0)]) == [true])
            #expect(try await store.due("/counter", by: 10, limit: 9) == [keys[0].id])
            #expect(try await store.load(keys[0]) == session(0, size: 0, due: 10))
        }
    }

    @Test func `An earlier version that has the file open continues to work after the upgrade`() async throws {
        let earlier = try EarlierFile()
        try earlier.insert(keys[0], session(1))
        let store = try SQLiteSessionStore(path: earlier.file.path)
        _ = try await store.commit([.postpone(keys[0], to: 10, version: 1)])
        try earlier.insert(keys[1], session(1))
        try earlier.run("UPDATE sessions SET version = 2 WHERE version = 1")
        #expect(try await store.load(keys[0]) == session(2, due: 10))
        #expect(try await store.load(keys[1]) == session(2))
        #expect(try await store.due("/counter", by: 10, limit: 9) == [keys[0].id])
    }

    @Test func `Several stores can upgrade a file at the same time`() async throws {
        for _ in 0..<20 {
            let earlier = try EarlierFile()
            try earlier.insert(keys[0], session(1))
            let path = earlier.file.path
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { [keys] in
                        let store = try SQLiteSessionStore(path: path)
                        #expect(try await store.load(keys[0])?.version == 1)
                        #expect(try await store.commit([.postpone(keys[0], to: 10, version: 1)]) == [true])
                        #expect(try await store.due("/counter", by: 10, limit: 9) == [keys[0].id])
                    }
                }
                try await group.waitForAll()
            }
            // The file must exist until here.
            withExtendedLifetime(earlier) {}
        }
    }

    @Test func `A full file can be upgraded`() async throws {
        let earlier = try EarlierFile()
        for key in keys { try earlier.insert(key, session(1, size: 10_000)) }
        let store = try SQLiteSessionStore(path: earlier.file.path, limit: 100_000)
        #expect(try await store.load(keys[99]) == session(1, size: 10_000))
        await #expect(throws: StorageError.self) {
            let new = SessionKey(id: SessionID(), program: "/")
            _ = try await store.commit([.save(new, session(1, size: 1_000_000), over: nil)])
        }
        #expect(try await store.commit([.remove(keys[0].id)]) == [true])
    }
}
