import ElmwoodStorage
import Testing

extension SessionStoreBehavior {
    /// Several tasks at a time.
    static let concurrency: [SessionStoreBehavior] = [
        SessionStoreBehavior(
            "Only one of several saves over the same version succeeds, and with retries nothing is lost"
        ) { given async throws in
            let (store, key) = (given.store, given.key)
            _ = try await store.commit([.save(key, given.session(0, ""), over: nil)])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in UInt8(0)..<32 {
                    group.addTask {
                        for round in UInt8(0)..<8 {
                            while true {
                                let former = try #require(try await store.load(key))
                                var session = former
                                session.version.number += 1
                                session.model += [number, round]
                                if try await store.commit([.save(key, session, over: former.version)]) == [true] {
                                    break
                                }
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let session = try #require(try await store.load(key))
            #expect(session.version == 256)
            #expect(session.model.count == 512)
            for number in UInt8(0)..<32 {
                let rounds = stride(from: 0, to: 512, by: 2).filter { session.model[$0] == number }
                #expect(rounds.map { session.model[$0 + 1] } == Array(0..<8))
            }
        },
        SessionStoreBehavior("Loads during saves see whole commits, and never an older one than before") {
            given async throws in
            let (store, key, second) = (given.store, given.key, given.second)
            let (one, two) = (key, SessionKey(id: key.id, program: "/todos"))
            _ = try await store.commit([one, two].map { .save($0, given.session(0, "0"), over: nil) })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for version in UInt64(0)..<200 {
                        let next = given.session(StoredVersion(version + 1), "\(version + 1)")
                        let done = try await store.commit(
                            [one, two].map { .save($0, next, over: StoredVersion(version)) }
                        )
                        #expect(done == [true, true])
                    }
                }
                group.addTask {
                    var seen: UInt64 = 0
                    while seen < 200 {
                        let first = try #require(try await store.load(one))
                        let second = try #require(try await store.load(two))
                        #expect(first.version.number >= seen && second.version.number >= first.version.number)
                        #expect(first.model == Array("\(first.version.number)".utf8))
                        seen = second.version.number
                    }
                }
                try await group.waitForAll()
            }
        },
    ]
}
