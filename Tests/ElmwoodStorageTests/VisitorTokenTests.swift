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

    // MARK: In every store

    @Test(arguments: StorageTests.Kind.allCases)
    func `A token is known from the visitor's first saved value on, and no other token is`(kind: StorageTests.Kind)
        async throws
    {
        let storage = try kind.make()
        let (token, planted) = (VisitorToken(), VisitorToken())
        let visitor = VisitorID(firstToken: token.hash)
        #expect(try await storage.visitor(of: token.hash) == nil)
        #expect(try await storage.load("a", of: .visitor(visitor)) == nil)
        #expect(try await storage.visitor(of: token.hash) == nil)
        try await storage.save([1], as: "a", of: .visitor(visitor))
        try await storage.save([1], as: "a", of: .shared)
        #expect(try await storage.visitor(of: token.hash) == visitor)
        #expect(try await storage.visitor(of: planted.hash) == nil)
    }

    @Test(arguments: StorageTests.Kind.allCases)
    func `Revoked tokens are unknown, and no later save makes the first one valid again`(kind: StorageTests.Kind)
        async throws
    {
        let storage = try kind.make()
        for hasSaved in [true, false] {
            let tokens = (0..<3).map { _ in VisitorToken() }
            let visitor = VisitorID(firstToken: tokens[0].hash)
            if hasSaved { try await storage.save([1], as: "a", of: .visitor(visitor)) }
            try await storage.revokeTokens(of: visitor)
            try await storage.save([2], as: "b", of: .visitor(visitor))
            #expect(try await storage.visitor(of: tokens[0].hash) == nil)
            try await storage.addToken(tokens[1].hash, of: visitor)
            try await storage.addToken(tokens[2].hash, of: visitor)
            #expect(try await storage.visitor(of: tokens[0].hash) == nil)
            for token in tokens.dropFirst() { #expect(try await storage.visitor(of: token.hash) == visitor) }
            #expect(try await storage.load("a", of: .visitor(visitor)) == (hasSaved ? [1] : nil))
            try await storage.revokeTokens(of: visitor)
            for token in tokens { #expect(try await storage.visitor(of: token.hash) == nil) }
        }
    }

    @Test(arguments: StorageTests.Kind.allCases)
    func `Of many tokens of a visitor the latest remain`(kind: StorageTests.Kind) async throws {
        var limits = StorageLimits()
        limits.tokens = 3
        let storage = try kind.make(limits: limits)
        let visitor = VisitorID()
        let tokens = (0..<10).map { _ in VisitorToken() }
        for token in tokens { try await storage.addToken(token.hash, of: visitor) }
        for (number, token) in tokens.enumerated() {
            #expect(try await storage.visitor(of: token.hash) == (number < 7 ? nil : visitor))
        }
    }

    @Test(arguments: StorageTests.Kind.allCases)
    func `All values of a visitor are removed, and nobody else's`(kind: StorageTests.Kind) async throws {
        let storage = try kind.make()
        let (token, other) = (VisitorToken(), VisitorID())
        let visitor = VisitorID(firstToken: token.hash)
        for key in ["a", "b"] {
            for owner in [.visitor(visitor), .visitor(other), StorageOwner.shared] {
                try await storage.save([1], as: key, of: owner)
            }
        }
        try await storage.removeAll(of: visitor)
        for key in ["a", "b"] {
            #expect(try await storage.load(key, of: .visitor(visitor)) == nil)
            #expect(try await storage.load(key, of: .visitor(other)) == [1])
            #expect(try await storage.load(key, of: .shared) == [1])
        }
        // Nothing remains of a visitor whose token was never replaced.
        #expect(try await storage.visitor(of: token.hash) == nil)
    }

    @Test(arguments: StorageTests.Kind.allCases)
    func `A replaced token stays invalid after all values are removed`(kind: StorageTests.Kind) async throws {
        let storage = try kind.make()
        let (first, second) = (VisitorToken(), VisitorToken())
        let visitor = VisitorID(firstToken: first.hash)
        try await storage.save([1], as: "a", of: .visitor(visitor))
        try await storage.revokeTokens(of: visitor)
        try await storage.addToken(second.hash, of: visitor)
        try await storage.removeAll(of: visitor)
        try await storage.save([2], as: "a", of: .visitor(visitor))
        #expect(try await storage.visitor(of: first.hash) == nil)
        #expect(try await storage.visitor(of: second.hash) == visitor)
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
