import ElmwoodStorage
import Testing

extension SessionStoreBehavior {
    /// Saves over versions, and what is loaded.
    static let saves: [SessionStoreBehavior] = [
        SessionStoreBehavior("A saved session is loaded byte for byte") { given async throws in
            let (store, key) = (given.store, given.key)
            let all = (0...255).map { UInt8($0) }
            let values: [(String, UInt64, [UInt8], Int64)] = [
                ("", 0, [], 0), ("/", 1, [0], -1), ("/clé 🗝 \u{0} '; --", .max, all, .max),
                ("/clé 🗝 ", 1 << 63, all, .min),
            ]
            for (program, version, bytes, time) in values {
                let key = SessionKey(id: key.id, program: program)
                let session = StoredSession(
                    version: StoredVersion(version, token: ~version),
                    model: bytes,
                    activity: bytes.reversed(),
                    visitor: VisitorID(),
                    created: time,
                    used: 0 &- time,
                    due: time == 0 ? nil : time
                )
                #expect(try await store.load(key) == nil)
                #expect(try await store.commit([.save(key, session, over: nil)]) == [true])
                #expect(try await store.load(key) == session)
            }
        },
        SessionStoreBehavior("A session is saved only over the version that it replaces") { given async throws in
            let (store, key) = (given.store, given.key)
            #expect(try await store.commit([.save(key, given.session(2), over: 1)]) == [false])
            #expect(try await store.load(key) == nil)
            #expect(try await store.commit([.save(key, given.session(1), over: nil)]) == [true])
            #expect(try await store.commit([.save(key, given.session(5, "late"), over: nil)]) == [false])
            #expect(try await store.commit([.save(key, given.session(5, "late"), over: 0)]) == [false])
            #expect(try await store.load(key) == given.session(1))
            #expect(try await store.commit([.save(key, given.session(5, "new"), over: 1)]) == [true])
            #expect(try await store.load(key) == given.session(5, "new"))
        },
        SessionStoreBehavior("A version with another token is another version") { given async throws in
            let (store, key) = (given.store, given.key)
            let (one, two) = (StoredVersion(1, token: .max), StoredVersion(1, token: 7))
            _ = try await store.commit([.save(key, given.session(one, due: 5), over: nil)])
            let refused = try await store.commit([
                .save(key, given.session(2, "late"), over: two), .save(key, given.session(2, "late"), over: 1),
                .postpone(key, to: 9, version: two), .end(key, over: two, MessageExchange()),
            ])
            #expect(refused == [false, false, false, false])
            #expect(try await store.load(key) == given.session(one, due: 5))
            #expect(try await store.programs(of: key.id).map(\.due) == [5])
            let done = try await store.commit([
                .postpone(key, to: 6, version: one), .save(key, given.session(two, "same number"), over: one),
            ])
            #expect(done == [true, true])
            #expect(try await store.load(key) == given.session(two, "same number"))
            #expect(try await store.commit([.end(key, over: two, MessageExchange())]) == [true])
            #expect(try await store.load(key) == nil)
        },
        SessionStoreBehavior("Each visitor has a separate session in each program") { given async throws in
            let (store, key, other) = (given.store, given.key, given.other)
            let second = SessionKey(id: key.id, program: "/todos")
            let writes = [key, second, other].enumerated().map { number, key in
                SessionWrite.save(key, given.session(1, "\(number)"), over: nil)
            }
            #expect(try await store.commit(writes) == [true, true, true])
            for (number, key) in [key, second, other].enumerated() {
                #expect(try await store.load(key) == given.session(1, "\(number)"))
            }
            #expect(try await store.load(SessionKey(id: other.id, program: "/todos")) == nil)
        },
        SessionStoreBehavior("The writes of a commit are carried out in order, and a refused one changes nothing") {
            given in
            let (store, key, other) = (given.store, given.key, given.other)
            #expect(try await store.commit([]) == [])
            let renamed = SessionKey(id: SessionID(), program: key.program)
            let done = try await store.commit([
                .save(key, given.session(1), over: nil),
                .save(key, given.session(2), over: 1),
                .save(key, given.session(3, "late"), over: 1),
                .renew(key.id, SessionRenewal(successor: renamed.id, created: 5_000, claims: [])),
                .save(key, given.session(7), over: 2),
                .save(renamed, given.session(3, created: 5_000), over: 2),
                .touch(renamed.id, used: 6_000),
                .save(other, given.session(1), over: nil),
                .remove(other.id),
                .touch(other.id, used: 6_000),
                .save(other, given.session(9), over: nil),
            ])
            #expect(done == [true, true, false, true, false, true, true, true, true, false, true])
            #expect(try await store.load(key) == nil)
            #expect(try await store.load(renamed) == given.session(3, created: 5_000, used: 6_000))
            #expect(try await store.load(other) == given.session(9))
        },
    ]
}
