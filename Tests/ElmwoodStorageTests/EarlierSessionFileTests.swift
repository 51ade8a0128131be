import ElmwoodTestSupport
import CElmwoodSQLite
import ElmwoodStorage
import Foundation
import Testing

/// The token in the cookies of that version, which stored it as the visitor's id.
private let token = VisitorToken()

private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
}

/// Session files of a version without due times, whose sessions contain what is in the visitors' cookies.
@Suite struct EarlierSessionFileTests {
    /// A file of that version, which the earlier version still has open.
    private final class EarlierFile {
        let file: TemporaryFile
        private var connection: OpaquePointer?

        init(_ file: TemporaryFile = TemporaryFile()) throws {
            self.file = file
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

        /// Inserts a session, whose id was what its cookie had.
        func insert(_ cookie: SessionToken, aside: Int = 0, _ session: StoredSession) throws {
            try run(
                """
                INSERT INTO sessions (id, program, aside, version, model, rest, visitor, created, used)
                VALUES (x'\(cookie.text)', '/counter', \(aside), \(session.version.number), x'\(hex(session.model))',
                x'\(hex(session.activity))', x'\(token.text)', \(session.created), \(session.used))
                """
            )
        }
    }

    private let cookies: [SessionToken]
    private let keys: [SessionKey]
    private let visitor = VisitorID(firstToken: token.hash)

    init() {
        cookies = (0..<100).map { _ in SessionToken() }
        keys = cookies.map { SessionKey(id: $0.id, program: "/counter") }
    }

    private func session(_ version: StoredVersion, size: Int = 2, due: Int64? = nil) -> StoredSession {
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
        for (number, cookie) in cookies.enumerated() {
            try earlier.insert(cookie, session(StoredVersion(UInt64(number)), size: number * 100))
        }
        try earlier.insert(cookies[3], aside: 1, session(9))
        for opening in 0..<2 {
            let store = try SQLiteSessionStore(path: earlier.file.path)
            for (number, key) in keys.enumerated().dropFirst() {
                #expect(try await store.load(key) == session(StoredVersion(UInt64(number)), size: number * 100))
            }
            #expect(try await store.setAside(keys[3]) == [session(9)])
            #expect(try await store.due("/counter", by: .max, limit: 9) == (opening == 0 ? [] : [keys[0]]))
            #expect(try await store.commit([.postpone(keys[0], to: 10, version: 0)]) == [true])
            #expect(try await store.due("/counter", by: 10, limit: 9) == [keys[0]])
            #expect(try await store.load(keys[0]) == session(0, size: 0, due: 10))
        }
    }

    @Test func `An earlier version that has the file open can still write after the upgrade`() async throws {
        let earlier = try EarlierFile()
        try earlier.insert(cookies[0], session(1))
        let store = try SQLiteSessionStore(path: earlier.file.path)
        _ = try await store.commit([.postpone(keys[0], to: 10, version: 1)])
        try earlier.insert(cookies[1], session(1))
        try earlier.run("UPDATE sessions SET version = 2 WHERE version = 1")
        #expect(try await store.load(keys[0]) == session(2, due: 10))
        #expect(try await store.due("/counter", by: 10, limit: 9) == [keys[0]])
    }

    @Test func `Several stores can upgrade a file at the same time`() async throws {
        for _ in 0..<20 {
            let earlier = try EarlierFile()
            try earlier.insert(cookies[0], session(1))
            let path = earlier.file.path
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { [keys] in
                        let store = try SQLiteSessionStore(path: path)
                        #expect(try await store.load(keys[0])?.version == 1)
                        #expect(try await store.commit([.postpone(keys[0], to: 10, version: 1)]) == [true])
                        #expect(try await store.due("/counter", by: 10, limit: 9) == [keys[0]])
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
        for cookie in cookies { try earlier.insert(cookie, session(1, size: 10_000)) }
        let store = try SQLiteSessionStore(path: earlier.file.path, limit: 100_000)
        #expect(try await store.load(keys[99]) == session(1, size: 10_000))
        await #expect(throws: StorageError.self) {
            let new = SessionKey(id: SessionID(), program: "/")
            _ = try await store.commit([.save(new, session(1, size: 1_000_000), over: nil)])
        }
        #expect(try await store.commit([.remove(keys[0].id)]) == [true])
    }

    @Test func `The ids of an earlier file are replaced by their hashes, once, and nothing of them is left`()
        async throws
    {
        let (former, successor) = (SessionToken(), SessionToken())
        let file = TemporaryFile()
        try {
            let earlier = try EarlierFile(file)
            for cookie in cookies { try earlier.insert(cookie, session(1)) }
            try earlier.run(
                """
                CREATE TABLE renewed_ids (
                    id BLOB PRIMARY KEY, successor BLOB NOT NULL, created INTEGER NOT NULL, claims TEXT NOT NULL
                ) WITHOUT ROWID;
                INSERT INTO renewed_ids VALUES (x'\(former.text)', x'\(successor.text)', 7, 'a b')
                """
            )
        }()
        for _ in 0..<2 {
            let store = try SQLiteSessionStore(path: file.path)
            for key in keys { #expect(try await store.load(key) == session(1)) }
            let renewal = SessionRenewal(successor: successor.id, created: 7, claims: ["a", "b"])
            #expect(try await store.renewal(of: former.id) == renewal)
        }
        let content = try content(of: file)
        for cookie in cookies + [former, successor] { #expect(!content.contains(cookie.text)) }
        #expect(keys.allSatisfy { content.contains(hex($0.id.bytes)) })
    }

    /// Returns what the file and its log contain, in hexadecimal.
    private func content(of file: TemporaryFile) throws -> String {
        let log = FileManager.default.contents(atPath: file.path + "-wal") ?? Data()
        return hex([UInt8](try Data(contentsOf: URL(filePath: file.path)) + log))
    }
}
