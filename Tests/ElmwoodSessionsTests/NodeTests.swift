import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions

/// A program with all that can run at one node only, or reaches all of them.
private struct Bell: Program {
    struct Model: Codable, Equatable, Sendable {
        var rings = 0
        var heard: [String] = []
    }

    enum Message: Codable, Equatable, Sendable { case ring, tell(String), heard(String), later, work, done }
    enum Effect: Codable, Equatable, Sendable { case work }

    /// Called by the effect, which ends when that returns.
    var work: @Sendable () async throws -> Void = {}
    var isClock = false

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .ring: model.rings += 1
        case .tell(let text): return .broadcast("bells", text)
        case .heard(let text): model.heard.append(text)
        case .later: return .after(.seconds(10), .ring)
        case .work: return .effect(.work, durable: true)
        case .done: model.heard.append("done")
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        isClock ? [.every(.seconds(1), .ring)] : [.topic("bells", Message.heard)]
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        try await work()
        send(.done)
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Bell") {
            output { "\(model.rings) \(model.heard)" }
            button("Ring", .ring)
        }
    }
}

/// A site of several nodes.
@Suite(.timeLimit(.minutes(2)))
struct NodeTests {
    private let nodes = MemoryNodes()

    private func notes(_ number: UInt64) -> StoredFixture<Notes> {
        StoredFixture(nodes.node(number), program: Notes())
    }

    private func bell(_ number: UInt64, _ bell: Bell = Bell()) -> StoredFixture<Bell> {
        StoredFixture(nodes.node(number), program: bell)
    }

    /// Opens a page of a session, with a stream.
    private func open<P: Program>(
        _ name: Character = "a",
        at node: StoredFixture<P>,
        _ session: SessionID?
    ) async throws -> OpenPage {
        let page = try OpenPage(node.host, name, session: session)
        _ = try #require(await page.send().settled().patch)
        try page.openStream()
        return page
    }

    @Test func `Each node knows how many sessions and pages the others have, until they have ended`() async throws {
        let all = [notes(1), notes(2), notes(3)]
        let id = try #require(await all[1].enter(.note("a")))
        _ = await all[1].enter(.note("b"))
        let page = try await open(at: all[1], id)
        func known(by node: Int) -> [NodeID: NodeLoad] {
            let registry = all[node].host.registry
            let loads = registry.loads(with: registry.statistics) ?? []
            return Dictionary(uniqueKeysWithValues: loads.map { ($0.node, $0.load) })
        }
        await eventually("all know it") {
            // Not so much that the sessions count as idle.
            await nodes.pass(.milliseconds(10), at: all.map(\.environment))
            return (0..<3).allSatisfy {
                known(by: $0)[2] == NodeLoad(sessions: 2, pages: 1) && known(by: $0).count == 3
            }
        }
        nodes.kill(2)
        await eventually("it has ended") {
            known(by: 0).keys.sorted() == [1, 3] && known(by: 2).keys.sorted() == [1, 3]
        }
        #expect(StoredFixture(MemorySessionStore(), program: Notes()).host.registry.loads(with: [:]) == nil)
        _ = page
    }

    @Test func `A turn at one node is in the page that another one serves`() async throws {
        let (first, second) = (notes(1), notes(2))
        let id = try #require(await first.enter(.note("a")))
        let page = try await open(at: second, id)
        let woken = Counted()
        let stream = try page.openStream { woken.add() }
        _ = stream.next()
        let shown = page.revision
        _ = await first.post(id, .note("b"))
        await eventually("the page is woken") { woken.count > 0 }
        let patch = try #require(stream.next().patch)
        #expect(patch.from == shown)
        #expect(String(decoding: patch.content, as: UTF8.self).contains("a b"))
        // And the other way round.
        _ = await second.post(id, .note("c"))
        await eventually("the first has it") { await first.notes(id) == ["a", "b", "c"] }
    }

    @Test func `Posts that reach the nodes in turn are all applied, and in order`() async throws {
        let all = [notes(1), notes(2), notes(3)]
        let id = try #require(await all[0].enter(.note("0")))
        for number in 1..<30 { _ = await all[number % 3].post(id, .note("\(number)")) }
        for node in all {
            await eventually("each node has all") { await node.notes(id) == (0..<30).map { "\($0)" } }
        }
    }

    @Test func `A state that was loaded before this node has stored a later one does not replace that`() async throws {
        let (first, second) = (notes(1), notes(2))
        let id = try #require(await first.enter(.note("a")))
        let page = try await open(at: second, id)
        let session = try #require(second.host.sessions.peek(id))
        let former = session.state.withLock { $0.stored }
        _ = await first.post(id, .note("b"))
        let stored = try #require(await nodes.node(3).load(second.host.sessions.key(id)))
        await eventually("the second has it") { await second.notes(id) == ["a", "b"] }
        _ = await second.post(id, .note("c"))
        // The load has ended before, and its turn comes only now.
        session.onTurn { $0.adopt(stored, over: former) }
        #expect(await second.notes(id) == ["a", "b", "c"])
        _ = await second.post(id, .note("d"))
        await eventually("the first has all") { await first.notes(id) == ["a", "b", "c", "d"] }
        #expect(second.environment.log.isEmpty)
        withExtendedLifetime(page) {}
    }

    @Test func `A browser never sees an older state than it has seen, whoever was told of what`() async throws {
        let (first, second) = (notes(1), notes(2))
        let id = try #require(await first.enter(.note("a")))
        let page = try await open(at: second, id)
        nodes.hold()
        _ = await first.post(id, .note("b"))
        #expect(await second.notes(id) == ["a"])
        let seen = try #require(first.host.registry.position(after: nil))
        let reply = second.host.sessions.show(KnownVisit(Visit()), by: Credentials(session: id, seen: seen))
        guard case .shown(let snapshot) = await reply.settled() else { throw CancellationError() }
        #expect((snapshot.model.value as? Notes.Model)?.notes == ["a", "b"])
        nodes.goOn()
        withExtendedLifetime(page) {}
    }

    @Test func `What a browser has seen at a node that has loaded it is shown by others, although none was told of it`()
        async throws
    {
        let (first, second, third) = (notes(1), notes(2), notes(3))
        let id = try #require(await first.enter(.note("a")))
        let page = try await open(at: third, id)
        nodes.hold()
        _ = await first.post(id, .note("b"))
        #expect(await second.notes(id) == ["a", "b"])
        #expect(await third.notes(id) == ["a"])
        let seen = try #require(second.host.registry.position(after: nil))
        #expect(seen.node == 2)
        let reply = third.host.sessions.show(KnownVisit(Visit()), by: Credentials(session: id, seen: seen))
        guard case .shown(let snapshot) = await reply.settled() else { throw CancellationError() }
        #expect((snapshot.model.value as? Notes.Model)?.notes == ["a", "b"])
        nodes.goOn()
        withExtendedLifetime(page) {}
    }

    @Test func `A node that asks the store at each request shows what another has stored, although nobody has told it`()
        async throws
    {
        let first = notes(1)
        let second = StoredFixture(nodes.node(2), program: Notes()) { $0.checksStore = true }
        let id = try #require(await first.enter(.note("a")))
        let page = try await open(at: second, id)
        nodes.hold()
        _ = await first.post(id, .note("b"))
        #expect(await second.notes(id) == ["a", "b"])
        nodes.goOn()
        withExtendedLifetime(page) {}
    }

    @Test func `An answer of a node that is behind does not hide what its browser has seen of another session`()
        async throws
    {
        let (first, second) = (notes(1), notes(2))
        nodes.hold()
        _ = await first.enter(.note("a"))
        let seen = try #require(first.host.registry.position(after: nil))
        _ = await second.enter(.note("b"))
        let both = try #require(second.host.registry.position(after: seen))
        #expect(both.node == 2)
        #expect(second.host.registry.nodes.isBehind(both))
        #expect(NodePosition(utf8: both.text.utf8) == both)
        nodes.goOn()
        #expect(!second.host.registry.nodes.isBehind(both))
    }

    @Test func `A session that has ended at one node is nowhere`() async throws {
        let (first, second) = (notes(1), notes(2))
        let id = try #require(await first.enter(.note("a")))
        #expect(await second.notes(id) == ["a"])
        _ = await first.post(id, .end)
        await eventually("the other node has forgotten it") { await second.notes(id) == nil }
    }

    @Test func `An id that was renewed at one node opens nothing at another`() async throws {
        let (first, second) = (notes(1), notes(2))
        let id = try #require(await first.enter(.note("a")))
        let page = try await open(at: second, id)
        let renewed = try #require(await first.post(id, .renew).snapshot?.cookie.newID)
        await eventually("the other node knows") { second.host.sessions.peek(id) == nil }
        #expect(await second.notes(id) == nil)
        #expect(await page.send().settled().patch == nil)
        #expect(await second.notes(renewed) == ["a"])
    }

    @Test func `A broadcast reaches the sessions of all nodes once`() async throws {
        let all = [bell(1), bell(2), bell(3)]
        var ids: [SessionID] = []
        for node in all {
            let id = try #require(await node.enter(.ring))
            _ = try await open(at: node, id)
            ids.append(id)
        }
        for (number, node) in all.enumerated() { _ = await node.post(ids[number], .tell("\(number)")) }
        for (id, node) in zip(ids, all) {
            await eventually("each has heard all") { await node.show(id)?.model.heard.sorted() == ["0", "1", "2"] }
        }
    }

    @Test func `A clock ticks once for a session whose pages are at two nodes, and goes on when one has ended`()
        async throws
    {
        let all = [bell(1, Bell(isClock: true)), bell(2, Bell(isClock: true))]
        let id = try #require(await all[0].enter(.ring))
        let pages = [try await open("a", at: all[0], id), try await open("b", at: all[1], id)]
        await eventually("both know that the visitor is at both") {
            all.allSatisfy { node in node.host.sessions.peek(id)?.isAttendedElsewhere ?? false }
        }
        await eventually("the second has left the clock to the first") {
            all[1].host.sessions.peek(id)?.state.withLock { $0.parts?.sources.running.isEmpty ?? true } ?? true
        }
        for node in all { await node.finish() }
        for seconds in 1...5 {
            await nodes.pass(.seconds(1), at: all.map(\.environment))
            await eventually("there is one tick") {
                // No request waits for what a clock has changed: it may be gathered for a time that does not pass here.
                await all[0].finish()
                return await all[1].show(id)?.model.rings == 1 + seconds
            }
        }
        nodes.kill(1)
        await nodes.pass(.seconds(1), at: [all[1].environment])
        await eventually("it ticks at the second") { await all[1].show(id)?.model.rings == 7 }
        withExtendedLifetime(pages) {}
    }

    @Test func `A delayed message is sent once, although two nodes have the session`() async throws {
        let all = [bell(1), bell(2)]
        let id = try #require(await all[0].enter(.later))
        let page = try await open(at: all[1], id)
        await nodes.pass(.seconds(10), at: all.map(\.environment))
        await eventually("it was sent") { await all[1].show(id)?.model.rings == 1 }
        await nodes.pass(.seconds(5), at: all.map(\.environment))
        _ = await all[1].post(id, .ring)
        #expect(await all[1].show(id)?.model.rings == 2)
        withExtendedLifetime(page) {}
    }

    @Test func `A durable effect runs at the node that has begun it, while others take the visitor's posts`()
        async throws
    {
        let effects = HeldWork()
        let all = [bell(1, Bell(work: effects.run)), bell(2, Bell(work: effects.run))]
        let id = try #require(await all[0].enter(.work))
        await eventually("it runs") { effects.begun == 1 }
        let page = try await open(at: all[1], id)
        for number in 1...3 {
            _ = await all[1].post(id, .ring)
            await eventually("the first has the turn") { await all[0].show(id)?.model.rings == number }
        }
        #expect(effects.begun == 1)
        effects.end()
        await eventually("it has ended") { await all[1].show(id)?.model.heard == ["done"] }
        #expect(effects.begun == 1)
        withExtendedLifetime(page) {}
    }

    @Test func `A durable effect that a post at another node begins runs where the first one runs`() async throws {
        let (first, second) = (HeldWork(), HeldWork())
        let all = [bell(1, Bell(work: first.run)), bell(2, Bell(work: second.run))]
        let id = try #require(await all[0].enter(.work))
        await eventually("it runs") { first.begun == 1 }
        let page = try await open(at: all[1], id)
        _ = await all[1].post(id, .work)
        await eventually("the second runs beside it") { first.begun == 2 }
        #expect(second.begun == 0)
        first.end()
        await eventually("both have ended") { await all[1].show(id)?.model.heard == ["done", "done"] }
        withExtendedLifetime(page) {}
    }

    @Test func `A node that cannot renew its lease for five seconds stops its effects`()
        async throws
    {
        let effects = HeldWork()
        let node = bell(1, Bell(work: effects.run))
        _ = try #require(await node.enter(.work))
        await eventually("it runs") { effects.begun == 1 }
        nodes.set(.fails)
        await eventually("it is stopped") {
            await nodes.pass(.seconds(1), at: [node.environment])
            return effects.cancelled == 1
        }
        nodes.set(.no)
        #expect(effects.begun == 1)
    }

    @Test func `While the store gives no answer posts are refused, and pages are shown`() async throws {
        let node = notes(1)
        let id = try #require(await node.enter(.note("a")))
        nodes.set(.waits)
        let first = Task { await node.post(id, .note("b")) }
        await eventually("posts are refused") {
            node.environment.advance(by: .seconds(1))
            return node.host.registry.writer?.refuses ?? false
        }
        guard case .notStored? = await node.post(id, .note("c")).failure else {
            Issue.record("the post was not refused")
            return nodes.set(.no)
        }
        nodes.set(.no)
        _ = await first.value
        #expect(await node.notes(id) == ["a", "b"])
        _ = await node.post(id, .note("d"))
        #expect(await node.notes(id) == ["a", "b", "d"])
    }

    @Test func `A durable effect that was left to a node begins at another if that node has ended`() async throws {
        let (first, second) = (HeldWork(), HeldWork())
        let all = [bell(1, Bell(work: first.run)), bell(2, Bell(work: second.run))]
        let id = try #require(await all[0].enter(.work))
        await eventually("it runs") { first.begun == 1 }
        let page = try await open(at: all[1], id)
        // The first node is not told of the second effect any more.
        nodes.hold()
        _ = await all[1].post(id, .work)
        nodes.kill(1)
        nodes.goOn()
        await eventually("the other node begins both") { second.begun == 2 }
        second.end()
        await eventually("both have ended") { await all[1].show(id)?.model.heard == ["done", "done"] }
        withExtendedLifetime(page) {}
    }

    @Test func `A durable effect of a node that has ended is begun by another`() async throws {
        let effects = HeldWork()
        let all = [bell(1, Bell(work: effects.run)), bell(2, Bell(work: effects.run))]
        let id = try #require(await all[0].enter(.work))
        await eventually("it runs") { effects.begun == 1 }
        let page = try await open(at: all[1], id)
        nodes.kill(1)
        await eventually("the other begins it") { effects.begun == 2 }
        effects.end()
        await eventually("it has ended") { await all[1].show(id)?.model.heard == ["done"] }
        withExtendedLifetime(page) {}
    }
}
