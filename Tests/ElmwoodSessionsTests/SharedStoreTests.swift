import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import Synchronization
import Testing

@testable import ElmwoodSessions

/// Shared models in a store that several processes use, one after the other or at once.
@Suite(.timeLimit(.minutes(2)))
struct SharedStoreTests {
    private let memory = MemorySessionStore()

    @Test func `The next process has the model, and continues it`() async throws {
        let first = SharedFixture(memory)
        let anna = await first.guests.enter(.send(.said("a")))
        let second = SharedFixture(memory)
        #expect(await second.lines() == ["room 1", "a"])
        _ = await second.guests.post(anna, .send(.said("b")))
        #expect(await SharedFixture(memory).lines() == ["room 1", "a", "b"])
    }

    @Test func `A message that waits when a process ends is applied by the next, once`() async throws {
        let store = HeldStore(memory)
        let first = SharedFixture(store)
        let anna = await first.guests.enter(.go(1))
        // The sender's commit is stored, and that of the room is held back.
        store.hold(after: 1)
        async let posted = first.guests.post(anna, .send(.said("a")), .send(.said("b")))
        await store.isHolding()
        #expect(try await memory.recipients(limit: 10).count == 1)
        let second = SharedFixture(memory)
        await eventually("the next process applies them") { await second.linesLater() == ["room 1", "a", "b"] }
        // The first one's save comes too late.
        store.goOn()
        first.environment.advance(by: .seconds(5))
        _ = await posted
        #expect(await first.lines() == ["room 1", "a", "b"])
        #expect(try await memory.recipients(limit: 10) == [])
    }

    @Test func `A message is not read from the store if its recipient is in the process that has stored it`()
        async throws
    {
        let store = CountingStore(memory)
        let process = SharedFixture(store)
        let anna = await process.guests.enter(.send(.said("a")))
        let bob = await process.guests.enter(.go(1))
        let reads = store.reads
        for text in ["b", "c"] {
            _ = await process.guests.post(anna, .ask(.said(text)))
            _ = await process.guests.post(bob, .send(.said(text)), .send(.said(text)))
        }
        #expect(await process.lines() == ["room 1", "a", "b", "b", "b", "c", "c", "c"])
        await eventually("the answers are applied") { memory.waitingRecipients(limit: 10).isEmpty }
        #expect(store.reads == reads)
    }

    @Test func `A message behind another process's is read with it, and in its order`() async throws {
        let process = SharedFixture(memory)
        let anna = await process.guests.enter(.send(.said("a")))
        // As another process stores it, which then ends.
        let key = SharedAddress(program: Room.name, key: "1").sessionKey
        let json = try JSON.encode(Delivered(Room.Message.said("b"), from: Sender(id: "other")))
        _ = try await memory.commit([.send([StoredMessage(to: key, content: json)])])
        _ = await process.guests.post(anna, .send(.said("c")))
        #expect(await process.lines() == ["room 1", "a", "b", "c"])
    }

    @Test func `Two processes send to one model: each message is applied once, each sender's in order`() async throws {
        let processes = (0..<2).map { _ in SharedFixture(memory, wait: .zero) }
        var senders: [SessionID?] = []
        for process in processes { senders.append(await process.guests.enter(.go(1))) }
        await withTaskGroup(of: Void.self) { group in
            for (index, process) in processes.enumerated() {
                group.addTask { [sender = senders[index]] in
                    for number in 0..<40 {
                        _ = await process.guests.post(sender, .send(.said("\(index):\(number)")))
                    }
                }
            }
        }
        await eventually("all are applied") { await SharedFixture(memory).lines()?.count == 81 }
        let lines = try #require(await SharedFixture(memory).lines())
        for index in 0..<2 {
            #expect(lines.filter { $0.hasPrefix("\(index):") } == (0..<40).map { "\(index):\($0)" })
        }
    }

    @Test func `A message that ends a process is set aside, and those behind it are applied`() async throws {
        let faults = FaultInjector()
        defer { faults.remove() }
        faults.fault(at: "trap")
        let store = HeldStore(memory)
        let room = Room(traps: { faults.called("trap") })
        let first = SharedFixture(store, room: room, faults: faults.record)
        let anna = await first.guests.enter(.go(1))
        store.hold(after: 1)
        async let posted = first.guests.post(anna, .send(.said("a")), .ask(.trap), .send(.said("b")))
        await store.isHolding()
        #expect(faults.calls(of: "trap") == 1)

        let second = SharedFixture(memory, room: room, faults: faults.record)
        await eventually("the others are applied") { await second.linesLater() == ["room 1", "a", "b"] }
        #expect(faults.calls(of: "trap") == 1)
        await eventually("the sender is told") { await second.guests.show(anna)?.model.answers.count == 1 }
        #expect(await second.guests.show(anna)?.model.answers.first?.failure != nil)
        #expect(try await memory.recipients(limit: 10) == [])
        store.goOn()
        first.environment.advance(by: .seconds(5))
        _ = await posted
    }

    @Test func `A sender whose id is renewed meanwhile is told what came of a message`() async throws {
        let site = SharedFixture(memory)
        let anna = await site.guests.enter(.go(1))
        let reply = await site.guests.post(anna, .ask(.said("a")), .renew)
        let renewed = try #require(reply.snapshot?.cookie.newID)
        await eventually("it is told") { await site.guests.show(renewed)?.model.answers == [.applied] }
        #expect(await site.lines() == ["room 1", "a"])
    }

    @Test func `A model outlives its visitors' sessions`() async throws {
        let site = SharedFixture(memory)
        _ = await site.guests.enter(.send(.said("a")))
        _ = try await memory.remove(unusedSince: .max, createdBefore: .max)
        #expect(await SharedFixture(memory).lines() == ["room 1", "a"])
    }

    @Test func `A delayed message of a model is due in the next process`() async throws {
        _ = await SharedFixture(memory).guests.enter(.send(.later("late")))
        let second = SharedFixture(memory, at: .seconds(20))
        await second.guests.pass(seconds: 1)
        await eventually("it is loaded") { second.environment.scheduled(after: .zero) > 0 }
        second.environment.advance(by: .zero)
        await eventually("it is due") { await second.lines() == ["room 1", "late"] }
    }
}

/// A store in memory that counts how often messages are read.
private final class CountingStore: NumberingSessionStore {
    private let memory: MemorySessionStore
    private let count = Atomic(0)

    init(_ memory: MemorySessionStore) { self.memory = memory }

    var reads: Int { count.load(ordering: .relaxed) }

    func messages(to key: SessionKey, limit: Int) async throws -> [WaitingMessage] {
        count.add(1, ordering: .relaxed)
        return memory.waitingMessages(to: key, limit: limit)
    }

    func commitNumbering(_ writes: [SessionWrite]) throws -> CommitResult { try memory.commitNumbering(writes) }

    func commit(_ writes: [SessionWrite]) async throws -> [Bool] { try memory.commitNumbering(writes).done }

    func load(_ key: SessionKey) async throws -> StoredSession? { memory.session(at: key) }

    func remove(unusedSince: Int64, createdBefore: Int64) async throws -> Int {
        memory.removeOld(unusedSince: unusedSince, createdBefore: createdBefore)
    }

    func due(_ program: String, by moment: Int64, limit: Int) async throws -> [SessionKey] {
        memory.dueSessions(of: program, by: moment, limit: limit)
    }

    func programs(of id: SessionID) async throws -> [StoredProgram] { memory.storedPrograms(of: id) }

    func renewal(of id: SessionID) async throws -> SessionRenewal? { memory.replacement(of: id) }

    func setAside(_ key: SessionKey) async throws -> [StoredSession] { try await memory.setAside(key) }

    func sessions(of owner: SessionOwner, limit: Int) async throws -> [OwnedSession] {
        memory.ownedSessions(of: owner, limit: limit)
    }

    func recipients(limit: Int) async throws -> [SessionKey] { memory.waitingRecipients(limit: limit) }
}
