@testable import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions

/// A visitor's program that hears of orders, each once.
private struct Kitchen: Program {
    struct Model: Codable, Equatable, Sendable {
        var isOpen = false
        var heard = BroadcastPosition.now
        var orders: [String] = []
        var hasMissed = false
        /// How often something was missed.
        var misses = 0
    }

    enum Message: Codable, Equatable, Sendable {
        case open, order(String), orderNumber(Int), heard(NewBroadcasts<String>)
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .open: model.isOpen = true
        case .order(let name): return .broadcast("orders", name, isKept: true)
        case .orderNumber(let number): return .broadcast("orders", number, isKept: true)
        case .heard(let news):
            model.heard = news.position
            model.orders += news.values
            model.hasMissed = news.hasMissed
            if news.hasMissed { model.misses += 1 }
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        model.isOpen ? [.topic("orders", after: model.heard, Message.heard)] : []
    }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Kitchen") { p { "\(model.orders)" } } }
}

/// Broadcasts that each session receives once.
@Suite(.timeLimit(.minutes(2)))
struct KeptBroadcastTests {
    private func site(_ store: (any SessionStore)?, latest: Int = 100) -> StoredFixture<Kitchen> {
        let fixture = StoredFixture(store, program: Kitchen())
        #expect(fixture.host.registry.share(KeptBroadcasts(latest: latest)))
        return fixture
    }

    /// Opens a kitchen that hears what is ordered from then on.
    private func open(_ site: StoredFixture<Kitchen>) async throws -> SessionID {
        let id = try #require(await site.enter(.open))
        await eventually("it knows where it begins") { await site.show(id)?.model.heard != .now }
        return id
    }

    @Test(arguments: [true, false])
    func `Each session receives what is broadcast from its beginning on, once and in order`(isStored: Bool)
        async throws
    {
        let site = site(isStored ? MemorySessionStore() : nil)
        let sender = await site.enter(.order("before"))
        let first = try await open(site)
        for number in 0..<20 { _ = await site.post(sender, .order("\(number)")) }
        let second = try await open(site)
        for number in 20..<40 { _ = await site.post(sender, .order("\(number)")) }
        await eventually("both have all") {
            let all = (0..<40).map { "\($0)" }
            let (one, other) = (await site.show(first)?.model, await site.show(second)?.model)
            return one?.orders == all && one?.hasMissed == false && other?.orders == Array(all.dropFirst(20))
        }
    }

    @Test func `One who was away receives what was broadcast meanwhile, at another process too`() async throws {
        let store = MemorySessionStore()
        let former = site(store)
        let sender = await former.enter(.order("before"))
        let kitchen = try await open(former)
        _ = await former.post(sender, .order("a"))
        await eventually("it has the first") { await former.show(kitchen)?.model.orders == ["a"] }
        let next = site(store)
        for name in ["b", "c"] { _ = await next.post(sender, .order(name)) }
        await eventually("it has the others") { await next.show(kitchen)?.model.orders == ["a", "b", "c"] }
        #expect(await next.show(kitchen)?.model.hasMissed == false)
    }

    @Test func `One who was away for more than is kept is told so, and receives the rest`() async throws {
        let store = MemorySessionStore()
        let former = site(store, latest: 3)
        let sender = await former.enter(.order("before"))
        let kitchen = try await open(former)
        let next = site(store, latest: 3)
        for number in 0..<5 { _ = await next.post(sender, .order("\(number)")) }
        await eventually("it has the latest") { await next.show(kitchen)?.model.orders == ["2", "3", "4"] }
        #expect(await next.show(kitchen)?.model.hasMissed == true)
        _ = await next.post(sender, .order("5"))
        await eventually("it has the next") { await next.show(kitchen)?.model.orders.last == "5" }
        #expect(await next.show(kitchen)?.model.hasMissed == false)
    }

    @Test func `A value of another type counts as missed, and hides no other`() async throws {
        let site = site(nil)
        let kitchen = try await open(site)
        for message in [Kitchen.Message.order("a"), .orderNumber(7), .order("b")] {
            let former = await site.show(kitchen)?.model.heard
            _ = await site.post(kitchen, message)
            await eventually("it was heard of") { await site.show(kitchen)?.model.heard != former }
        }
        let model = await site.show(kitchen)?.model
        #expect(model?.orders == ["a", "b"])
        #expect(model?.misses == 1)
    }

    @Test func `Sessions at all nodes receive each value once`() async throws {
        let nodes = MemoryNodes()
        let all = (1...3).map { site(nodes.node(UInt64($0))) }
        var kitchens: [SessionID] = []
        for node in all { kitchens.append(try await open(node)) }
        for number in 0..<30 { _ = await all[number % 3].post(kitchens[number % 3], .order("\(number)")) }
        for (node, kitchen) in zip(all, kitchens) {
            await eventually("each has all") {
                for node in all { node.environment.advance(by: .milliseconds(100)) }
                let orders = await node.show(kitchen)?.model.orders ?? []
                return orders.count == 30 && Set(orders).count == 30
            }
        }
    }

    @Test func `What is older than what a session has heard is no news, and numbers that make no sense are no fault`()
        throws
    {
        let json = Array(#"{"last":3,"values":["a","b"]}"#.utf8)
        let model = try JSON.decode(KeptBroadcasts.Model.self, from: json)
        for number: UInt64 in [3, 4, .max] {
            #expect(NewBroadcasts<String>(in: model, after: BroadcastPosition(number)) == nil)
        }
        let next = NewBroadcasts<String>(in: model, after: BroadcastPosition(2))
        #expect(next == NewBroadcasts(["b"], position: BroadcastPosition(3)))
        let missed = NewBroadcasts<String>(in: model, after: BroadcastPosition(0))
        #expect(missed == NewBroadcasts(["a", "b"], hasMissed: true, position: BroadcastPosition(3)))
    }

    @Test func `Such a subscription is described as it is written`() {
        #expect("\(Kitchen().subscriptions(Kitchen.Model(isOpen: true)))" == #"[topic("orders", after:)]"#)
    }
}
