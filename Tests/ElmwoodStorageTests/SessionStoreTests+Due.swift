import ElmwoodStorage
import Testing

/// Due times: which sessions have to be loaded without a request.
extension SessionStoreTests {
    private var second: SessionKey { SessionKey(id: key.id, program: "/todos") }

    @Test(arguments: Kind.allCases)
    func `Due sessions are returned in the order of their times, from their times on, and up to the limit`(kind: Kind)
        async throws
    {
        let store = try kind.make()
        let keys = (0..<100).map { _ in SessionKey(id: SessionID(), program: "/counter") }
        let times = (Int64(0)..<100).shuffled()
        let writes = zip(keys, times).map { key, time in SessionWrite.save(key, session(1, due: time), over: nil) }
        _ = try await store.commit(writes + [.save(second, session(1, due: 5), over: nil)])
        let ordered = zip(keys, times).sorted { $0.1 < $1.1 }.map(\.0)
        #expect(try await store.due("/counter", by: -1, limit: 1_000) == [])
        #expect(try await store.due("/counter", by: 0, limit: 1_000) == [ordered[0]])
        #expect(try await store.due("/counter", by: 41, limit: 1_000) == Array(ordered[...41]))
        #expect(try await store.due("/counter", by: .max, limit: 1_000) == ordered)
        #expect(try await store.due("/counter", by: .max, limit: 7) == Array(ordered[..<7]))
        #expect(try await store.due("/counter", by: .max, limit: 0) == [])
        #expect(try await store.due("/counter", by: .max, limit: -1) == [])
        #expect(try await store.due("/todos", by: .max, limit: 1_000) == [second])
        #expect(try await store.due("/", by: .max, limit: 1_000) == [])
    }

    @Test(arguments: Kind.allCases)
    func `Any time can be a due time`(kind: Kind) async throws {
        let store = try kind.make()
        let keys = (0..<3).map { _ in SessionKey(id: SessionID(), program: "/") }
        let writes = zip(keys, [Int64.max, 0, .min]).map { SessionWrite.save($0, session(1, due: $1), over: nil) }
        _ = try await store.commit(writes)
        #expect(try await store.due("/", by: .min, limit: 9) == [keys[2]])
        #expect(try await store.due("/", by: .max - 1, limit: 9) == [keys[2], keys[1]])
        #expect(try await store.due("/", by: .max, limit: 9) == keys.reversed())
    }

    @Test(arguments: Kind.allCases)
    func `A session has the due time of its last save, or none if that had none`(kind: Kind) async throws {
        let store = try kind.make()
        _ = try await store.commit([
            .save(key, session(1), over: nil), .save(second, session(1, due: 10), over: nil),
            .save(other, session(1, due: 20), over: nil),
        ])
        #expect(try await store.due("/counter", by: 99, limit: 9) == [other])
        _ = try await store.commit([
            .save(key, session(2, due: 30), over: 1), .save(second, session(2), over: 1),
            .save(other, session(2, due: 40), over: 1),
        ])
        #expect(try await store.due("/counter", by: 99, limit: 9) == [key, other])
        #expect(try await store.due("/counter", by: 39, limit: 9) == [key])
        #expect(try await store.due("/todos", by: 99, limit: 9) == [])
        // A save that failed changed nothing.
        #expect(try await store.commit([.save(key, session(9), over: 1)]) == [false])
        #expect(try await store.due("/counter", by: 39, limit: 9) == [key])
        #expect(try await store.load(key) == session(2, due: 30))
    }

    @Test(arguments: Kind.allCases)
    func `A postponed session is due at its new time, and postponing requires the current version`(kind: Kind)
        async throws
    {
        let store = try kind.make()
        #expect(try await store.commit([.postpone(key, to: 5, version: 1)]) == [false])
        _ = try await store.commit([
            .save(key, session(1, due: 10), over: nil), .save(second, session(1, due: 11), over: nil),
            .save(other, session(StoredVersion(.max, token: .max)), over: nil),
        ])
        let done = try await store.commit([
            .postpone(key, to: 20, version: 1), .postpone(key, to: 99, version: 0), .postpone(key, to: nil, version: 2),
            .postpone(other, to: 15, version: StoredVersion(.max, token: .max)),
        ])
        #expect(done == [true, false, false, true])
        #expect(try await store.due("/counter", by: 14, limit: 9) == [])
        #expect(try await store.due("/counter", by: 20, limit: 9) == [other, key])
        #expect(try await store.due("/todos", by: 11, limit: 9) == [second])
        #expect(try await store.load(key) == session(1, due: 20))
        #expect(try await store.commit([.postpone(key, to: nil, version: 1)]) == [true])
        #expect(try await store.due("/counter", by: .max, limit: 9) == [other])
        #expect(try await store.load(key) == session(1))
    }

    @Test(arguments: Kind.allCases)
    func `A session that is set aside is not due, and cannot be postponed`(kind: Kind) async throws {
        let store = try kind.make()
        _ = try await store.commit([.save(key, session(1, due: 10), over: nil), .setAside(key)])
        #expect(try await store.due("/counter", by: .max, limit: 9) == [])
        #expect(try await store.setAside(key) == [session(1)])
        #expect(try await store.commit([.postpone(key, to: 5, version: 1)]) == [false])
        #expect(try await store.due("/counter", by: .max, limit: 9) == [])
        // Another session that is saved under the same key has its own due time.
        _ = try await store.commit([.save(key, session(1, due: 20), over: nil)])
        #expect(try await store.due("/counter", by: .max, limit: 9) == [key])
    }

    @Test(arguments: Kind.allCases)
    func `A renewed session is due under its new id, and a removed one is not due`(kind: Kind) async throws {
        let store = try kind.make()
        let new = SessionID()
        _ = try await store.commit([
            .save(key, session(1, due: 10), over: nil), .save(second, session(1, due: 20), over: nil),
            .save(other, session(1, due: 30), over: nil),
            .renew(key.id, SessionRenewal(successor: new, created: 5, claims: [])),
            .touch(new, used: 9_000),
        ])
        #expect(
            try await store.due("/counter", by: 99, limit: 9) == [SessionKey(id: new, program: key.program), other]
        )
        #expect(try await store.due("/todos", by: 99, limit: 9) == [SessionKey(id: new, program: second.program)])
        let renamed = SessionKey(id: new, program: key.program)
        #expect(try await store.load(renamed) == session(1, created: 5, used: 9_000, due: 10))
        _ = try await store.commit([.remove(new)])
        #expect(try await store.due("/counter", by: 99, limit: 9) == [other])
        #expect(try await store.due("/todos", by: 99, limit: 9) == [])
        #expect(try await store.remove(unusedSince: 3_000, createdBefore: 0) == 1)
        #expect(try await store.due("/counter", by: 99, limit: 9) == [])
    }

    @Test(arguments: Kind.allCases)
    func `If a commit fails the due times are unchanged`(kind: Kind) async throws {
        let store = try kind.make(limit: 1_000_000)
        _ = try await store.commit([
            .save(key, session(1, due: 10), over: nil), .save(other, session(1, due: 20), over: nil),
        ])
        let large = session(2, String(repeating: "7", count: 2_000_000), due: 5)
        await #expect(throws: StorageError.self) {
            _ = try await store.commit([
                .postpone(key, to: 30, version: 1), .remove(other.id), .save(second, large, over: nil),
            ])
        }
        #expect(try await store.due("/counter", by: 20, limit: 9) == [key, other])
        #expect(try await store.due("/todos", by: 99, limit: 9) == [])
    }
}
