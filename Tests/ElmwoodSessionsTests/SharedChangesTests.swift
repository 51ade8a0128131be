import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// A shared model that follows a room.
private struct Mirror: SharedProgram {
    struct Model: Codable, Equatable, Sendable { var lines: [String] = [] }
    enum Message: Codable, Equatable, Sendable { case look, changed(Room.Model) }

    func start(_ key: Int) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
        if case .changed(let room) = message { model.lines = room.lines }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.changes(of: Room.self, 1, Message.changed)] }
}

/// A visitor's program that follows a room by a subscription.
private struct Follower: Program {
    struct Model: Codable, Equatable, Sendable {
        var room = 1
        var heard: [[String]] = []
    }

    enum Message: Codable, Equatable, Sendable { case send(Room.Message), go(Int), heard(Room.Model), mirror }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .send(let sent): return .send(sent, to: Room.self, 1)
        case .go(let room): model.room = room
        case .heard(let room): model.heard.append(room.lines)
        case .mirror: return .send(.look, to: Mirror.self, 1)
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        [.changes(of: Room.self, model.room, Message.heard)]
    }

    func view(_ model: Model, on page: Page) -> Document<Message> { Document("Follower") { p { "\(model.heard)" } } }
}

/// Subscriptions to models of shared programs.
@Suite(.timeLimit(.minutes(2)))
struct SharedChangesTests {
    private func site(isStored: Bool, shares: Bool = true) -> StoredFixture<Follower> {
        let fixture = StoredFixture(isStored ? MemorySessionStore() : nil, program: Follower())
        if shares { #expect(fixture.host.registry.share(Room())) }
        #expect(fixture.host.registry.share(Mirror()))
        return fixture
    }

    @Test(arguments: [true, false])
    func `A visitor's program receives the model as it is, and each time it has changed`(isStored: Bool) async throws {
        let site = site(isStored: isStored)
        let ada = await site.enter(.go(1))
        await eventually("Ada has the present one") { await site.show(ada)?.model.heard == [["room 1"]] }
        _ = await site.post(ada, .send(.said("a")))
        await eventually("Ada has the next") { await site.show(ada)?.model.heard.last == ["room 1", "a"] }
        let bob = await site.enter(.go(1))
        await eventually("Bob begins with it") { await site.show(bob)?.model.heard == [["room 1", "a"]] }
        _ = await site.post(bob, .send(.close))
        await eventually("one that has ended is that of the start") {
            await site.show(ada)?.model.heard.last == ["room 1"]
        }
        _ = await site.post(bob, .go(2))
        await eventually("another room is another subscription") {
            await site.show(bob)?.model.heard.last == ["room 2"]
        }
        let count = await site.show(bob)?.model.heard.count
        _ = await site.post(ada, .send(.said("b")))
        await eventually("Ada hears it") { await site.show(ada)?.model.heard.last == ["room 1", "b"] }
        #expect(await site.show(bob)?.model.heard.count == count)
    }

    @Test func `A message that fails or leaves the model as it is reaches nobody`() async throws {
        let site = site(isStored: false)
        let ada = await site.enter(.send(.said("a")))
        await eventually("it is heard") { await site.show(ada)?.model.heard.last == ["room 1", "a"] }
        let count = await site.show(ada)?.model.heard.count
        _ = await site.post(ada, .send(.fail))
        _ = await site.post(ada, .send(.said("b")))
        await eventually("the next is heard") { await site.show(ada)?.model.heard.last == ["room 1", "a", "b"] }
        #expect(await site.show(ada)?.model.heard.count == count.map { $0 + 1 })
    }

    @Test(arguments: [true, false])
    func `A shared program can follow another one`(isStored: Bool) async throws {
        let site = site(isStored: isStored)
        let ada = await site.enter(.mirror)
        let mirror = {
            site.host.registry.sharedModel(at: SharedAddress(Mirror.self, 1), as: Mirror.self)?.lines
        }
        await eventually("it has the present model") { mirror() == ["room 1"] }
        _ = await site.post(ada, .send(.said("a")))
        await eventually("it has the next") { mirror() == ["room 1", "a"] }
    }

    @Test func `Such a subscription is described as it is written`() {
        let subscriptions = Follower().subscriptions(Follower.Model())
        #expect("\(subscriptions)" == #"[changes(of: Room.self, "1")]"#)
    }

    @Test func `A program that the site does not share is named in the log`() async throws {
        let site = site(isStored: false, shares: false)
        _ = await site.enter(.go(1))
        await eventually("it is logged") {
            site.environment.log.contains { $0.contains("The site does not share Room: add site.share(Room()).") }
        }
    }
}
