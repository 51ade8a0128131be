import ElmwoodTesting
import Glibc
import Synchronization
import Testing

/// The environment of a test: time, random numbers, effects and the store.
@Suite struct EnvironmentTests {
    /// Records what it is told, and whose deallocation can be observed.
    private final class Witness: Sendable {
        private let notes = Mutex<[String]>([])
        var all: [String] { notes.withLock { $0 } }
        func note(_ text: String) { notes.withLock { $0.append(text) } }
    }

    /// A program whose effects sleep, and record when they wake.
    private struct Sleepers: Program {
        struct Model: Codable, Equatable, Sendable { var woken: [Int] = [] }
        enum Message: Codable, Equatable, Sendable { case sleep(Int), woke(Int), stop(Int), wait(Int) }
        enum Effect: Codable, Equatable, Sendable { case sleep(Int) }

        let clock: TestClock
        let witness: Witness

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .sleep(let seconds): return .effect(.sleep(seconds), id: "\(seconds)")
            case .woke(let seconds): model.woken.append(seconds)
            case .stop(let seconds): return .cancel("\(seconds)")
            case .wait(let seconds): return .after(.seconds(seconds), .woke(seconds))
            }
            return .none
        }

        func subscriptions(_ model: Model) -> [Subscription<Self>] { [.every(.seconds(100), .woke(100))] }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Sleepers") { button("Sleep", .sleep(1)) }
        }

        func perform(_ effect: Effect, send: Send<Message>) async throws {
            guard case .sleep(let seconds) = effect else { return }
            do {
                try await clock.sleep(for: .seconds(seconds))
                send(.woke(seconds))
            } catch {
                witness.note("\(seconds): \(error)")
            }
        }
    }

    @Test(arguments: Script.allCases)
    func `Sleeping effects wake at their times, and messages arrive in the order of time`(script: Script) {
        let clock = TestClock()
        let witness = Witness()
        let test = ProgramTest(Sleepers(clock: clock, witness: witness), script: script, .loosely, clock: clock)
        for seconds in [3, 1, 2] {
            test.send(.sleep(seconds))
            test.perform(.sleep(seconds))
        }
        test.send(.wait(2))
        test.advance(by: .seconds(2))
        test.expectModel { $0.woken = [1, 2, 2] }
        test.send(.stop(3))
        #expect(witness.all == ["3: CancellationError()"])
        test.advance(by: .seconds(10))
        test.expectModel { $0.woken = [1, 2, 2] }
        #expect(clock.now.offset == .seconds(12))
    }

    @Test(
        arguments: Script.allCases,
        TestTransport.allCases.filter { $0 != .browser }
    )
    func `A test leaves nothing allocated`(script: Script, transport: TestTransport) {
        weak var left: Witness?
        var notes: [String] = []
        do {
            let clock = TestClock()
            let witness = Witness()
            left = witness
            do {
                let program = Sleepers(clock: clock, witness: witness)
                let test = ProgramTest(program, in: transport, script: script, .loosely, clock: clock)
                test.click("Sleep")
                test.perform(.sleep(1))
                test.send(.sleep(2))
                test.send(.wait(3))
                test.advance(by: .milliseconds(500))
            }
            notes = witness.all
        }
        #expect(notes == ["1: CancellationError()"])
        // A server's threads may still be running their last lines.
        for _ in 0..<1_000_000 where left != nil { sched_yield() }
        #expect(left == nil)
    }

    @Test func `A sleep that begins after the end of the test throws`() async {
        let clock = TestClock()
        do {
            let test = ProgramTest(Sleepers(clock: clock, witness: Witness()), clock: clock)
            test.expect(.button, "Sleep")
        }
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
    }
}
