import ElmwoodTestSupport
import ElmwoodStorage
import Testing

/// What every store of sessions must do.
@Suite struct SessionStoreTests {
    enum Kind: CaseIterable, Sendable {
        case memory, sqlite, sqliteForPowerLoss

        func make(limit: Int = 100_000_000) throws -> any SessionStore {
            // The files are removed at once, because an open file does not need its name.
            let file = TemporaryFile()
            return try withExtendedLifetime(file) {
                switch self {
                case .memory: MemorySessionStore(limit: limit)
                case .sqlite: try SQLiteSessionStore(path: file.path, limit: limit)
                case .sqliteForPowerLoss: try SQLiteSessionStore(path: file.path, survives: .powerLoss, limit: limit)
                }
            }
        }
    }

    let key = SessionKey(id: SessionID(), program: "/counter")
    let other = SessionKey(id: SessionID(), program: "/counter")
    private let visitor = VisitorID()

    func session(
        _ version: StoredVersion,
        _ model: String = "{}",
        created: Int64 = 1_000,
        used: Int64 = 2_000,
        due: Int64? = nil
    ) -> StoredSession {
        StoredSession(
            version: version,
            model: Array(model.utf8),
            visitor: visitor,
            created: created,
            used: used,
            due: due
        )
    }

    @Test(arguments: Kind.allCases)
    func `A saved session is loaded byte for byte`(kind: Kind) async throws {
        let store = try kind.make()
        let all = (0...255).map { UInt8($0) }
        let values: [(String, UInt64, [UInt8], Int64)] = [
            ("", 0, [], 0), ("/", 1, [0], -1), ("/clé 🗝 \u{0} '; --", .max, all, .max), ("/clé 🗝 ", 1 << 63, all, .min),
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
    }

    @Test(arguments: Kind.allCases)
    func `A session is saved only over the version that it replaces`(kind: Kind) async throws {
        let store = try kind.make()
        #expect(try await store.commit([.save(key, session(2), over: 1)]) == [false])
        #expect(try await store.load(key) == nil)
        #expect(try await store.commit([.save(key, session(1), over: nil)]) == [true])
        #expect(try await store.commit([.save(key, session(5, "late"), over: nil)]) == [false])
        #expect(try await store.commit([.save(key, session(5, "late"), over: 0)]) == [false])
        #expect(try await store.load(key) == session(1))
        #expect(try await store.commit([.save(key, session(5, "new"), over: 1)]) == [true])
        #expect(try await store.load(key) == session(5, "new"))
    }

    @Test(arguments: Kind.allCases)
    func `A version with another token is another version`(kind: Kind) async throws {
        let store = try kind.make()
        let (one, two) = (StoredVersion(1, token: .max), StoredVersion(1, token: 7))
        _ = try await store.commit([.save(key, session(one, due: 5), over: nil)])
        let refused = try await store.commit([
            .save(key, session(2, "late"), over: two), .save(key, session(2, "late"), over: 1),
            .postpone(key, to: 9, version: two), .end(key, over: two, MessageExchange()),
        ])
        #expect(refused == [false, false, false, false])
        #expect(try await store.load(key) == session(one, due: 5))
        #expect(try await store.programs(of: key.id).map(\.due) == [5])
        let done = try await store.commit([
            .postpone(key, to: 6, version: one), .save(key, session(two, "same number"), over: one),
        ])
        #expect(done == [true, true])
        #expect(try await store.load(key) == session(two, "same number"))
        #expect(try await store.commit([.end(key, over: two, MessageExchange())]) == [true])
        #expect(try await store.load(key) == nil)
    }

    @Test(arguments: Kind.allCases)
    func `Each visitor has a separate session in each program`(kind: Kind) async throws {
        let store = try kind.make()
        let second = SessionKey(id: key.id, program: "/todos")
        let writes = [key, second, other].enumerated().map { number, key in
            SessionWrite.save(key, session(1, "\(number)"), over: nil)
        }
        #expect(try await store.commit(writes) == [true, true, true])
        for (number, key) in [key, second, other].enumerated() {
            #expect(try await store.load(key) == session(1, "\(number)"))
        }
        #expect(try await store.load(SessionKey(id: other.id, program: "/todos")) == nil)
    }

    @Test(arguments: Kind.allCases)
    func `The writes of a commit are carried out in order, and a refused one changes nothing`(kind: Kind) async throws {
        let store = try kind.make()
        #expect(try await store.commit([]) == [])
        let renamed = SessionKey(id: SessionID(), program: key.program)
        let done = try await store.commit([
            .save(key, session(1), over: nil),
            .save(key, session(2), over: 1),
            .save(key, session(3, "late"), over: 1),
            .renew(key.id, SessionRenewal(successor: renamed.id, created: 5_000, claims: [])),
            .save(key, session(7), over: 2),
            .save(renamed, session(3, created: 5_000), over: 2),
            .touch(renamed.id, used: 6_000),
            .save(other, session(1), over: nil),
            .remove(other.id),
            .touch(other.id, used: 6_000),
            .save(other, session(9), over: nil),
        ])
        #expect(done == [true, true, false, true, false, true, true, true, true, false, true])
        #expect(try await store.load(key) == nil)
        #expect(try await store.load(renamed) == session(3, created: 5_000, used: 6_000))
        #expect(try await store.load(other) == session(9))
    }

    @Test(arguments: Kind.allCases)
    func `A replaced id is remembered with its claims, for as long as sessions are retained`(kind: Kind) async throws {
        let store = try kind.make()
        let renewal = SessionRenewal(successor: SessionID(), created: 5_000, claims: ["a", "b"])
        #expect(try await store.renewal(of: key.id) == nil)
        // There is no session yet whose id could be renewed.
        #expect(try await store.commit([.renew(key.id, renewal)]) == [false])
        #expect(try await store.renewal(of: key.id) == nil)
        _ = try await store.commit([.save(key, session(1), over: nil), .renew(key.id, renewal)])
        #expect(try await store.renewal(of: key.id) == renewal)
        #expect(try await store.renewal(of: renewal.successor) == nil)
        let none = SessionRenewal(successor: SessionID(), created: 6_000, claims: [])
        _ = try await store.commit([.renew(renewal.successor, none)])
        #expect(try await store.renewal(of: renewal.successor) == none)
        _ = try await store.remove(unusedSince: 5_001, createdBefore: 0)
        #expect(try await store.renewal(of: key.id) == nil)
        #expect(try await store.renewal(of: renewal.successor) == none)
    }

    @Test(arguments: Kind.allCases)
    func `Removing an id removes the sessions of all programs, and those set aside`(kind: Kind) async throws {
        let store = try kind.make()
        let second = SessionKey(id: key.id, program: "/todos")
        _ = try await store.commit([key, second, other].map { .save($0, session(1), over: nil) })
        #expect(try await store.commit([.setAside(second), .remove(key.id), .remove(key.id)]) == [true, true, false])
        #expect(try await store.load(key) == nil)
        #expect(try await store.setAside(second).isEmpty)
        #expect(try await store.load(other) == session(1))
    }

    @Test(arguments: Kind.allCases)
    func `Renewing an id moves the sessions of all programs, unless the new id is in use`(kind: Kind) async throws {
        let store = try kind.make()
        let second = SessionKey(id: key.id, program: "/todos")
        let new = SessionID()
        _ = try await store.commit([key, second, other].map { .save($0, session(1), over: nil) } + [.setAside(second)])
        #expect(
            try await store.commit([.renew(key.id, SessionRenewal(successor: other.id, created: 5, claims: []))]) == [
                false
            ]
        )
        #expect(try await store.load(key) == session(1))
        #expect(
            try await store.commit([.renew(new, SessionRenewal(successor: SessionID(), created: 5, claims: []))]) == [
                false
            ]
        )
        #expect(
            try await store.commit([.renew(key.id, SessionRenewal(successor: new, created: 5, claims: []))]) == [true]
        )
        #expect(try await store.load(key) == nil)
        #expect(try await store.setAside(second).isEmpty)
        #expect(try await store.load(SessionKey(id: new, program: key.program)) == session(1, created: 5))
        #expect(try await store.setAside(SessionKey(id: new, program: second.program)) == [session(1, created: 5)])
        #expect(try await store.load(other) == session(1))
    }

    @Test(arguments: Kind.allCases)
    func `A session that is set aside is not loaded any more, and is retained beside later ones`(kind: Kind)
        async throws
    {
        let store = try kind.make()
        #expect(try await store.commit([.setAside(key)]) == [false])
        for version in UInt64(1)...3 {
            let done = try await store.commit([.save(key, session(StoredVersion(version)), over: nil), .setAside(key)])
            #expect(done == [true, true])
        }
        #expect(try await store.load(key) == nil)
        #expect(try await store.commit([.touch(key.id, used: 9_000), .setAside(key)]) == [false, false])
        #expect(try await store.setAside(key) == [session(1), session(2), session(3)])
        #expect(try await store.commit([.save(key, session(1, "anew"), over: nil)]) == [true])
        #expect(try await store.load(key) == session(1, "anew"))
        #expect(try await store.setAside(SessionKey(id: key.id, program: "/todos")).isEmpty)
    }

    @Test(arguments: Kind.allCases)
    func `The time of the last use never decreases`(kind: Kind) async throws {
        let store = try kind.make()
        let second = SessionKey(id: key.id, program: "/todos")
        _ = try await store.commit([key, second].map { .save($0, session(1), over: nil) })
        #expect(try await store.commit([.touch(key.id, used: 3_000), .touch(key.id, used: 1)]) == [true, true])
        for key in [key, second] { #expect(try await store.load(key) == session(1, used: 3_000)) }
    }

    @Test(arguments: Kind.allCases)
    func `Old sessions are removed: those unused for too long, and those created too long ago`(kind: Kind) async throws
    {
        let store = try kind.make()
        // Several thousand, half of them old, which is more than a store processes at once.
        let keys = (0..<5_000).map { _ in SessionKey(id: SessionID(), program: "/") }
        let sessions = (0..<5_000).map { number in
            switch number % 4 {
            case 0: session(1, created: 100, used: 499)
            case 1: session(1, created: 99, used: 900)
            default: session(1, created: 100, used: 500)
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
    }

    @Test(arguments: Kind.allCases)
    func `A full store reports an error, stores nothing of that commit, and accepts more once there is room`(kind: Kind)
        async throws
    {
        let store = try kind.make(limit: 1_000_000)
        let large = session(1, String(repeating: "7", count: 100_000))
        let keys = (0..<20).map { _ in SessionKey(id: SessionID(), program: "/") }
        _ = try await store.commit([.save(key, session(1), over: nil)])
        var saved = 0
        let error = await #expect(throws: StorageError.self) {
            for large in keys {
                let former = UInt64(saved) + 1
                _ = try await store.commit([
                    .save(key, session(StoredVersion(former + 1)), over: StoredVersion(former)),
                    .save(large, self.session(1, String(repeating: "7", count: 100_000)), over: nil),
                ])
                saved += 1
            }
        }
        #expect(error?.description.contains("full") == true)
        #expect((8...10).contains(saved))
        #expect(try await store.load(key) == session(StoredVersion(UInt64(saved) + 1)))
        for (number, key) in keys.enumerated() {
            #expect(try await store.load(key) == (number < saved ? large : nil))
        }
        #expect(try await store.commit([.remove(keys[0].id)]) == [true])
        #expect(try await store.commit([.save(keys[19], large, over: nil)]) == [true])
        #expect(try await store.load(keys[19]) == large)
    }

    @Test(arguments: Kind.allCases)
    func `Only one of several saves over the same version succeeds, and with retries nothing is lost`(kind: Kind)
        async throws
    {
        let store = try kind.make()
        _ = try await store.commit([.save(key, session(0, ""), over: nil)])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in UInt8(0)..<32 {
                group.addTask { [key] in
                    for round in UInt8(0)..<8 {
                        while true {
                            let former = try #require(try await store.load(key))
                            var session = former
                            session.version.number += 1
                            session.model += [number, round]
                            if try await store.commit([.save(key, session, over: former.version)]) == [true] { break }
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
    }

    @Test(arguments: Kind.allCases)
    func `Loads during saves see whole commits, and never an older one than before`(kind: Kind) async throws {
        let store = try kind.make()
        let (one, two) = (key, SessionKey(id: key.id, program: "/todos"))
        _ = try await store.commit([one, two].map { .save($0, session(0, "0"), over: nil) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for version in UInt64(0)..<200 {
                    let next = session(StoredVersion(version + 1), "\(version + 1)")
                    let done = try await store.commit([one, two].map { .save($0, next, over: StoredVersion(version)) })
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
    }
}
