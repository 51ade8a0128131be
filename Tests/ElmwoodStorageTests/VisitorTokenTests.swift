import ElmwoodTestSupport
import CElmwoodSQLite
import ElmwoodStorage
import Testing

@Suite struct VisitorTokenTests {
    @Test func `A token's text is read back as the same token, and other texts are refused`() throws {
        let token = VisitorToken()
        #expect(VisitorToken(token.text) == token)
        #expect(token.text.utf8.count == 32)
        #expect(VisitorToken() != token)
        for text in ["", "0", token.text + "0", String(token.text.dropLast()) + "g", String(repeating: "A", count: 32)]
        {
            #expect(VisitorToken(text) == nil)
        }
    }

    @Test func `The hash is BLAKE2b of the token's 16 bytes, and contains nothing of it`() throws {
        // Computed by Python's hashlib.blake2b(bytes(range(16)), digest_size=16).
        let token = try #require(VisitorToken("000102030405060708090a0b0c0d0e0f"))
        let digits = token.hash.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(digits == "f9477b91722fe719f946834577e0e8a2")
        #expect(VisitorToken().hash != VisitorToken().hash)
    }

    @Test func `A printed token or visitor contains neither`() {
        let token = VisitorToken()
        let visitor = VisitorID(firstToken: token.hash)
        let digits = visitor.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let printed =
            "\(token) \(visitor) \(String(reflecting: StorageOwner.visitor(visitor))) \(String(reflecting: token))"
        #expect(!printed.contains(token.text) && !printed.contains(digits))
    }

    // MARK: Files

    @Test func `Tokens are available when the file is opened again, until they were unused for long`() async throws {
        let file = TemporaryFile()
        let (token, idle) = (VisitorToken(), VisitorToken())
        let visitor = VisitorID(firstToken: token.hash)
        let storage = try SQLiteStorage(path: file.path)
        try await storage.save([1], as: "a", of: .visitor(visitor))
        try await storage.addToken(idle.hash, of: VisitorID())
        #expect(try await SQLiteStorage(path: file.path).visitor(of: token.hash) == visitor)
        var limits = StorageLimits()
        limits.days = -1
        let later = try SQLiteStorage(path: file.path, limits: limits)
        for token in [token, idle] { #expect(try await later.visitor(of: token.hash) == nil) }
    }

    @Test func `Visitors of an earlier file keep what they saved, and the file has their ids no more`() async throws {
        let file = TemporaryFile()
        let token = VisitorToken()
        do {
            var connection: OpaquePointer?
            try #require(sqlite3_open(file.path, &connection) == SQLITE_OK)
            defer { sqlite3_close(connection) }
            let sql = """
                CREATE TABLE stored_values (
                    owner BLOB NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, used INTEGER NOT NULL,
                    PRIMARY KEY (owner, key)
                ) WITHOUT ROWID;
                INSERT INTO stored_values VALUES (x'\(token.text)', 'a', x'01', 90000), (x'\(token.text)', 'b', x'02', 90000);
                INSERT INTO stored_values VALUES (x'', 'a', x'03', 90000)
                """
            try #require(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
        }
        for _ in 0..<2 {
            let storage = try SQLiteStorage(path: file.path)
            let visitor = try #require(try await storage.visitor(of: token.hash))
            #expect(try await storage.load("a", of: .visitor(visitor)) == [1])
            #expect(try await storage.load("b", of: .visitor(visitor)) == [2])
            #expect(try await storage.load("a", of: .shared) == [3])
        }
        var connection: OpaquePointer?
        try #require(sqlite3_open(file.path, &connection) == SQLITE_OK)
        defer { sqlite3_close(connection) }
        var found: [String] = []
        for sql in [
            "SELECT count(*) FROM stored_values WHERE owner = x'\(token.text)'",
            "SELECT count(*) FROM visitor_tokens WHERE token = x'\(token.text)' OR visitor = x'\(token.text)'",
            "SELECT count(*) FROM visitor_tokens",
        ] {
            var statement: OpaquePointer?
            try #require(sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK)
            try #require(sqlite3_step(statement) == SQLITE_ROW)
            found.append("\(sqlite3_column_int(statement, 0))")
            sqlite3_finalize(statement)
        }
        #expect(found == ["0", "0", "1"])
    }
}
