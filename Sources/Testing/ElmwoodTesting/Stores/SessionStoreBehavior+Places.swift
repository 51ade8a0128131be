import ElmwoodStorage
import Testing

extension SessionStoreBehavior {
    /// Sessions at the places of a program that is mounted at a pattern.
    static let places: [SessionStoreBehavior] = [
        SessionStoreBehavior("Each place has a session of its own, and all are renewed and removed together") {
            given async throws in
            let (store, key) = (given.store, given.key)
            let (emma, other) = (given.place("/articles/emma"), given.place("/articles/other"))
            _ = try await store.commit([
                .save(emma, given.session(1, "emma"), over: nil), .save(other, given.session(1, "other"), over: nil),
                .save(key, given.session(1), over: nil),
            ])
            #expect(try await store.load(emma) == given.session(1, "emma"))
            #expect(try await store.load(other) == given.session(1, "other"))
            #expect(try await store.load(given.place("/articles/none")) == nil)
            _ = try await store.commit([.setAside(other)])
            #expect(try await store.setAside(other) == [given.session(1, "other")])
            #expect(try await store.setAside(emma) == [])
            let new = SessionID()
            _ = try await store.commit([.renew(key.id, SessionRenewal(successor: new, created: 1_000, claims: []))])
            #expect(try await store.load(emma) == nil)
            #expect(try await store.load(given.place("/articles/emma", of: new)) == given.session(1, "emma"))
            _ = try await store.commit([.remove(new)])
            #expect(try await store.programs(of: new) == [])
        },
        SessionStoreBehavior("What is due at the places of a pattern is found together, with their keys") {
            given async throws in
            let (store, key, other) = (given.store, given.key, given.other)
            let keys = [
                given.place("/articles/emma"), given.place("/articles/other"),
                given.place("/articles/emma", of: other.id),
            ]
            let writes = zip(keys, [Int64(30), 10, 20]).map {
                SessionWrite.save($0, given.session(1, due: $1), over: nil)
            }
            _ = try await store.commit(writes + [.save(key, given.session(1, due: 5), over: nil)])
            #expect(try await store.due("/articles/{slug}", by: 20, limit: 9) == [keys[1], keys[2]])
            #expect(try await store.due("/articles/{slug}", by: 99, limit: 1) == [keys[1]])
            #expect(try await store.due("/articles/emma", by: 99, limit: 9) == [])
            #expect(try await store.due("/counter", by: 99, limit: 9) == [key])
            _ = try await store.commit([.postpone(keys[1], to: nil, version: 1)])
            #expect(try await store.due("/articles/{slug}", by: 99, limit: 9) == [keys[2], keys[0]])
        },
        SessionStoreBehavior(
            "A path that is mounted in another way has the same session, and is due there once it is saved"
        ) { given async throws in
            let store = given.store
            let former = given.place("/articles/emma")
            let path = SessionKey(id: former.id, program: "/articles/emma")
            let later = SessionKey(id: former.id, program: "/articles/{name}", place: "/articles/emma")
            #expect(former == path && path == later)
            _ = try await store.commit([.save(former, given.session(1, due: 5), over: nil)])
            #expect(try await store.load(path) == given.session(1, due: 5))
            #expect(try await store.commit([.save(later, given.session(2, due: 6), over: 1)]) == [true])
            #expect(try await store.due("/articles/{slug}", by: 99, limit: 9) == [])
            #expect(try await store.due("/articles/{name}", by: 99, limit: 9).map(\.program) == ["/articles/{name}"])
            _ = try await store.commit([.save(path, given.session(3, due: 7), over: 2)])
            #expect(try await store.due("/articles/{name}", by: 99, limit: 9) == [])
            #expect(try await store.due("/articles/emma", by: 99, limit: 9) == [path])
        },
        SessionStoreBehavior("Two paths that differ only in their Unicode normalization have two sessions") {
            given async throws in
            let (store, key) = (given.store, given.key)
            let (decomposed, composed) = (given.place("/articles/cafe\u{301}"), given.place("/articles/caf\u{e9}"))
            #expect(decomposed != composed)
            _ = try await store.commit([
                .save(decomposed, given.session(1, "a"), over: nil), .save(composed, given.session(1, "b"), over: nil),
            ])
            #expect(try await store.load(decomposed) == given.session(1, "a"))
            #expect(try await store.load(composed) == given.session(1, "b"))
            #expect(try await store.programs(of: key.id).count == 2)
        },
        SessionStoreBehavior("The sessions of an id are listed without their content, the latest used first") {
            given async throws in
            let (store, key, other) = (given.store, given.key, given.other)
            let sessions = [
                (given.place("/articles/emma"), given.session(1, "a", used: 20)),
                (key, given.session(7, "b", used: 30, due: 9)),
                (given.place("/articles/other"), given.session(3, "c", used: 10)), (other, given.session(1, used: 40)),
            ]
            _ = try await store.commit(sessions.map { .save($0, $1, over: nil) })
            let expected = [1, 0, 2].map { StoredProgram(sessions[$0].0, sessions[$0].1) }
            #expect(try await store.programs(of: key.id) == expected)
            _ = try await store.commit([.setAside(key), .identify(key.id, as: "anna")])
            let listed = try await store.programs(of: key.id)
            #expect(listed.map(\.key) == [expected[1].key, expected[2].key])
            #expect(listed.map(\.account) == ["anna", "anna"])
            #expect(try await store.programs(of: SessionID()) == [])
        },
        SessionStoreBehavior("An idle session is removed alone, unless it has been used since or has pending work") {
            given in
            let (store, key) = (given.store, given.key)
            let (emma, other, busy) = (
                given.place("/articles/emma"), given.place("/articles/other"), given.place("/articles/busy")
            )
            _ = try await store.commit([
                .save(emma, given.session(1, used: 20), over: nil), .save(other, given.session(1, used: 20), over: nil),
                .save(busy, given.session(1, used: 20, due: 5), over: nil),
                .save(key, given.session(1, used: 20), over: nil),
                .save(emma, given.session(2, used: 21), over: 1),
            ])
            let done = try await store.commit([
                .removeIdle(emma, used: 20), .removeIdle(other, used: 20), .removeIdle(busy, used: 20),
                .removeIdle(given.place("/articles/none"), used: 20),
            ])
            #expect(done == [false, true, false, false])
            #expect(Set(try await store.programs(of: key.id).map(\.key)) == [emma, busy, key])
            #expect(try await store.load(other) == nil)
        },
    ]
}
