import ElmwoodStorage
import Testing

extension SessionStoreBehavior {
    /// Due times: which sessions have to be loaded without a request.
    static let due: [SessionStoreBehavior] = [
        SessionStoreBehavior(
            "Due sessions are returned in the order of their times, from their times on, and up to the limit"
        ) { given async throws in
            let (store, key, second) = (given.store, given.key, given.second)
            let keys = (0..<100).map { _ in SessionKey(id: SessionID(), program: "/counter") }
            let times = (Int64(0)..<100).shuffled()
            let writes = zip(keys, times).map { key, time in
                SessionWrite.save(key, given.session(1, due: time), over: nil)
            }
            _ = try await store.commit(writes + [.save(second, given.session(1, due: 5), over: nil)])
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
        },
        SessionStoreBehavior("Any time can be a due time") { given async throws in
            let store = given.store
            let keys = (0..<3).map { _ in SessionKey(id: SessionID(), program: "/") }
            let writes = zip(keys, [Int64.max, 0, .min]).map {
                SessionWrite.save($0, given.session(1, due: $1), over: nil)
            }
            _ = try await store.commit(writes)
            #expect(try await store.due("/", by: .min, limit: 9) == [keys[2]])
            #expect(try await store.due("/", by: .max - 1, limit: 9) == [keys[2], keys[1]])
            #expect(try await store.due("/", by: .max, limit: 9) == keys.reversed())
        },
        SessionStoreBehavior("A session has the due time of its last save, or none if that had none") {
            given async throws in
            let (store, key, other, second) = (given.store, given.key, given.other, given.second)
            _ = try await store.commit([
                .save(key, given.session(1), over: nil), .save(second, given.session(1, due: 10), over: nil),
                .save(other, given.session(1, due: 20), over: nil),
            ])
            #expect(try await store.due("/counter", by: 99, limit: 9) == [other])
            _ = try await store.commit([
                .save(key, given.session(2, due: 30), over: 1), .save(second, given.session(2), over: 1),
                .save(other, given.session(2, due: 40), over: 1),
            ])
            #expect(try await store.due("/counter", by: 99, limit: 9) == [key, other])
            #expect(try await store.due("/counter", by: 39, limit: 9) == [key])
            #expect(try await store.due("/todos", by: 99, limit: 9) == [])
            // A save that failed changed nothing.
            #expect(try await store.commit([.save(key, given.session(9), over: 1)]) == [false])
            #expect(try await store.due("/counter", by: 39, limit: 9) == [key])
            #expect(try await store.load(key) == given.session(2, due: 30))
        },
        SessionStoreBehavior("A postponed session is due at its new time, and postponing requires the current version")
        { given async throws in
            let (store, key, other, second) = (given.store, given.key, given.other, given.second)
            #expect(try await store.commit([.postpone(key, to: 5, version: 1)]) == [false])
            _ = try await store.commit([
                .save(key, given.session(1, due: 10), over: nil), .save(second, given.session(1, due: 11), over: nil),
                .save(other, given.session(StoredVersion(.max, token: .max)), over: nil),
            ])
            let done = try await store.commit([
                .postpone(key, to: 20, version: 1), .postpone(key, to: 99, version: 0),
                .postpone(key, to: nil, version: 2),
                .postpone(other, to: 15, version: StoredVersion(.max, token: .max)),
            ])
            #expect(done == [true, false, false, true])
            #expect(try await store.due("/counter", by: 14, limit: 9) == [])
            #expect(try await store.due("/counter", by: 20, limit: 9) == [other, key])
            #expect(try await store.due("/todos", by: 11, limit: 9) == [second])
            #expect(try await store.load(key) == given.session(1, due: 20))
            #expect(try await store.commit([.postpone(key, to: nil, version: 1)]) == [true])
            #expect(try await store.due("/counter", by: .max, limit: 9) == [other])
            #expect(try await store.load(key) == given.session(1))
        },
        SessionStoreBehavior("A session that is set aside is not due, and cannot be postponed") { given async throws in
            let (store, key) = (given.store, given.key)
            _ = try await store.commit([.save(key, given.session(1, due: 10), over: nil), .setAside(key)])
            #expect(try await store.due("/counter", by: .max, limit: 9) == [])
            #expect(try await store.setAside(key) == [given.session(1)])
            #expect(try await store.commit([.postpone(key, to: 5, version: 1)]) == [false])
            #expect(try await store.due("/counter", by: .max, limit: 9) == [])
            // Another session that is saved under the same key has its own due time.
            _ = try await store.commit([.save(key, given.session(1, due: 20), over: nil)])
            #expect(try await store.due("/counter", by: .max, limit: 9) == [key])
        },
        SessionStoreBehavior("A renewed session is due under its new id, and a removed one is not due") {
            given async throws in
            let (store, key, other, second) = (given.store, given.key, given.other, given.second)
            let new = SessionID()
            _ = try await store.commit([
                .save(key, given.session(1, due: 10), over: nil), .save(second, given.session(1, due: 20), over: nil),
                .save(other, given.session(1, due: 30), over: nil),
                .renew(key.id, SessionRenewal(successor: new, created: 5, claims: [])),
                .touch(new, used: 9_000),
            ])
            #expect(
                try await store.due("/counter", by: 99, limit: 9) == [SessionKey(id: new, program: key.program), other]
            )
            #expect(try await store.due("/todos", by: 99, limit: 9) == [SessionKey(id: new, program: second.program)])
            let renamed = SessionKey(id: new, program: key.program)
            #expect(try await store.load(renamed) == given.session(1, created: 5, used: 9_000, due: 10))
            _ = try await store.commit([.remove(new)])
            #expect(try await store.due("/counter", by: 99, limit: 9) == [other])
            #expect(try await store.due("/todos", by: 99, limit: 9) == [])
            #expect(try await store.remove(unusedSince: 3_000, createdBefore: 0) == 1)
            #expect(try await store.due("/counter", by: 99, limit: 9) == [])
        },
    ]
}
