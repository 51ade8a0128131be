import ElmwoodPostgreSQL
import ElmwoodPostgreSQLTestSupport
import ElmwoodSQLBehavior
import ElmwoodStorage
import ElmwoodTestSupport
import Foundation
import Synchronization
import Testing

/// What a store answers if connections are lost, above all during a commit.
@Suite(.needsServer) struct PostgreSQLOutcomeTests {
    /// Saves versions of a session one after the other, and checks each answer against what is stored.
    ///
    /// - Returns: How many saves have failed.
    private func save(
        _ count: Int,
        of key: SessionKey,
        to store: PostgreSQLSessionStore,
        checking other: PostgreSQLSessionStore
    ) async throws -> Int {
        var stored: StoredVersion?
        var failures = 0
        for _ in 0..<count {
            let next = StoredVersion((stored?.number ?? 0) + 1, token: .random(in: .min ... .max))
            let refused = StoredVersion(77, token: 7)
            do {
                let done = try await store.commit([
                    .save(key, StoredSession(5), over: refused), .save(key, StoredSession(next), over: stored),
                    .tell("a", [1]),
                ])
                #expect(done == [false, true, true])
                stored = next
            } catch {
                failures += 1
            }
            var found: StoredVersion?
            await eventually("the database answers") {
                do {
                    found = try await other.load(key)?.version
                    return true
                } catch {
                    return false
                }
            }
            #expect(found == stored)
        }
        return failures
    }

    @Test func `A connection that is lost during a commit never leads to a wrong answer`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let address = try await server.makeSchema()
        let name = "victim_\(UUID().uuidString.lowercased())"
        let (ends, send) = AsyncStream.makeStream(of: Void.self)
        let victim = try Node("\(address)&application_name=\(name)") { settings in
            settings.beforeCommit = { send.yield() }
        }
        let other = try Node(address)
        let database = Database(.postgresql(address), limits: .patient)
        let killer = Task {
            var count = 0
            for await _ in ends {
                count += 1
                // Now and then, at some moment of the commit.
                guard count.isMultiple(of: 3) else { continue }
                for _ in 0..<(count % 40) { await Task.yield() }
                _ = try? await database.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = \(name)"
                )
            }
        }
        let failures = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<3 {
                group.addTask { try await self.save(60, of: .new, to: victim.store, checking: other.store) }
            }
            return try await group.reduce(0, +)
        }
        send.finish()
        await killer.value
        await database.close()
        #expect(failures < 180)
    }

    @Test(arguments: CommitProxy.Fault.allCases)
    func `The outcome of a commit is found out if its answer is lost, also if the server receives it later`(
        fault: CommitProxy.Fault
    )
        async throws
    {
        let server = try await PostgreSQLServer.shared.value
        let address = try await server.makeSchema()
        let proxy = try CommitProxy(before: server.folder)
        let store = try Node(address.replacing(server.folder, with: proxy.folder)).store
        let other = try Node(address).store
        let key = SessionKey.new
        var stored: StoredVersion?
        for number in UInt64(1)...10 {
            let next = StoredVersion(number, token: .random(in: .min ... .max))
            await eventually("it is connected") { (try? await store.commit([.tell("a", [])])) == [true] }
            proxy.failNext(fault)
            // What is not stored is tried once more, on another connection.
            let writes = [SessionWrite.end(key, over: 99, .init()), .save(key, StoredSession(next), over: stored)]
            #expect(try await store.commit(writes) == [false, true])
            stored = next
            #expect(!proxy.isArmed)
            #expect(try await other.load(key)?.version == stored)
        }
    }

    @Test func `A server that crashes during commits never leads to a wrong answer`() async throws {
        let server = try await offThePool { try PostgreSQLServer() }
        let address = try await server.makeSchema()
        let nodes = try (0..<3).map { _ in try Node(address) }
        let isOver = Flag()
        let tasks = nodes.dropFirst().map { node in
            Task {
                var failures = 0
                while !isOver.isSet {
                    failures += try await self.save(5, of: .new, to: node.store, checking: nodes[0].store)
                }
                return failures
            }
        }
        for _ in 0..<3 {
            let position = nodes[1].store.position
            await eventually("commits are under way") { nodes[1].store.position > position + 5 }
            try await offThePool {
                try server.stop("QUIT")
                try server.start()
            }
        }
        isOver.set()
        for task in tasks { _ = try await task.value }
    }

    @Test func `Without a database calls fail soon, and the store connects when it is back`() async throws {
        let server = try await offThePool { try PostgreSQLServer() }
        let store = try PostgreSQLSessionStore(server.address())
        try await store.check(within: .seconds(60))
        let key = SessionKey.new
        #expect(try await store.commit([.save(key, StoredSession(1), over: nil)]) == [true])
        try await offThePool { try server.stop("INT") }
        let start = ContinuousClock.now
        for _ in 0..<3 {
            await #expect(throws: StorageError.self) { _ = try await store.load(key) }
            await #expect(throws: StorageError.self) { _ = try await store.commit([.touch(key.id, used: 5)]) }
        }
        #expect(start.duration(to: .now) < .seconds(30))
        await #expect(throws: StorageError.self) { try await store.check(within: .milliseconds(1)) }
        try await offThePool { try server.start() }
        await eventually("it is connected again") {
            (try? await store.commit([.touch(key.id, used: 5)])) == [true]
        }
        await eventually("it reads again") { (try? await store.load(key))??.used == 5 }
    }

    @Test func `After a fail-over, which begins another line of history, nodes have missed something`() async throws {
        let server = try await offThePool { try PostgreSQLServer() }
        let (writer, reader) = (try Node(server.address()), try Node(server.address()))
        for node in [writer, reader] { try await node.join() }
        _ = try await writer.store.commit([.tell("a", [])])
        await eventually("it is told") { reader.all == [.told(topic: "a", body: [])] }
        // A crash is none: nothing is lost.
        try await offThePool {
            try server.stop("QUIT")
            try server.start()
        }
        await eventually("it commits again") { (try? await writer.store.commit([.tell("b", [])])) == [true] }
        await eventually("it is told") { reader.all.last == .told(topic: "b", body: []) }
        #expect(!reader.all.contains(.missed))
        try await offThePool {
            try server.stop("INT")
            // The server recovers from an archive that has nothing, as a standby does that is promoted.
            try Data().write(to: URL(fileURLWithPath: server.folder + "/data/recovery.signal"))
            let settings = server.folder + "/data/postgresql.auto.conf"
            let former = try String(contentsOfFile: settings, encoding: .utf8)
            try Data((former + "restore_command = '/bin/false'\n").utf8).write(to: URL(fileURLWithPath: settings))
            try server.start()
        }
        await eventually("it is told of that") { reader.all.contains(.missed) && writer.all.contains(.missed) }
        let position = writer.store.position
        await eventually("it commits again") { (try? await writer.store.commit([.tell("c", [])])) == [true] }
        #expect(writer.store.position > position)
        await eventually("it is told") { reader.all.last == .told(topic: "c", body: []) }
    }

    @Test func `A database that does not wait for its disk is warned of, once for each setting`() async throws {
        let address = try await PostgreSQLServer.shared.value.makeSchema()
        let warnings = Warnings()
        let store = try PostgreSQLSessionStore(
            address.replacing("options=", with: "options=-csynchronous_commit%3Doff%20"),
            .patient
        ) { warnings.append($0) }
        _ = try await store.commit([.tell("a", [])])
        try await store.check()
        // The tests' own server does not wait for its disk at all.
        #expect(warnings.all.count == 2)
        #expect(warnings.all.allSatisfy { $0.contains("synchronous_commit") || $0.contains("fsync") })
    }

    @Test func `Transactions that lock the same sessions in another order do not prevent each other`() async throws {
        let address = try await PostgreSQLServer.shared.value.makeSchema()
        let nodes = try (0..<3).map { _ in try Node(address) }
        let keys = (0..<20).map { _ in SessionKey.new }
        _ = try await nodes[0].store.commit(keys.map { .save($0, StoredSession(1), over: nil) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in nodes {
                group.addTask {
                    for round in 0..<60 {
                        var writes = keys.shuffled().map { SessionWrite.touch($0.id, used: .random(in: 0...9)) }
                        writes += keys.shuffled().map { .identify($0.id, as: "a") }
                        // Removals remain in their order: the server ends one of two transactions that wait for each other.
                        if round.isMultiple(of: 30) { writes = keys.shuffled().map { .remove($0.id) } + writes }
                        #expect(try await node.store.commit(writes).count == writes.count)
                        _ = try await node.store.commit(keys.map { .save($0, StoredSession(1), over: nil) })
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `A text that is no connection string is an error with a sentence`() {
        let error = #expect(throws: StorageError.self) { _ = try PostgreSQLSessionStore("postgresql://a:b@c@d") }
        #expect(error?.description.contains("%40") == true)
    }
}

/// What a store has warned of.
private final class Warnings: Sendable {
    private let sentences = Mutex<[String]>([])
    var all: [String] { sentences.withLock { $0 } }
    func append(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
}

private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
