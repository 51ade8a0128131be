import ElmwoodTesting
import Testing

@testable import ElmwoodExamplePrograms

/// The counter from a visitor's point of view.
@Suite struct CounterTests {
    @Test(arguments: Script.allCases)
    func `The counter counts up and down, and resets to zero`(script: Script) {
        let test = ProgramTest(Counter(), script: script)
        test.expect("#count", "0")
        test.expectNotOffered(.reset)
        test.click("Increment")
        test.expectModel { $0.count = 1 }
        test.click("Increment")
        test.expectModel { $0.count = 2 }
        test.click("Decrement")
        test.expectModel { $0.count = 1 }
        test.expect("#count", "1")
        test.click("Reset")
        test.expectModel { $0.count = 0 }
        test.expectNotOffered(.reset)
        test.click("Decrement")
        test.expectModel { $0.count = -1 }
        test.expectOffers(.reset)
    }

    @Test(arguments: Script.allCases)
    func `The counter's page matches its snapshot`(script: Script) {
        let test = ProgramTest(Counter(), model: .init(count: 3, slowCount: -2), script: script)
        test.expectTitle("Counter")
        test.expectSnapshot("at rest")
    }

    @Test(arguments: Script.allCases)
    func `The field sets the count`(script: Script) {
        let test = ProgramTest(Counter(), script: script)
        test.fill("Set to", "42")
        test.expectModel { $0.count = 42 }
        test.expect("#count", "42")
        test.expectField("Set to", "42")
        test.fill("Set to", "-7")
        test.expectModel { $0.count = -7 }
        test.expect("#count", "-7")
    }

    @Test func `Without script, a button sends the field`() {
        let test = ProgramTest(Counter(), script: .off)
        test.fill("Set to", "42")
        test.click("Set")
        test.expectModel { $0.count = 42 }
    }

    @Test(arguments: Script.allCases)
    func `An empty field is a problem, and does not change the count`(script: Script) {
        let test = ProgramTest(Counter(), model: .init(count: 3), script: script)
        test.fill("Set to", "")
        test.expectProblem(in: "count", "Please fill this in.")
        test.expect("#count-problem[role=alert]", "Please fill this in.")
        test.expect("input[aria-describedby=count-problem]", count: 1)
        test.expect("#count", "3")
        test.fill("Set to", "4")
        test.expectModel { $0.count = 4 }
        test.expectNoProblems()
        test.expectNone("#count-problem")
        test.expectNone("input[aria-describedby]")
    }

    @Test(
        arguments: [("1.5", "Please enter a whole number."), ("9223372036854775808", "This number is too large.")],
        Script.allCases
    )
    func `A number that is not an integer of the right size is a problem`(
        field: (text: String, sentence: String),
        script: Script
    ) {
        let test = ProgramTest(Counter(), script: script)
        test.fill("Set to", field.text)
        test.expectProblem(in: "count", field.sentence)
        test.expect("#count", "0")
    }

    @Test(arguments: Script.allCases)
    func `The count stays at the upper limit of integers`(script: Script) {
        let clock = TestClock()
        let model = Counter.Model(count: .max, slowCount: .max)
        let test = ProgramTest(Counter(clock: clock), model: model, script: script, clock: clock)
        test.click("Increment")
        test.expect("#count", "9223372036854775807")
        test.click("Increment slowly")
        test.expectModel { $0.isRunning = true }
        test.perform(.increment(.max))
        test.advance(by: .seconds(1))
        test.expectMessage(.completed(.max))
        test.expectModel { $0.isRunning = false }
    }

    @Test(arguments: Script.allCases)
    func `The count stays at the lower limit of integers`(script: Script) {
        let clock = TestClock()
        let model = Counter.Model(count: .min, slowCount: .min)
        let test = ProgramTest(Counter(clock: clock), model: model, script: script, clock: clock)
        test.click("Decrement")
        test.expect("#count", "-9223372036854775808")
        test.click("Decrement slowly")
        test.expectModel { $0.isRunning = true }
        test.perform(.decrement(.min))
        test.advance(by: .seconds(1))
        test.expectMessage(.completed(.min))
        test.expectModel { $0.isRunning = false }
    }

    @Test(arguments: Script.allCases)
    func `Randomize sets a number from 0 to 10`(script: Script) {
        let test = ProgramTest(Counter(), script: script)
        test.random(returns: 10)
        test.click("Randomize")
        test.expectCommand(.random(in: 0...10, Counter.Message.set))
        test.expectModel { $0.count = 10 }
    }

    @Test(arguments: Script.allCases)
    func `A saved count can be loaded`(script: Script) {
        let test = ProgramTest(Counter(), model: .init(count: 5), script: script)
        test.click("Load")
        test.expectCommand(.load("counter", Counter.Message.loaded))
        test.expectMessage(.loaded(nil))
        test.expect("#count", "5")
        test.click("Save")
        test.expectCommand(.save(5, as: "counter"))
        test.click("Reset")
        test.expectModel { $0.count = 0 }
        test.click("Load")
        test.expectCommand(.load("counter", Counter.Message.loaded))
        test.expectMessage(.loaded(5))
        test.expectModel { $0.count = 5 }
    }

    @Test func `The count is saved when its page is hidden, and loaded when it becomes visible`() {
        let test = ProgramTest(Counter(), model: .init(count: 8))
        test.expectSubscriptions(.pageVisible(.load), .pageHidden(.save))
        test.hidePage()
        test.expectCommand(.save(8, as: "counter"))
        test.storage.save(9, as: "counter")
        test.showPage()
        test.expectCommand(.load("counter", Counter.Message.loaded))
        test.expectMessage(.loaded(9))
        test.expectModel { $0.count = 9 }
    }

    // MARK: The slow counter

    @Test(arguments: Script.allCases)
    func `A slow step is an effect, and its buttons are disabled while it runs`(script: Script) {
        let test = ProgramTest(Counter(), model: .init(count: 9, slowCount: 2), script: script)
        test.expect("[role=status]", "Each step asks a slow service.")
        test.click("Increment slowly")
        test.expectModel { $0.isRunning = true }
        test.expectCommand(.effect(.increment(2), durable: true))
        test.expect("[role=status]", "Counting…")
        test.expect("[aria-busy=true]", count: 1)
        test.expectNotOffered(.incrementSlowly, .decrementSlowly, .completed(3))
        test.resolve(.increment(2), with: .completed(3))
        test.expectModel {
            $0.slowCount = 3
            $0.isRunning = false
        }
        test.expect("#slow-count", "3")
        test.expect("[role=status]", "Each step asks a slow service.")
        test.expectNone("[aria-busy=true]")
        test.click("Decrement slowly")
        test.expectModel { $0.isRunning = true }
        test.resolve(.decrement(3), with: .completed(2))
        test.expectModel {
            $0.slowCount = 2
            $0.isRunning = false
        }
    }

    @Test(arguments: Script.allCases)
    func `A slow step takes a second`(script: Script) {
        let clock = TestClock()
        let test = ProgramTest(Counter(clock: clock), script: script, clock: clock)
        for (step, button, effect) in [
            (-1, "Decrement slowly", Counter.Effect.decrement(0)), (1, "Increment slowly", .increment(-1)),
        ] {
            let before = test.expectModel()?.slowCount ?? 0
            test.click(button)
            test.expectModel { $0.isRunning = true }
            test.perform(effect)
            test.advance(by: .milliseconds(999))
            test.expect("#slow-count", "\(before)")
            test.advance(by: .milliseconds(1))
            test.expectMessage(.completed(before + step))
            test.expectModel {
                $0.slowCount = before + step
                $0.isRunning = false
            }
            test.expect("#slow-count", "\(before + step)")
        }
    }

    @Test func `Only one slow step runs at a time`() {
        let test = ProgramTest(Counter())
        test.click("Increment slowly")
        test.expectModel { $0.isRunning = true }
        test.expectCommand(.effect(.increment(0), durable: true))
        test.send(.incrementSlowly)
        test.send(.decrementSlowly)
        test.expectNoCommands()
        test.resolve(.increment(0), with: .completed(1))
        test.expectModel {
            $0.slowCount = 1
            $0.isRunning = false
        }
    }

    @Test(arguments: Script.allCases)
    func `A slow step that a restart of the server ended is performed again`(script: Script) {
        let clock = TestClock()
        let test = ProgramTest(Counter(clock: clock), script: script, clock: clock)
        test.click("Decrement slowly")
        test.expectModel { $0.isRunning = true }
        test.perform(.decrement(0))
        test.advance(by: .milliseconds(500))
        test.restart()
        test.expectNotOffered(.decrementSlowly)
        test.perform(.decrement(0))
        test.advance(by: .seconds(1))
        test.expectMessage(.completed(-1))
        test.expectModel {
            $0.slowCount = -1
            $0.isRunning = false
        }
        test.expectOffers(.decrementSlowly)
    }

    @Test(arguments: Script.allCases)
    func `Without script the page refreshes itself until the step has finished`(script: Script) {
        let test = ProgramTest(Counter(), model: .init(isRunning: true), script: script)
        test.expect("meta[http-equiv=refresh][content=1]", count: script == .off ? 1 : 0)
        test.send(.completed(1))
        test.expectModel {
            $0.slowCount = 1
            $0.isRunning = false
        }
        test.expectNone("meta[http-equiv=refresh]")
    }

    @Test(arguments: Script.allCases)
    func `Other addresses are not found`(script: Script) {
        let test = ProgramTest(Counter(), at: "/nowhere", script: script)
        test.expectFailure(NotFound())
    }
}
