import ElmwoodTestSupport
import Synchronization
import Testing

@testable import ElmwoodAccounts

struct TurnsTests {
    private let ada = ClientKey("192.0.2.1")
    private let bob = ClientKey("2001:db8::2")

    @Test func moreThanMayWaitAreRefusedAtOnce() async throws {
        let turns = Turns(atOnce: 1, waiting: 0)
        try await turns.begin(for: ada)
        await #expect(throws: PasswordError.busy) { try await turns.begin(for: ada) }
        await #expect(throws: PasswordError.busy) { try await turns.begin(for: bob) }
        turns.end()
        try await turns.begin(for: ada)
        #expect(turns.count == 2)
        turns.end()
    }

    @Test func taskThatIsCancelledWhileItWaitsLeavesItsPlace() async throws {
        let turns = Turns(atOnce: 1, waiting: 1)
        try await turns.begin(for: ada)
        let waiting = Task { try await turns.begin(for: ada) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        // The place among those who wait is free again, and the turn goes to who has it.
        let next = Task { try await turns.begin(for: ada) }
        turns.end()
        try await next.value
        turns.end()
        #expect(turns.count == 2)
        #expect(turns.waitingCount == 0)
    }

    @Test func clientThatAsksForManyDelaysAnotherOneByOne() async throws {
        let turns = Turns(atOnce: 1, waiting: 100)
        try await turns.begin(for: ada)
        let order = Mutex<[String]>([])
        let tasks = await waiting(for: turns, [(ada, "ada"), (ada, "ada"), (ada, "ada"), (bob, "bob"), (bob, "bob")]) {
            name in order.withLock { $0.append(name) }
        }
        turns.end()
        for task in tasks { try await task.value }
        #expect(order.withLock { $0 } == ["ada", "bob", "ada", "bob", "ada"])
    }

    @Test func clientOfWhichTheMostWaitGivesWayToAnotherOne() async throws {
        let turns = Turns(atOnce: 1, waiting: 3)
        try await turns.begin(for: ada)
        let greedy = await waiting(for: turns, [(ada, ""), (ada, ""), (ada, "")]) { _ in }
        await #expect(throws: PasswordError.busy) { try await turns.begin(for: ada) }
        let other = Task {
            try await turns.begin(for: bob)
            turns.end()
        }
        // The last of the greedy client's has lost its place to it.
        await #expect(throws: PasswordError.busy) { try await greedy[2].value }
        turns.end()
        for task in greedy.prefix(2) + [other] { try await task.value }
        #expect(turns.waitingCount == 0)
    }

    @Test func clientsWithEquallyManyDoNotDisplaceEachOther() async throws {
        let turns = Turns(atOnce: 1, waiting: 2)
        try await turns.begin(for: ada)
        let tasks = await waiting(for: turns, [(ada, ""), (bob, "")]) { _ in }
        await #expect(throws: PasswordError.busy) { try await turns.begin(for: ada) }
        await #expect(throws: PasswordError.busy) { try await turns.begin(for: bob) }
        turns.end()
        for task in tasks { try await task.value }
    }

    /// Lets clients wait, in that order, and returns the tasks that wait, work and end their turn.
    private func waiting(
        for turns: Turns,
        _ clients: [(ClientKey, String)],
        work: @escaping @Sendable (String) -> Void
    ) async -> [Task<Void, any Error>] {
        var tasks: [Task<Void, any Error>] = []
        for (client, name) in clients {
            tasks.append(
                Task {
                    try await turns.begin(for: client)
                    work(name)
                    turns.end()
                }
            )
            let count = tasks.count
            await eventually("\(count) wait") { turns.waitingCount == count }
        }
        return tasks
    }
}
