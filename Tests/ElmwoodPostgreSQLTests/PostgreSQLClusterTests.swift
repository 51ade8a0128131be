import Dispatch
import ElmwoodPostgreSQL
import ElmwoodPostgreSQLTestSupport
import ElmwoodSQLBehavior
import ElmwoodStorage
import ElmwoodTestSupport
import Foundation
import Synchronization
import Testing

/// What nodes over one database are told of each other.
@Suite(.needsServer) struct PostgreSQLClusterTests {
    private func makeSchema() async throws -> String { try await PostgreSQLServer.shared.value.makeSchema() }

    @Test(arguments: [true, false])
    func `Each node is told what the others commit, in that order, and not what it commits itself`(notifies: Bool)
        async throws
    {
        let address = try await makeSchema()
        let nodes = try (0..<2).map { _ in try Node(address) { $0.notifies = notifies } }
        for node in nodes { try await node.join() }
        let (one, room) = (SessionKey.new, SessionKey(id: SessionID(), program: "Room", place: "lobby"))
        let version = StoredVersion(1, token: .max)
        let renewal = SessionRenewal(successor: SessionID(), created: 5, claims: ["a", "b"])
        let renewed = SessionKey(id: renewal.successor, program: "/")
        let message = StoredMessage(to: one, content: [1])
        let writes: [SessionWrite] = [
            .save(room, StoredSession(1), over: nil), .save(one, StoredSession(version), over: nil),
            .save(one, StoredSession(9), over: 7), .identify(one.id, as: "anna"), .identify(SessionID(), as: "nobody"),
            .renew(one.id, renewal), .touch(renewed.id, used: 9), .tell("topic", [1, 2]), .send([message]),
            .end(room, over: 1, MessageExchange(sent: [message])), .setAside(renewed), .remove(renewed.id),
        ]
        let done = try await nodes[0].store.commit(writes)
        #expect(done == [true, true, false, true, false, true, true, true, true, true, true, true])
        let expected: Set<String> = [
            "\(ClusterEvent.saved(room, version: 1))", "\(ClusterEvent.saved(one, version: version))",
        ]
        await eventually("it is told") { nodes[1].all.count >= 10 }
        let told = nodes[1].all
        #expect(Set(told.prefix(2).map { "\($0)" }) == expected)
        #expect(
            Array(told.dropFirst(2)) == [
                .identified(one.id, as: "anna"), .renewed(one.id, renewal),
                .told(topic: "topic", body: [1, 2]), .sent(to: renewed), .removed(room),
                .removed(renewed), .sent(to: renewed), .ended(renewed.id),
            ]
        )
        #expect(nodes[1].tellers.allSatisfy { $0 == nodes[0].store.node })
        #expect(nodes[0].all == [])
        let position = nodes[0].store.position
        await eventually("all up to the commit is received") { nodes[1].store.received >= position }
        #expect(position > 0 && nodes[1].store.position == 0)
    }

    @Test func `A node that has loaded a session has the position of its commit before it is told of that`()
        async throws
    {
        let address = try await makeSchema()
        let (writer, reader) = (try Node(address), try Node(address))
        let (key, other) = (SessionKey.new, SessionKey.new)
        for number in 1...3 as ClosedRange<UInt64> {
            let former = number == 1 ? nil : StoredVersion(number - 1)
            _ = try await writer.store.commit([.save(key, StoredSession(StoredVersion(number)), over: former)])
            #expect(try await reader.store.load(key)?.version.number == number)
            #expect(reader.store.position == writer.store.position)
        }
        let position = reader.store.position
        _ = try await writer.store.commit([.save(other, StoredSession(1), over: nil)])
        #expect(try await reader.store.load(.new) == nil)
        #expect(position > 0 && reader.store.position == position)
        #expect(reader.store.received == 0)
    }

    /// Returns a node whose commits say that they are about to end, and wait until they may.
    private func slowNode(_ address: String) throws
        -> (node: Node, isHeld: DispatchSemaphore, goesOn: DispatchSemaphore)
    {
        let (isHeld, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let node = try Node(address) { settings in
            settings.beforeCommit = {
                isHeld.signal()
                goesOn.wait()
            }
        }
        return (node, isHeld, goesOn)
    }

    @Test func `A commit that lasts longer than later ones is told too, and each once`() async throws {
        let address = try await makeSchema()
        let (slow, isHeld, goesOn) = try slowNode(address)
        let (fast, reader) = (try Node(address), try Node(address))
        try await reader.join()
        let keys = (0..<10).map { _ in SessionKey.new }
        async let first = slow.store.commit([.save(keys[0], StoredSession(1), over: nil)])
        try await offThePool { isHeld.wait() }
        for key in keys.dropFirst() { _ = try await fast.store.commit([.save(key, StoredSession(1), over: nil)]) }
        #expect(reader.all == [])
        #expect(reader.store.received < fast.store.position)
        goesOn.signal()
        #expect(try await first == [true])
        await eventually("all are told") { reader.all.count >= 10 }
        #expect(Set(reader.saved.map(\.key)) == Set(keys))
        #expect(reader.all.count == 10)
    }

    @Test(arguments: [true, false])
    func `A session that begins while another node replaces its id has the new one, or is not stored`(isLate: Bool)
        async throws
    {
        let address = try await makeSchema()
        let (slow, isHeld, goesOn) = try slowNode(address)
        let fast = try Node(address)
        let database = Database(.postgresql(address), limits: .patient)
        let (key, renewal) = (SessionKey.new, SessionRenewal(successor: SessionID(), created: 5, claims: []))
        let (save, renew) = (SessionWrite.save(key, StoredSession(1), over: nil), SessionWrite.renew(key.id, renewal))
        async let first = slow.store.commit([isLate ? renew : save])
        try await offThePool { isHeld.wait() }
        async let second = fast.store.commit([isLate ? save : renew])
        await eventually("it waits for the first") {
            let waiting: SQL = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            return (try? await database.value(waiting, as: Int.self)) ?? 0 > 0
        }
        goesOn.signal()
        #expect(try await first == [true])
        #expect(try await second == [!isLate])
        #expect(try await fast.store.load(key) == nil)
        let renewed = SessionKey(id: renewal.successor, program: key.program)
        #expect(try await (fast.store.load(renewed) == nil) == isLate)
        await database.close()
    }

    @Test func `Of many commits by several nodes at once, each is told once, and those of a session in order`()
        async throws
    {
        let address = try await makeSchema()
        let nodes = try (0..<4).map { _ in try Node(address) }
        for node in nodes { try await node.join() }
        let shared = (0..<5).map { _ in SessionKey.new }
        for key in shared { _ = try await nodes[0].store.commit([.save(key, StoredSession(1), over: nil)]) }
        let all = try await withThrowingTaskGroup(of: (Int, [ClusterEvent]).self) { group in
            for number in 0..<12 {
                group.addTask {
                    let store = nodes[number % 3].store
                    var events: [ClusterEvent] = []
                    for round in 0..<40 {
                        let key = shared[(number + round) % 5]
                        let former = try #require(try await store.load(key)).version
                        let next = StoredVersion(former.number + 1, token: .random(in: .min ... .max))
                        let own = SessionKey.new
                        let done = try await store.commit([
                            .save(own, StoredSession(1), over: nil), .save(key, StoredSession(next), over: former),
                        ])
                        events.append(.saved(own, version: 1))
                        if done == [true, true] { events.append(.saved(key, version: next)) }
                    }
                    return (number % 3, events)
                }
            }
            return try await group.reduce(into: [Int: [ClusterEvent]]()) { $0[$1.0, default: []] += $1.1 }
        }
        for reader in 0..<4 {
            let others = all.filter { $0.key != reader }.flatMap(\.value)
            let count = others.count + (reader == 0 ? 0 : shared.count)
            await eventually("all are told") { nodes[reader].all.count >= count }
            #expect(nodes[reader].all.count == count)
            #expect(others.allSatisfy(nodes[reader].all.contains))
        }
        // The fourth node has committed nothing, and was told everything: the versions of each session follow each other.
        for key in shared {
            let versions = nodes[3].saved.filter { $0.key == key }.map(\.version)
            #expect(versions.map(\.number) == Array(1...UInt64(versions.count)))
            #expect(try await nodes[3].store.load(key)?.version == versions.last)
        }
    }

    @Test func `A node that leaves is reported at once, and one that is silent after five seconds`() async throws {
        let address = try await makeSchema()
        let (first, second) = (try Node(address), try Node(address))
        var third: Node? = try Node(address)
        for node in [first, second, third] { try await node?.join() }
        let (left, silent) = (second.store.node, try #require(third).store.node)
        let database = Database(.postgresql(address), limits: .patient)
        await eventually("all are known") {
            (try? await database.value("SELECT count(*) FROM elmwood_nodes", as: Int.self)) == 3
        }
        // One more beat of the first has seen them.
        let seen = try await database.value("SELECT max(seen) FROM elmwood_nodes", as: Date.self)
        await eventually("they have beaten again") {
            let first: Date?? = try? await database.value("SELECT min(seen) FROM elmwood_nodes", as: Date.self)
            return (first ?? nil).map { $0 > seen ?? .distantFuture } ?? false
        }
        await second.store.leave()
        await eventually("it has left") { first.tellers.contains(left) }
        third = nil
        await eventually("it is silent") { first.tellers.contains(silent) }
        #expect(first.all == [.left, .left] && first.tellers == [left, silent])
        #expect(try await first.store.commit([.tell("a", [])]) == [true])
        await database.close()
    }

    @Test(arguments: [true, false])
    func `A node whose connection was lost goes on where it was, unless the log does not reach back so far`(
        isRemoved: Bool
    ) async throws {
        let address = try await makeSchema()
        let role = "away_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
        let database = Database(.postgresql(address), limits: .patient)
        try await database.execute("CREATE ROLE \(identifier: role) SUPERUSER LOGIN")
        let writer = try Node(address) { settings in
            settings.retention = isRemoved ? .zero : .seconds(600)
            settings.beatsPerRemoval = 1
        }
        let away = try Node(address.replacing("//elmwood@", with: "//\(role)@"))
        for node in [writer, away] { try await node.join() }
        try await database.execute("ALTER ROLE \(identifier: role) NOLOGIN")
        try await database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = \(role)")
        let keys = (0..<3).map { _ in SessionKey.new }
        for key in keys { _ = try await writer.store.commit([.save(key, StoredSession(1), over: nil)]) }
        if isRemoved {
            await eventually("the log is empty") {
                (try? await database.value("SELECT count(*) FROM elmwood_told", as: Int.self)) == 0
            }
        }
        try await database.execute("ALTER ROLE \(identifier: role) LOGIN")
        let expected = isRemoved ? [.missed] : keys.map { ClusterEvent.saved($0, version: 1) }
        await eventually("it is told") { away.all == expected }
        await database.close()
    }

    @Test func `Due times hold by the database's clock, however far the nodes' clocks are apart`() async throws {
        let address = try await makeSchema()
        let now = ClusterSettings().now
        let ahead: Int64 = 600_000
        let (exact, fast) = (try Node(address), try Node(address) { $0.now = { now() + ahead } })
        let key = SessionKey.new
        let due = now() + 100_000
        _ = try await exact.store.commit([.save(key, StoredSession(1, due: due), over: nil)])
        #expect(try await exact.store.load(key)?.due == due)
        let there = try #require(try await fast.store.load(key)?.due)
        #expect(abs(there - (due + ahead)) < 2_000)
        #expect(try await fast.store.due("/", by: due + ahead - 5_000, limit: 9) == [])
        #expect(try await fast.store.due("/", by: due + ahead + 5_000, limit: 9) == [key])
        _ = try await fast.store.commit([.postpone(key, to: there + 50_000, version: 1)])
        #expect(try await fast.store.load(key)?.due == there + 50_000)
        #expect(abs(try #require(try await exact.store.load(key)?.due) - (due + 50_000)) < 2_000)
        #expect(try await exact.store.due("/", by: due + 40_000, limit: 9) == [])
        #expect(try await exact.store.due("/", by: due + 60_000, limit: 9) == [key])
    }
}
