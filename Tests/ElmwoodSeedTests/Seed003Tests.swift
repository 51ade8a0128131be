import ElmwoodTesting
import Testing

/// The fourth seed: a counter with immediate steps, and one whose steps are effects that take a second.
private struct CounterFeature: Program {
    struct Model: Codable, Equatable, Sendable {
        var syncCount = 0
        var asyncCount = 0
        var isAsyncRunning = false
    }

    enum Message: Codable, Equatable, Sendable {
        case incrementSync, decrementSync
        case incrementAsync, decrementAsync
        /// No control offers it, so only the program itself can send it.
        case completedAsyncOperation(Int)
    }

    enum Effect: Codable, Equatable, Sendable {
        case increment(Int)
        case decrement(Int)
    }

    var clock: any Clock<Duration> = ContinuousClock()

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .incrementSync: model.syncCount += 1
        case .decrementSync: model.syncCount -= 1
        case .incrementAsync:
            model.isAsyncRunning = true
            return .effect(.increment(model.asyncCount))
        case .decrementAsync:
            model.isAsyncRunning = true
            return .effect(.decrement(model.asyncCount))
        case .completedAsyncOperation(let count):
            model.asyncCount = count
            model.isAsyncRunning = false
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        try await clock.sleep(for: .seconds(1))
        switch effect {
        case .increment(let count): send(.completedAsyncOperation(count + 1))
        case .decrement(let count): send(.completedAsyncOperation(count - 1))
        }
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Counters") {
            section(.id("sync")) {
                button("−", .decrementSync)
                output { "\(model.syncCount)" }
                button("+", .incrementSync)
            }
            section(.id("async")) {
                button("−", .decrementAsync, .disabled(model.isAsyncRunning))
                output { "\(model.asyncCount)" }
                button("+", .incrementAsync, .disabled(model.isAsyncRunning))
            }
            if model.isAsyncRunning {
                p(.role(.status)) { "Counting…" }
            }
        }
    }
}

/// Seed 003: a counter with immediate steps, and one with slow steps.
@Suite struct Seed003Tests {
    @Test(arguments: Script.allCases)
    func `The synchronous counter counts at once`(script: Script) {
        let test = ProgramTest(CounterFeature(), script: script)
        test.within("#sync") {
            test.click("+")
            test.expectModel { $0.syncCount = 1 }
            test.expect(.output, "1")
            test.click("−")
            test.expectModel { $0.syncCount = 0 }
        }
        test.expectNoCommands()
    }

    @Test(arguments: Script.allCases)
    func `Both counters start at zero, without a command`(script: Script) {
        let test = ProgramTest(CounterFeature(), script: script)
        test.expectNoCommands()
        #expect(test.expectModel() == .init(syncCount: 0, asyncCount: 0, isAsyncRunning: false))
        test.expect(.output, texts: "0", "0")
        test.expectNone(.p)
        // Messages of controls are offered, and internal ones are not.
        test.expectOffers(.incrementSync, .decrementSync, .incrementAsync, .decrementAsync)
        test.expectNotOffered(.completedAsyncOperation(1))
    }

    @Test(arguments: Script.allCases)
    func `The asynchronous counter counts when its effect has finished, and is disabled until then`(script: Script) {
        let test = ProgramTest(CounterFeature(), script: script)
        test.within("#async") { test.click("+") }
        test.expectModel { $0.isAsyncRunning = true }
        test.expectCommand(.effect(.increment(0)))
        test.expectView(text: "Counting…")
        test.expectNotOffered(.incrementAsync, .decrementAsync, .completedAsyncOperation(1))

        test.resolve(.increment(0), with: .completedAsyncOperation(1))
        test.expectModel {
            $0.asyncCount = 1
            $0.isAsyncRunning = false
        }
        test.expectNone(.p)
        test.within("#async") {
            test.expect(.output, "1")
            test.click("−")
        }
        test.expectModel { $0.isAsyncRunning = true }
        test.resolve(.decrement(1), with: .completedAsyncOperation(0))
        test.expectModel {
            $0.asyncCount = 0
            $0.isAsyncRunning = false
        }
    }

    @Test(arguments: Script.allCases)
    func `A step that the program performs takes a second`(script: Script) {
        let clock = TestClock()
        let test = ProgramTest(CounterFeature(clock: clock), script: script, clock: clock)
        test.within("#async") { test.click("+") }
        test.expectModel { $0.isAsyncRunning = true }
        test.perform(.increment(0))
        test.advance(by: .milliseconds(999))
        test.expectView(text: "Counting…")
        test.advance(by: .milliseconds(1))
        test.expectMessage(.completedAsyncOperation(1))
        test.expectModel {
            $0.asyncCount = 1
            $0.isAsyncRunning = false
        }
        test.within("#async") { test.click("−") }
        test.expectModel { $0.isAsyncRunning = true }
        test.perform(.decrement(1))
        test.advance(by: .seconds(1))
        test.expectMessage(.completedAsyncOperation(0))
        test.expectModel {
            $0.asyncCount = 0
            $0.isAsyncRunning = false
        }
    }

    @Test(arguments: Script.allCases)
    func `The synchronous counter works while the asynchronous one is busy`(script: Script) {
        let test = ProgramTest(CounterFeature(), script: script)
        test.within("#async") { test.click("+") }
        test.expectModel { $0.isAsyncRunning = true }
        test.expectCommand(.effect(.increment(0)))
        test.within("#sync") { test.click("+") }
        test.expectModel { $0.syncCount = 1 }
        test.resolve(.increment(0), with: .completedAsyncOperation(1))
        test.expectModel {
            $0.asyncCount = 1
            $0.isAsyncRunning = false
        }
    }

    @Test(arguments: Script.allCases)
    func `Two pages show one model, even during a step`(script: Script) {
        let test = ProgramTest(CounterFeature(), script: script)
        let other = test.openPage()
        test.within("#async") { test.click("+") }
        test.expectModel { $0.isAsyncRunning = true }
        other.expectView(text: "Counting…")
        other.resolve(.increment(0), with: .completedAsyncOperation(1))
        other.expectModel {
            $0.asyncCount = 1
            $0.isAsyncRunning = false
        }
        for page in [test, other] { page.expect("#async output", "1") }
    }
}
