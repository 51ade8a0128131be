import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Synchronization
import Testing

@testable import ElmwoodSessions

/// What a node has to tell the others while the store is away.
@Suite(.timeLimit(.minutes(2)))
struct UntoldTests {
    private let nodes = MemoryNodes()

    private func node(_ number: UInt64) -> StoredFixture<Notes> { StoredFixture(nodes.node(number), program: Notes()) }

    /// Lets the store be away, until a node refuses posts.
    private func loseStore(at node: StoredFixture<Notes>) async {
        nodes.set(.fails)
        await eventually("posts are refused") {
            _ = await node.post(nil, .note("a"))
            return node.host.registry.writer?.refuses ?? false
        }
    }

    @Test(arguments: [MemoryNodes.Away.fails, .waits])
    func `It does not grow without bound`(away: MemoryNodes.Away) async throws {
        let node = node(1)
        _ = await node.enter(.note("a"))
        await nodes.work.done()
        if away == .fails {
            await loseStore(at: node)
        } else {
            nodes.set(.waits)
            node.host.registry.changed("topic")
            await eventually("the commit takes long") {
                node.environment.advance(by: .seconds(1))
                return node.host.registry.writer?.refuses ?? false
            }
        }
        for number in 0..<10_000 { node.host.registry.changed("topic \(number)") }
        nodes.set(.no)
        node.environment.advance(by: .seconds(1))
        await node.finish()
        #expect(nodes.largestCommit < 1_100)
    }

    @Test func `Less than a thousand of it is told once the store is back`() async throws {
        let (first, second) = (node(1), node(2))
        let registry = second.host.registry
        await loseStore(at: first)
        let ids = (0..<500).map { _ in SessionID() }
        for id in ids { first.host.registry.tell(.issued([id])) }
        nodes.set(.no)
        await eventually("it is told") {
            await nodes.pass(.seconds(1), at: [first.environment, second.environment])
            return registry.identities.withLock { identities in
                ids.allSatisfy { identities.issued.contains($0, at: registry.now) }
            }
        }
    }

    @Test func `If too much was to be told, the others know what is so once the store is back`() async throws {
        let (first, second) = (node(1), node(2))
        let (teller, learner) = (first.host.registry, second.host.registry)
        let (left, stays, came) = (key(), key(), key())
        let hall = SharedAddress(program: "hall", key: "main")
        let ada = Watcher(id: "1", name: "Ada", path: "/")
        let source = Source()
        let page = PageReads(learner.reads, client: 0)
        func attend(_ keys: [SessionKey], _ isAttended: Bool) {
            for key in keys { _ = teller.nodes.attend(key, isAttended) }
            teller.tell(.attended(keys, isAttended))
        }
        func areAttended(_ keys: [SessionKey]) -> Bool {
            keys.allSatisfy { learner.nodes.isAttendedElsewhere($0) }
        }
        attend([left, stays], true)
        teller.tell(.watchers(WatcherChange(address: hall, came: [ada])))
        await learner.reads.read(MissingInputs([ReadRequest(Row(), from: source)]), for: page).settled()
        await eventually("it is told") { areAttended([left, stays]) && learner.watchers.present(at: hall) == [ada] }
        await loseStore(at: first)
        attend([left], false)
        attend([came], true)
        teller.tell(.watchers(WatcherChange(address: hall, went: [ada])))
        teller.changed("row")
        for number in 0..<2_000 { teller.tell(.changed(topic: "topic \(number)")) }
        await nodes.work.done()
        #expect(source.reads == 1)
        nodes.set(.no)
        await eventually("the other node knows it") {
            await nodes.pass(.seconds(1), at: [first.environment, second.environment])
            return !areAttended([left]) && learner.watchers.present(at: hall).isEmpty && source.reads == 2
        }
        #expect(areAttended([stays, came]))
        withExtendedLifetime(page) {}
    }

    @Test func `What one node did not tell leaves what others have told as it is`() {
        let nodes = Nodes(nodes.node(3), isStrict: false)
        let (both, gone) = (key(), key())
        nodes.attend([both, gone], true, by: 1)
        nodes.attend([both], true, by: 2)
        nodes.doubt(1, at: .seconds(1))
        #expect(nodes.removeUnconfirmed(since: .seconds(1)).map { Set($0) } == [both, gone])
        #expect(nodes.isAttendedElsewhere(both))
        #expect(!nodes.isAttendedElsewhere(gone))
    }

    private func key() -> SessionKey { SessionKey(id: SessionID(), program: "/") }
}

/// A value that changes when its topic does.
private struct Row: Read {
    var topics: Set<String> { ["row"] }

    func value(from source: Source) async throws -> Int { source.read() }
}

/// Counts how often it is read.
private final class Source: Sendable {
    private let count = Mutex(0)

    var reads: Int { count.withLock { $0 } }

    func read() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
