import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

@testable import ElmwoodSessions

/// Models that many visitors share, with a store and without.
@Suite(.timeLimit(.minutes(2)))
struct SharedProgramTests {
    /// Where the sessions are.
    enum Kind: CaseIterable { case memory, store, file }

    private let file = TemporaryFile()

    private func site(_ kind: Kind, room: Room = Room()) throws -> SharedFixture {
        switch kind {
        case .memory: SharedFixture(nil, room: room)
        case .store: SharedFixture(MemorySessionStore(), room: room)
        case .file: SharedFixture(try SQLiteSessionStore(path: file.path), room: room)
        }
    }

    @Test(arguments: Kind.allCases)
    func `What visitors send is in the model, and pages read it`(kind: Kind) async throws {
        let site = try site(kind)
        #expect(await site.lines() == ["room 1"])
        let anna = await site.guests.enter(.send(.said("a")))
        let bob = await site.guests.enter(.send(.said("b")))
        _ = await site.guests.post(anna, .send(.said("c")))
        #expect(await site.lines() == ["room 1", "a", "b", "c"])
        _ = await site.guests.post(bob, .go(2), .send(.said("d")))
        #expect(await site.lines() == ["room 1", "a", "b", "c"])
        #expect(await site.lines(2) == ["room 2", "d"])
    }

    @Test(arguments: Kind.allCases)
    func `The messages of one post are applied in order, and with the visitor's other posts`(kind: Kind) async throws {
        let site = try site(kind)
        let anna = await site.guests.enter(.go(7))
        for number in 0..<20 {
            _ = await site.guests.post(anna, .send(.said("\(number)a")), .send(.said("\(number)b")))
        }
        #expect(await site.lines(7) == ["room 7"] + (0..<20).flatMap { ["\($0)a", "\($0)b"] })
    }

    @Test(arguments: Kind.allCases)
    func `A sender is the same in all of a visitor's messages, and another for each visitor`(kind: Kind) async throws {
        let site = try site(kind)
        let anna = await site.guests.enter(.send(.said("a")))
        _ = await site.guests.enter(.send(.said("b")))
        _ = await site.guests.post(anna, .send(.said("c")))
        #expect(try await site.room().senders.count == 2)
    }

    @Test(arguments: Kind.allCases)
    func `Nothing is sent by a post that fails`(kind: Kind) async throws {
        let site = try site(kind)
        _ = await site.guests.enter(.send(.said("a")), .sendAndFail)
        #expect(await site.lines() == ["room 1"])
    }

    @Test(arguments: Kind.allCases)
    func `Who asks is told what came of a message`(kind: Kind) async throws {
        let site = try site(kind)
        let anna = await site.guests.enter(.ask(.said("a")))
        #expect(await site.guests.show(anna)?.model.answers == [.applied])
        _ = await site.guests.post(anna, .ask(.refuse("Not “so” \\ loud.\n")))
        #expect(await site.guests.show(anna)?.model.answers == [.applied, .failed("Not “so” \\ loud.\n")])
        #expect(!site.environment.log.contains { $0.contains("refuse") })
        _ = await site.guests.post(anna, .ask(.fail))
        #expect(await site.guests.show(anna)?.model.answers.last?.failure?.hasPrefix("Something went wrong") == true)
        #expect(await site.lines() == ["room 1", "a"])
    }

    @Test(arguments: Kind.allCases)
    func `A message that throws fails alone`(kind: Kind) async throws {
        let site = try site(kind)
        _ = await site.guests.enter(.send(.said("a")), .send(.fail), .send(.said("b")))
        #expect(await site.lines() == ["room 1", "a", "b"])
        #expect(site.environment.log.contains { $0.contains("the update on fail failed") })
    }

    @Test(arguments: Kind.allCases)
    func `A visitor's last message is sent although their session ends with it`(kind: Kind) async throws {
        let site = try site(kind)
        _ = await site.guests.enter(.sendAndEnd)
        await eventually("it is applied") { await site.lines() == ["room 1", "last"] }
        let anna = await site.guests.enter(.go(2))
        _ = await site.guests.post(anna, .sendAndEnd)
        await eventually("it is applied") { await site.lines(2) == ["room 2", "last"] }
    }

    @Test(arguments: Kind.allCases)
    func `A shared program sends to another`(kind: Kind) async throws {
        let site = try site(kind)
        _ = await site.guests.enter(.send(.tell("from 1")))
        await eventually("it is applied") { await site.lines(100) == ["room 100", "from 1"] }
        #expect(try await site.room(100).senders == ["Room/1"])
    }

    @Test(arguments: Kind.allCases)
    func `A model that has ended begins anew with the next message`(kind: Kind) async throws {
        let site = try site(kind)
        let anna = await site.guests.enter(.send(.said("a")))
        _ = await site.guests.post(anna, .send(.close), .send(.said("b")))
        await eventually("it has begun anew") { await site.lines() == ["room 1", "b"] }
        _ = await site.guests.post(anna, .send(.close))
        await eventually("it has ended") { await site.lines() == ["room 1"] }
    }

    @Test(arguments: Kind.allCases)
    func `Delayed messages and effects come from the program itself`(kind: Kind) async throws {
        let site = try site(kind)
        _ = await site.guests.enter(.send(.later("late")), .send(.perform("hard")))
        await eventually("the effect has sent") { await site.lines() == ["room 1", "worked hard"] }
        await eventually("it is due") {
            // The delay begins when its turn has ended, which may be after the effect has sent.
            site.environment.advance(by: .seconds(5))
            return await site.lines() == ["room 1", "worked hard", "late"]
        }
        #expect(try await site.room().senders.count == 1)
    }

    @Test(arguments: Kind.allCases)
    func `A clock runs once somebody has sent a message`(kind: Kind) async throws {
        let site = try site(kind, room: Room(rings: true))
        _ = await site.guests.enter(.send(.said("a")))
        site.environment.advance(by: .seconds(1))
        await eventually("it rings") { await site.lines() == ["room 1", "a", "ring"] }
    }

    @Test func `A message to a model for which too many wait is refused, and its sender is told`() async throws {
        let store = HeldStore()
        let site = SharedFixture(store, wait: .zero) { $0.waitingMessages = 3 }
        let anna = await site.guests.enter(.go(1))
        _ = await site.guests.post(anna, .send(.said("a")))
        await eventually("it is applied") { await site.lines() == ["room 1", "a"] }
        site.registry.shared.setWaiting(3, for: SessionKey(sharedProgram: "Room", key: "1").id)
        _ = await site.guests.post(anna, .send(.said("b")), .ask(.said("c")))
        site.environment.advance(by: .zero)
        await eventually("the sender is told") { await site.guests.show(anna)?.model.answers.count == 1 }
        #expect(await site.guests.show(anna)?.model.answers.first?.failure?.hasPrefix("More than 3 messages") == true)
        #expect(site.environment.log.contains { $0.contains("the message said was dropped: 3 messages were waiting") })
        #expect(await site.lines() == ["room 1", "a"])
        // Another model is not concerned, and that one is not for long.
        _ = await site.guests.post(anna, .go(2), .send(.said("d")))
        await eventually("it is applied") { await site.lines(2) == ["room 2", "d"] }
        site.registry.wake(SessionKey(sharedProgram: "Room", key: "1"))
        await eventually("nothing waits") {
            site.registry.shared.waiting(for: SessionKey(sharedProgram: "Room", key: "1").id) == 0
        }
    }

    @Test func `A page that reads a program which the site does not share fails with a sentence`() async throws {
        let guests = StoredFixture(nil, program: Guest())
        let view = await guests.host.sessions.renderReading(AnyModel(Guest.Model()), on: Page()).settled()
        #expect(throws: NotShared.self) { _ = try view.get() }
        _ = await guests.enter(.send(.said("a")))
        #expect(!guests.host.registry.share(Room()) == false)
        #expect(!guests.host.registry.share(Room()))
    }

    @Test func `A text that is no key, or not its canonical one, names no model`() async throws {
        let site = SharedFixture()
        for key in ["", "x", "07", "+7", " 7"] {
            #expect(throws: NotFound.self) {
                _ = try site.registry.shared.host(of: SharedAddress(program: "Room", key: key))
            }
        }
        #expect(try site.registry.shared.host(of: SharedAddress(program: "Room", key: "7")).place == "7")
    }

    @Test(arguments: [true, false])
    func `Beyond the limit of models a message to another one is refused, and one to a known model is not`(
        isStored: Bool
    ) async throws {
        let site = SharedFixture(isStored ? MemorySessionStore() : nil) { $0.sharedModels = 1 }
        let anna = await site.guests.enter(.ask(.said("a")))
        await eventually("the first is applied") { await site.guests.show(anna)?.model.answers == [.applied] }
        let bob = await site.guests.enter(.go(2), .ask(.said("b")))
        let sentence = "There is no room for another Room at present. Please try again in a while."
        await eventually("Bob is refused") {
            site.environment.advance(by: .milliseconds(1))
            return await site.guests.show(bob)?.model.answers == [.failed(sentence)]
        }
        _ = await site.guests.post(anna, .ask(.said("c")))
        await eventually("Anna is not") { await site.guests.show(anna)?.model.answers == [.applied, .applied] }
    }
}
