import ElmwoodTestSupport
import Testing

@testable import ElmwoodAccounts

struct TurnsTests {
    @Test func moreThanMayWaitAreRefusedAtOnce() async throws {
        let turns = Turns(atOnce: 1, waiting: 0)
        try await turns.begin()
        await #expect(throws: PasswordError.busy) { try await turns.begin() }
        turns.end()
        try await turns.begin()
        #expect(turns.count == 2)
        turns.end()
    }

    @Test func taskThatIsCancelledWhileItWaitsLeavesItsPlace() async throws {
        let turns = Turns(atOnce: 1, waiting: 1)
        try await turns.begin()
        let waiting = Task { try await turns.begin() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        // The place among those who wait is free again, and the turn goes to who has it.
        let next = Task { try await turns.begin() }
        turns.end()
        try await next.value
        turns.end()
        #expect(turns.count == 2)
    }
}
