import ElmwoodStorage
import Testing

extension SessionStoreBehavior {
    /// The sessions of a visitor or an account.
    static let owners: [SessionStoreBehavior] = [
        SessionStoreBehavior("An owner's sessions are found, each once, the latest used first") { given async throws in
            let (store, anna, bob) = (given.store, given.anna, given.bob)
            let (one, two, three) = (given.newKey(), given.newKey(), given.newKey())
            let second = SessionKey(id: one.id, program: "/second")
            _ = try await store.commit([
                .save(one, given.ownedSession(anna, "a", used: 10), over: nil),
                .save(second, given.ownedSession(anna, "a", used: 40), over: nil),
                .save(two, given.ownedSession(anna, "b", used: 20), over: nil),
                .save(three, given.ownedSession(bob, "a", used: 30), over: nil),
            ])
            #expect(try await given.ids(store, .visitor(anna)) == [one.id, two.id])
            #expect(
                try await store.sessions(of: .account("a"), limit: 100)
                    == [.init(id: one.id, created: 4, used: 40), .init(id: three.id, created: 4, used: 30)]
            )
            #expect(try await store.sessions(of: .account("a"), limit: 1).map(\.id) == [one.id])
            for account in ["", "A", "a'--"] { #expect(try await given.ids(store, .account(account)).isEmpty) }
            #expect(try await store.load(one)?.account == "a")
        },
        SessionStoreBehavior("An account belongs to all programs' sessions of an id, and remains when they are saved") {
            given in
            let (store, anna, bob) = (given.store, given.anna, given.bob)
            let (one, other) = (given.newKey(), given.newKey())
            let second = SessionKey(id: one.id, program: "/second")
            let text = "clé 🗝 \u{0} '; --"
            let done = try await store.commit([
                .identify(one.id, as: text), .save(one, given.ownedSession(anna), over: nil),
                .save(second, given.ownedSession(anna), over: nil),
                .save(other, given.ownedSession(bob), over: nil), .identify(one.id, as: text),
            ])
            #expect(done == [false, true, true, true, true])
            var changed = given.ownedSession(bob, "other")
            changed.version = 2
            #expect(try await store.commit([.save(one, changed, over: 1)]) == [true])
            for key in [one, second] {
                #expect(try await store.load(key)?.account == text)
                #expect(try await store.load(key)?.visitor == anna)
            }
            #expect(try await store.load(other)?.account == nil)
            let successor = SessionID()
            _ = try await store.commit([.renew(one.id, SessionRenewal(successor: successor, created: 6, claims: []))])
            #expect(try await given.ids(store, .account(text)) == [successor])
            _ = try await store.commit([.identify(successor, as: nil)])
            #expect(try await given.ids(store, .account(text)).isEmpty)
        },
        SessionStoreBehavior("An owner's sessions are removed together, except one, and nobody else's") {
            given async throws in
            let (store, anna, bob) = (given.store, given.anna, given.bob)
            let keys = (0..<4).map { _ in given.newKey() }
            _ = try await store.commit([
                .save(keys[0], given.ownedSession(anna, "a"), over: nil),
                .save(keys[1], given.ownedSession(anna), over: nil),
                .save(keys[2], given.ownedSession(bob, "a"), over: nil),
                .save(keys[3], given.ownedSession(bob), over: nil),
                .setAside(keys[1]),
            ])
            func remaining() async throws -> [Bool] {
                var remaining: [Bool] = []
                for key in keys {
                    let isAside = try await !store.setAside(key).isEmpty
                    remaining.append(try await store.load(key) != nil || isAside)
                }
                return remaining
            }
            #expect(try await store.commit([.removeAll(of: .visitor(anna), except: keys[0].id)]) == [true])
            #expect(try await remaining() == [true, false, true, true])
            #expect(try await store.commit([.removeAll(of: .visitor(VisitorID()), except: nil)]) == [false])
            #expect(try await store.commit([.removeAll(of: .account("a"), except: nil)]) == [true])
            #expect(try await remaining() == [false, false, false, true])
        },
        SessionStoreBehavior(
            "A removal spares the id that has replaced the one it excepts, even if renewals form a cycle"
        ) { given async throws in
            let (store, anna) = (given.store, given.anna)
            let (kept, other) = (given.newKey(), given.newKey())
            let (second, third) = (SessionID(), SessionID())
            let renewals = [(kept.id, second), (second, third), (third, kept.id), (kept.id, second)]
            _ = try await store.commit([
                .save(kept, given.ownedSession(anna, "a"), over: nil),
                .save(other, given.ownedSession(anna, "a"), over: nil),
            ])
            for (former, successor) in renewals {
                let renewal = SessionRenewal(successor: successor, created: 6, claims: [])
                #expect(try await store.commit([.renew(former, renewal)]) == [true])
                if successor == third {
                    let removal = SessionWrite.removeAll(of: .visitor(anna), except: kept.id)
                    #expect(try await store.commit([removal]) == [true])
                    #expect(try await given.ids(store, .visitor(anna)) == [third])
                }
            }
            for owner in [SessionOwner.visitor(anna), .account("a")] {
                #expect(try await store.commit([.removeAll(of: owner, except: third)]) == [false])
                #expect(try await given.ids(store, owner) == [second])
            }
            #expect(try await store.commit([.removeAll(of: .account("a"), except: other.id)]) == [true])
            #expect(try await given.ids(store, .account("a")).isEmpty)
        },
    ]
}
