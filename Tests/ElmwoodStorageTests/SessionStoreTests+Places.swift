import ElmwoodStorage
import Testing

/// Sessions at the places of a program that is mounted at a pattern.
extension SessionStoreTests {
    private func place(_ path: String, of id: SessionID? = nil) -> SessionKey {
        SessionKey(id: id ?? key.id, program: "/articles/{slug}", place: path)
    }

    @Test(arguments: Kind.allCases)
    func `Each place has a session of its own, and all are renewed and removed together`(kind: Kind) async throws {
        let store = try kind.make()
        let (emma, other) = (place("/articles/emma"), place("/articles/other"))
        _ = try await store.commit([
            .save(emma, session(1, "emma"), over: nil), .save(other, session(1, "other"), over: nil),
            .save(key, session(1), over: nil),
        ])
        #expect(try await store.load(emma) == session(1, "emma"))
        #expect(try await store.load(other) == session(1, "other"))
        #expect(try await store.load(place("/articles/none")) == nil)
        _ = try await store.commit([.setAside(other)])
        #expect(try await store.setAside(other) == [session(1, "other")])
        #expect(try await store.setAside(emma) == [])
        let new = SessionID()
        _ = try await store.commit([.renew(key.id, SessionRenewal(successor: new, created: 1_000, claims: []))])
        #expect(try await store.load(emma) == nil)
        #expect(try await store.load(place("/articles/emma", of: new)) == session(1, "emma"))
        _ = try await store.commit([.remove(new)])
        #expect(try await store.programs(of: new) == [])
    }

    @Test(arguments: Kind.allCases)
    func `What is due at the places of a pattern is found together, with their keys`(kind: Kind) async throws {
        let store = try kind.make()
        let keys = [place("/articles/emma"), place("/articles/other"), place("/articles/emma", of: other.id)]
        let writes = zip(keys, [Int64(30), 10, 20]).map { SessionWrite.save($0, session(1, due: $1), over: nil) }
        _ = try await store.commit(writes + [.save(key, session(1, due: 5), over: nil)])
        #expect(try await store.due("/articles/{slug}", by: 20, limit: 9) == [keys[1], keys[2]])
        #expect(try await store.due("/articles/{slug}", by: 99, limit: 1) == [keys[1]])
        #expect(try await store.due("/articles/emma", by: 99, limit: 9) == [])
        #expect(try await store.due("/counter", by: 99, limit: 9) == [key])
        _ = try await store.commit([.postpone(keys[1], to: nil, version: 1)])
        #expect(try await store.due("/articles/{slug}", by: 99, limit: 9) == [keys[2], keys[0]])
    }

    @Test(arguments: Kind.allCases)
    func `A path that is mounted in another way has the same session, and is due there once it is saved`(kind: Kind)
        async throws
    {
        let store = try kind.make()
        let former = place("/articles/emma")
        let path = SessionKey(id: former.id, program: "/articles/emma")
        let later = SessionKey(id: former.id, program: "/articles/{name}", place: "/articles/emma")
        #expect(former == path && path == later)
        _ = try await store.commit([.save(former, session(1, due: 5), over: nil)])
        #expect(try await store.load(path) == session(1, due: 5))
        #expect(try await store.commit([.save(later, session(2, due: 6), over: 1)]) == [true])
        #expect(try await store.due("/articles/{slug}", by: 99, limit: 9) == [])
        #expect(try await store.due("/articles/{name}", by: 99, limit: 9).map(\.program) == ["/articles/{name}"])
        _ = try await store.commit([.save(path, session(3, due: 7), over: 2)])
        #expect(try await store.due("/articles/{name}", by: 99, limit: 9) == [])
        #expect(try await store.due("/articles/emma", by: 99, limit: 9) == [path])
    }

    @Test(arguments: Kind.allCases)
    func `Two paths that differ only in their Unicode normalization have two sessions`(kind: Kind) async throws {
        let store = try kind.make()
        let (decomposed, composed) = (place("/articles/cafe\u{301}"), place("/articles/caf\u{e9}"))
        #expect(decomposed != composed)
        _ = try await store.commit([
            .save(decomposed, session(1, "a"), over: nil), .save(composed, session(1, "b"), over: nil),
        ])
        #expect(try await store.load(decomposed) == session(1, "a"))
        #expect(try await store.load(composed) == session(1, "b"))
        #expect(try await store.programs(of: key.id).count == 2)
    }

    @Test(arguments: Kind.allCases)
    func `The sessions of an id are listed without their content, the latest used first`(kind: Kind) async throws {
        let store = try kind.make()
        let sessions = [
            (place("/articles/emma"), session(1, "a", used: 20)), (key, session(7, "b", used: 30, due: 9)),
            (place("/articles/other"), session(3, "c", used: 10)), (other, session(1, used: 40)),
        ]
        _ = try await store.commit(sessions.map { .save($0, $1, over: nil) })
        let expected = [1, 0, 2].map { StoredProgram(sessions[$0].0, sessions[$0].1) }
        #expect(try await store.programs(of: key.id) == expected)
        _ = try await store.commit([.setAside(key), .identify(key.id, as: "anna")])
        let listed = try await store.programs(of: key.id)
        #expect(listed.map(\.key) == [expected[1].key, expected[2].key])
        #expect(listed.map(\.account) == ["anna", "anna"])
        #expect(try await store.programs(of: SessionID()) == [])
    }

    @Test(arguments: Kind.allCases)
    func `An idle session is removed alone, unless it has been used since or has pending work`(kind: Kind) async throws
    {
        let store = try kind.make()
        let (emma, other, busy) = (place("/articles/emma"), place("/articles/other"), place("/articles/busy"))
        _ = try await store.commit([
            .save(emma, session(1, used: 20), over: nil), .save(other, session(1, used: 20), over: nil),
            .save(busy, session(1, used: 20, due: 5), over: nil), .save(key, session(1, used: 20), over: nil),
            .save(emma, session(2, used: 21), over: 1),
        ])
        let done = try await store.commit([
            .removeIdle(emma, used: 20), .removeIdle(other, used: 20), .removeIdle(busy, used: 20),
            .removeIdle(place("/articles/none"), used: 20),
        ])
        #expect(done == [false, true, false, false])
        #expect(Set(try await store.programs(of: key.id).map(\.key)) == [emma, busy, key])
        #expect(try await store.load(other) == nil)
    }
}
