import ElmwoodPostgreSQL
import ElmwoodPostgreSQLTestSupport
import ElmwoodSQLBehavior
import ElmwoodStorage
import ElmwoodTesting
import Testing

/// What every store of sessions has to do, over PostgreSQL.
@Suite(.needsServer) struct PostgreSQLSessionStoreTests {
    @Test(arguments: SessionStoreBehavior.all)
    func `A store of sessions`(behavior: SessionStoreBehavior) async throws {
        let store = try await PostgreSQLSessionStore(PostgreSQLServer.shared.value.makeSchema(), .patient)
        try await behavior.check(store)
    }

    @Test func `An account may have any length, so that no commit fails for it`() async throws {
        let store = try await PostgreSQLSessionStore(PostgreSQLServer.shared.value.makeSchema(), .patient)
        let (long, other) = (SessionKey.new, SessionKey.new)
        // It cannot be compressed.
        let account = String((0..<5_000).map { _ in Character(Unicode.Scalar(UInt8.random(in: 33...126))) })
        let writes: [SessionWrite] = [
            .save(long, StoredSession(1), over: nil), .identify(long.id, as: account),
            .save(other, StoredSession(1), over: nil),
        ]
        #expect(try await store.commit(writes) == [true, true, true])
        #expect(try await store.sessions(of: .account(account), limit: 10).count == 1)
    }

    @Test func `A commit fails as refused whose content breaks a rule of the database, and no other does`() async throws
    {
        let address = try await PostgreSQLServer.shared.value.makeSchema()
        let store = try PostgreSQLSessionStore(address, .patient)
        try await store.check()
        let database = Database(.postgresql(address), limits: .patient)
        try await database.execute(
            "ALTER TABLE elmwood_sessions ADD CHECK (position('\\x09'::bytea IN model) = 0)"
        )
        // A data exception and a limit of the server's own, beside a broken constraint.
        try await database.execute(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF position('\\x08'::bytea IN new.model) > 0 THEN RAISE EXCEPTION 'no' USING ERRCODE = '22021'; END IF;
            IF position('\\x07'::bytea IN new.model) > 0 THEN RAISE EXCEPTION 'no' USING ERRCODE = '54000'; END IF;
            IF position('\\x06'::bytea IN new.model) > 0 THEN RAISE EXCEPTION 'no' USING ERRCODE = '53200'; END IF;
            RETURN new; END $$;
            """
        )
        try await database.execute(
            "CREATE TRIGGER refuse BEFORE INSERT ON elmwood_sessions FOR EACH ROW EXECUTE FUNCTION refuse()"
        )
        for (byte, isRefusal) in [(UInt8(9), true), (8, true), (7, true), (6, false)] {
            let keys = [SessionKey.new, .new, .new]
            let writes = keys.enumerated().map { index, key -> SessionWrite in
                var session = StoredSession(1)
                session.model = [1, index == 1 ? byte : 2]
                return .save(key, session, over: nil)
            }
            let error = await #expect(throws: StorageError.self) { _ = try await store.commit(writes) }
            #expect(error?.isRefusal == isRefusal)
            #expect(try await store.load(keys[0]) == nil)
            #expect(try await store.commit([writes[0], writes[2]]) == [true, true])
        }
        await database.close()
    }

    @Test func `Tables of a later release, which have more, are used as they are`() async throws {
        let address = try await PostgreSQLServer.shared.value.makeSchema()
        try await PostgreSQLSessionStore(address, .patient).check()
        let database = Database(.postgresql(address), limits: .patient)
        try await database.execute("INSERT INTO elmwood_schema (version) VALUES (99)")
        try await database.execute("ALTER TABLE elmwood_sessions ADD later int8 NOT NULL DEFAULT 5")
        let store = try PostgreSQLSessionStore(address, .patient)
        let key = SessionKey.new
        #expect(try await store.commit([.save(key, StoredSession(1), over: nil)]) == [true])
        #expect(try await store.load(key)?.version == 1)
        await database.close()
    }

    @Test func `A table that changes while the store uses it does not prevent it`() async throws {
        let address = try await PostgreSQLServer.shared.value.makeSchema()
        let (store, key) = (try PostgreSQLSessionStore(address, .patient), SessionKey.new)
        let database = Database(.postgresql(address), limits: .patient)
        for number in UInt64(0)..<20 {
            let former = number == 0 ? nil : StoredVersion(number)
            let session = StoredSession(StoredVersion(number + 1))
            #expect(try await store.commit([.save(key, session, over: former)]) == [true])
            #expect(try await store.load(key)?.version == session.version)
            if number > 8 {
                try await database.execute("ALTER TABLE elmwood_sessions ADD \(identifier: "later\(number)") int8")
            }
        }
        await database.close()
    }
}

extension ClusterSettings {
    /// Settings with a limit that no test reaches which is not about it, however slow the machine is.
    static var patient: ClusterSettings {
        var settings = ClusterSettings()
        settings.patience = .seconds(60)
        return settings
    }
}
