import ElmwoodStorage
import Testing

extension SessionStoreBehavior {
    /// Renewals, removals, and sessions that are set aside.
    static let life: [SessionStoreBehavior] = [
        SessionStoreBehavior("A replaced id is remembered with its claims, for as long as sessions are retained") {
            given in
            let (store, key) = (given.store, given.key)
            let renewal = SessionRenewal(successor: SessionID(), created: 5_000, claims: ["a", "b"])
            #expect(try await store.renewal(of: key.id) == nil)
            _ = try await store.commit([.save(key, given.session(1), over: nil), .renew(key.id, renewal)])
            #expect(try await store.renewal(of: key.id) == renewal)
            #expect(try await store.renewal(of: renewal.successor) == nil)
            let none = SessionRenewal(successor: SessionID(), created: 6_000, claims: [])
            _ = try await store.commit([.renew(renewal.successor, none)])
            #expect(try await store.renewal(of: renewal.successor) == none)
            _ = try await store.remove(unusedSince: 5_001, createdBefore: 0)
            #expect(try await store.renewal(of: key.id) == nil)
            #expect(try await store.renewal(of: renewal.successor) == none)
        },
        SessionStoreBehavior("Removing an id removes the sessions of all programs, and those set aside") {
            given async throws in
            let (store, key, other) = (given.store, given.key, given.other)
            let second = SessionKey(id: key.id, program: "/todos")
            _ = try await store.commit([key, second, other].map { .save($0, given.session(1), over: nil) })
            #expect(
                try await store.commit([.setAside(second), .remove(key.id), .remove(key.id)]) == [true, true, false]
            )
            #expect(try await store.load(key) == nil)
            #expect(try await store.setAside(second).isEmpty)
            #expect(try await store.load(other) == given.session(1))
        },
        SessionStoreBehavior("Renewing an id moves the sessions of all programs, unless the new id is in use") {
            given in
            let (store, key, other) = (given.store, given.key, given.other)
            let second = SessionKey(id: key.id, program: "/todos")
            let new = SessionID()
            _ = try await store.commit(
                [key, second, other].map { .save($0, given.session(1), over: nil) } + [.setAside(second)]
            )
            #expect(
                try await store.commit([.renew(key.id, SessionRenewal(successor: other.id, created: 5, claims: []))])
                    == [
                        false
                    ]
            )
            #expect(try await store.load(key) == given.session(1))
            #expect(
                try await store.commit([.renew(key.id, SessionRenewal(successor: new, created: 5, claims: []))]) == [
                    true
                ]
            )
            #expect(try await store.load(key) == nil)
            #expect(try await store.setAside(second).isEmpty)
            #expect(try await store.load(SessionKey(id: new, program: key.program)) == given.session(1, created: 5))
            #expect(
                try await store.setAside(SessionKey(id: new, program: second.program)) == [given.session(1, created: 5)]
            )
            #expect(try await store.load(other) == given.session(1))
        },
        SessionStoreBehavior("No session begins under an id that was replaced, even if that had none") {
            given async throws in
            let (store, key, other) = (given.store, given.key, given.other)
            _ = try await store.commit([.save(other, given.session(1), over: nil)])
            let used = SessionRenewal(successor: other.id, created: 5, claims: [])
            #expect(try await store.commit([.renew(key.id, used)]) == [false])
            #expect(try await store.renewal(of: key.id) == nil)
            let renewal = SessionRenewal(successor: SessionID(), created: 5, claims: ["a"])
            #expect(try await store.commit([.renew(key.id, renewal)]) == [true])
            // Another process does not know of that.
            let later = SessionRenewal(successor: SessionID(), created: 6, claims: ["b"])
            let writes: [SessionWrite] = [.save(key, given.session(1), over: nil), .renew(key.id, later)]
            #expect(try await store.commit(writes) == [false, false])
            #expect(try await store.load(key) == nil)
            #expect(try await store.renewal(of: key.id) == renewal)
            for id in [renewal.successor, later.successor] {
                let renewed = SessionKey(id: id, program: key.program)
                #expect(try await store.commit([.save(renewed, given.session(1), over: nil)]) == [true])
            }
            // Nor once the sessions have left it.
            let last = SessionRenewal(successor: SessionID(), created: 7, claims: [])
            let second = SessionKey(id: renewal.successor, program: "/todos")
            let done = try await store.commit([
                .renew(renewal.successor, last), .save(second, given.session(1), over: nil),
            ])
            #expect(done == [true, false])
        },
        SessionStoreBehavior("A session that is set aside is not loaded any more, and is retained beside later ones") {
            given in
            let (store, key) = (given.store, given.key)
            #expect(try await store.commit([.setAside(key)]) == [false])
            for version in UInt64(1)...3 {
                let done = try await store.commit([
                    .save(key, given.session(StoredVersion(version)), over: nil), .setAside(key),
                ])
                #expect(done == [true, true])
            }
            #expect(try await store.load(key) == nil)
            #expect(try await store.commit([.touch(key.id, used: 9_000), .setAside(key)]) == [false, false])
            #expect(try await store.setAside(key) == [given.session(1), given.session(2), given.session(3)])
            #expect(try await store.commit([.save(key, given.session(1, "anew"), over: nil)]) == [true])
            #expect(try await store.load(key) == given.session(1, "anew"))
            #expect(try await store.setAside(SessionKey(id: key.id, program: "/todos")).isEmpty)
        },
        SessionStoreBehavior("The time of the last use never decreases") { given async throws in
            let (store, key) = (given.store, given.key)
            let second = SessionKey(id: key.id, program: "/todos")
            _ = try await store.commit([key, second].map { .save($0, given.session(1), over: nil) })
            #expect(try await store.commit([.touch(key.id, used: 3_000), .touch(key.id, used: 1)]) == [true, true])
            for key in [key, second] { #expect(try await store.load(key) == given.session(1, used: 3_000)) }
        },
        SessionStoreBehavior("Old sessions are removed: those unused for too long, and those created too long ago") {
            given in
            let (store, key) = (given.store, given.key)
            // Several thousand, half of them old, which is more than a store processes at once.
            let keys = (0..<5_000).map { _ in SessionKey(id: SessionID(), program: "/") }
            let sessions = (0..<5_000).map { number in
                switch number % 4 {
                case 0: given.session(1, created: 100, used: 499)
                case 1: given.session(1, created: 99, used: 900)
                default: given.session(1, created: 100, used: 500)
                }
            }
            _ = try await store.commit(zip(keys, sessions).map { .save($0, $1, over: nil) })
            _ = try await store.commit([.setAside(keys[0]), .setAside(keys[2])])
            #expect(try await store.remove(unusedSince: 500, createdBefore: 100) == 2_500)
            for (number, key) in keys.enumerated() {
                let expected = number % 4 < 2 || number == 2 ? nil : sessions[number]
                #expect(try await store.load(key) == expected)
            }
            #expect(try await store.setAside(keys[0]).isEmpty)
            #expect(try await store.setAside(keys[2]) == [sessions[2]])
            #expect(try await store.remove(unusedSince: 500, createdBefore: 100) == 0)
        },
    ]
}
