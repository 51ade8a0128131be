import ElmwoodTesting
import Testing

@testable import CounterExample

@Suite("Counter, as a visitor has it before him") struct CounterTests {
    @Test("It counts up, down and back to nought", arguments: Script.allCases)
    func counts(script: Script) {
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
    }

    @Test("It is set by a field", arguments: Script.allCases)
    func set(script: Script) {
        let test = ProgramTest(Counter(), script: script)
        test.fill("Set to", "42")
        test.expectModel { $0.count = 42 }
        test.expect("#count", "42")
        test.expectField("Set to", "42")
        test.fill("Set to", "-7")
        test.expectModel { $0.count = -7 }
        test.expect("#count", "-7")
    }

    @Test("A field that is left empty is said to be wrong, and counts nothing", arguments: Script.allCases)
    func setToNothing(script: Script) {
        let test = ProgramTest(Counter(), model: .init(count: 3), script: script)
        test.fill("Set to", "")
        test.expectProblem(in: "count", "Please fill this in.")
        test.expect("#count", "3")
        test.fill("Set to", "4")
        test.expectModel { $0.count = 4 }
        test.expectNoProblems()
    }

    @Test("At the end of the numbers it stays", arguments: Script.allCases)
    func end(script: Script) {
        let clock = TestClock()
        let counter = Counter(slowness: .seconds(1), clock: clock)
        let test = ProgramTest(counter, model: .init(count: .max, slowCount: .min), script: script, clock: clock)
        test.click("Increment")
        test.expect("#count", "\(Int.max)")
        test.click("Decrement slowly")
        test.expectModel { $0.isRunning = true }
        test.perform(.decrement(.min))
        test.advance(by: .seconds(1))
        test.expectMessage(.completed(.min))
        test.expectModel { $0.isRunning = false }
    }

    @Test("Chance sets it to a number from 0 to 10", arguments: Script.allCases)
    func randomizes(script: Script) {
        let test = ProgramTest(Counter(), script: script)
        test.random(returns: 10)
        test.click("Randomize")
        test.expectCommand(.random(in: 0...10, Counter.Message.set))
        test.expectModel { $0.count = 10 }
    }

    @Test("What was saved is loaded", arguments: Script.allCases)
    func savesAndLoads(script: Script) {
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

    @Test("It is saved when its page is hidden, and loaded when the page is shown")
    func page() {
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

    @Test("A slow step is an effect, and its buttons rest meanwhile", arguments: Script.allCases)
    func countsSlowly(script: Script) {
        let test = ProgramTest(Counter(), script: script)
        test.expectView(text: "Each step asks a slow service.")
        test.click("Increment slowly")
        test.expectModel { $0.isRunning = true }
        test.expectCommand(.effect(.increment(0)))
        test.expectView(text: "Counting…")
        test.expectNotOffered(.incrementSlowly, .decrementSlowly, .completed(1))
        test.resolve(.increment(0), with: .completed(1))
        test.expectModel {
            $0.slowCount = 1
            $0.isRunning = false
        }
        test.expect("#slow-count", "1")
    }

    @Test("A slow step takes a second", arguments: Script.allCases)
    func takesItsTime(script: Script) {
        let clock = TestClock()
        let test = ProgramTest(Counter(slowness: .seconds(1), clock: clock), script: script, clock: clock)
        test.click("Decrement slowly")
        test.expectModel { $0.isRunning = true }
        test.perform(.decrement(0))
        test.advance(by: .milliseconds(999))
        test.expect("#slow-count", "0")
        test.advance(by: .milliseconds(1))
        test.expectMessage(.completed(-1))
        test.expectModel {
            $0.slowCount = -1
            $0.isRunning = false
        }
        test.expect("#slow-count", "-1")
    }

    @Test("There is nothing at other addresses", arguments: Script.allCases)
    func nowhere(script: Script) {
        let test = ProgramTest(Counter(), at: "/nowhere", script: script)
        #expect(test.expectFailure() is NotFound)
    }
}
