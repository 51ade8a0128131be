import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions

/// A program whose pages have a session at once.
private struct Bell: Program {
    struct Model: Codable, Equatable, Sendable { var rings = 0 }
    enum Message: Codable, Equatable, Sendable { case ring, renew }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .ring: model.rings += 1
        case .renew: return .renewSession
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.topic("bells") { (_: String) in .ring }] }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Bell") {
            output { "\(model.rings)" }
            button("Ring", .ring)
            button("Renew", .renew)
        }
    }
}

/// The ids that visitors receive of several nodes, which are not told of each other's at once.
@Suite(.timeLimit(.minutes(2)))
struct NodeRenewalTests {
    private let nodes = MemoryNodes()

    private func bell(_ number: UInt64, at place: String? = nil) -> StoredFixture<Bell> {
        StoredFixture(nodes.node(number), program: Bell(), place: place)
    }

    /// Opens a page of a session, with a stream.
    private func open(_ name: Character = "a", at node: StoredFixture<Bell>, _ session: SessionID?) async throws
        -> OpenPage
    {
        let page = try OpenPage(node.host, name, session: session)
        _ = try #require(await page.send().settled().patch)
        try page.openStream()
        return page
    }

    @Test func `If a node's answer with a new id is lost, the browser keeps the session that another node has stored`()
        async throws
    {
        let (first, second) = (bell(1), bell(2))
        nodes.hold()
        let id = try #require(first.host.registry.issueID(unlessGood: nil)?.id)
        let page = try OpenPage(second.host, session: id)
        let request = page.request([.message("ring")])
        guard case .patch(_, .set, _) = await second.host.sessions.live(session: id, request).settled() else {
            throw CancellationError()
        }
        // That answer is lost.
        page.move(to: first.host)
        _ = try #require(await page.repeat(request).settled().patch)
        page.move(to: second.host)
        _ = try #require(await page.send(.message("ring")).settled().patch)
        #expect(page.session == id)
        #expect(await second.show(id)?.model.rings == 2)
        nodes.goOn()
    }

    @Test func `An id that was renewed before anything was stored under it opens nothing at a node that was not told`()
        async throws
    {
        let (first, second, third) = (bell(1), bell(2, at: "/notes/1"), bell(3))
        let id = try #require(first.host.registry.issueID(unlessGood: nil)?.id)
        await eventually("the other node knows the id") { second.host.registry.isGood(id) }
        let page = try await open(at: first, id)
        let other = try await open("b", at: second, id)
        nodes.hold()
        #expect(await page.send(.message("renew")).settled().patch != nil)
        guard case .renewed? = await second.post(id, .ring).failure else {
            Issue.record("A session has begun under an id that was renewed.")
            return nodes.goOn()
        }
        // Its page has not received the answer, and proves to a third node that it may have the new id.
        page.browser.session = id
        page.move(to: third.host)
        #expect(await page.send(.message("ring")).settled().patch != nil)
        #expect(page.session != id)
        #expect(await third.show(page.session)?.model.rings == 1)
        nodes.goOn()
        withExtendedLifetime(other) {}
    }

    @Test func `A renewal that another node has made before removes none of the visitor's sessions`() async throws {
        let (first, second) = (bell(1), bell(2))
        let id = try #require(await first.enter(.ring))
        let page = try await open(at: second, id)
        nodes.hold()
        let renewed = try #require(await first.post(id, .renew).snapshot?.cookie.newID)
        #expect(await second.show(renewed)?.model.rings == 1)
        _ = await page.send(.message("renew")).settled()
        await second.finish()
        #expect(try await nodes.node(3).programs(of: renewed).count == 1)
        nodes.goOn()
        #expect(await first.show(renewed)?.model.rings == 1)
    }

    @Test func `A browser receives no id whose renewal could not be stored`() async throws {
        let node = bell(1)
        let id = try #require(await node.enter(.ring))
        let page = try await open(at: node, id)
        nodes.set(.fails)
        #expect(await page.send(.message("renew")).settled().patch == nil)
        #expect(await page.send().settled().patch == nil)
        #expect(page.session == id)
        nodes.set(.no)
        await eventually("the renewal is stored") {
            node.environment.advance(by: .seconds(1))
            return await page.send().settled().patch != nil
        }
        #expect(page.session != id)
        #expect(await node.show(page.session)?.model.rings == 1)
    }
}
