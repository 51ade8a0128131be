import ElmwoodTesting
import FoundationEssentials
import Testing

@testable import ElmwoodStopwatchExample

/// Stopwatch, as a visitor has it before him.
@Suite struct StopwatchTests {
    @Test(arguments: Script.allCases)
    func `It stands at nought, and rests`(script: Script) {
        let test = ProgramTest(Stopwatch(), script: script)
        test.expect("#time", "0:00.0")
        test.expectOffers(.press(.start))
        test.expectNotOffered(.press(.reset), .press(.stop), .press(.lap))
        test.expectSubscriptions()
        test.expectNone(.table)
    }

    @Test func `It looks as it did`() {
        let model = Stopwatch.Model(before: 3_725.5, elapsed: 3_725.5, laps: [61, 3_700.3])
        let test = ProgramTest(Stopwatch(), model: model)
        test.expectTitle("Stopwatch")
        test.expectSnapshot("stopped, with two laps")
    }

    @Test(arguments: Script.allCases)
    func `It goes by dates, ten times a second`(script: Script) {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        let test = ProgramTest(Stopwatch(), script: script, date: start)
        test.click("Start")
        test.expectCommand(.now { .clockRead($0, for: .start) })
        test.expectModel { $0.started = start }
        test.expectSubscriptions(.every(.milliseconds(100), .tick))
        test.advance(by: .milliseconds(100))
        test.expectMessage(.tick)
        test.expectCommand(.now { .clockRead($0, for: nil) })
        test.expectModel { $0.elapsed = 0.1 }
        test.expect("#time", "0:00.1")
        test.expectOffers(.press(.stop), .press(.lap))
        test.expectNotOffered(.press(.start), .press(.reset))
        // A page without script comes again by itself.
        test.expect("meta[http-equiv=refresh]", count: script == .off ? 1 : 0)
        test.click("Stop")
        test.expectCommand(.now { .clockRead($0, for: .stop) })
        test.expectModel {
            $0.started = nil
            $0.before = 0.1
        }
        test.expectNone("meta[http-equiv=refresh]")
    }

    @Test(arguments: Script.allCases)
    func `It is stopped, goes on, and is reset`(script: Script) {
        // The hundreds of ticks are another test's matter.
        let test = ProgramTest(Stopwatch(), script: script, .loosely)
        test.click("Start")
        test.advance(by: .seconds(61))
        test.click("Stop")
        test.expect("#time", "1:01.0")
        test.expectSubscriptions()
        test.advance(by: .seconds(3_600))
        test.expect("#time", "1:01.0")
        test.click("Start")
        test.advance(by: .milliseconds(1_500))
        test.click("Stop")
        test.expect("#time", "1:02.5")
        test.click("Reset")
        test.expect("#time", "0:00.0")
        #expect(test.expectModel() == .init())
    }

    @Test(arguments: Script.allCases)
    func `Laps are kept, the newest at the top`(script: Script) {
        let test = ProgramTest(Stopwatch(), script: script, .loosely)
        test.click("Start")
        test.advance(by: .seconds(10))
        test.click("Lap")
        test.advance(by: .seconds(5))
        test.click("Lap")
        test.within(.tbody) {
            test.expect(.tr, count: 2)
            test.within(.tr, number: 1) { test.expect(.td, texts: "0:05.0", "0:15.0") }
            test.within(.tr, number: 2) { test.expect(.td, texts: "0:10.0", "0:10.0") }
        }
        test.expect("tbody th", texts: "2", "1")
    }

    @Test(arguments: Script.allCases)
    func `After 99 laps there are no more`(script: Script) {
        let laps = (1...98).map(TimeInterval.init)
        let test = ProgramTest(Stopwatch(), model: .init(laps: laps), script: script, .loosely)
        test.click("Start")
        test.click("Lap")
        test.expect("tbody tr", count: 99)
        test.expectNotOffered(.press(.lap))
        test.send(.press(.lap))
        test.expect("tbody tr", count: 99)
    }

    @Test func `A knob that rests does nothing, whoever presses it`() {
        let test = ProgramTest(Stopwatch(), .loosely)
        for knob in [Stopwatch.Knob.stop, .lap, .reset] {
            test.send(.press(knob))
            #expect(test.expectModel() == .init())
        }
        test.click("Start")
        test.advance(by: .seconds(2))
        test.send(.press(.start))
        test.send(.press(.reset))
        test.advance(by: .seconds(1))
        test.expect("#time", "0:03.0")
    }

    @Test func `It is right where the clock is put forward, and goes on where it is put back`() {
        let start = Date(timeIntervalSince1970: 1_000)
        let test = ProgramTest(Stopwatch(), .loosely, date: start)
        test.click("Start")
        test.date = start + 7_200
        test.advance(by: .milliseconds(100))
        test.expect("#time", "2:00:00.1")
        test.date = start
        test.advance(by: .milliseconds(100))
        test.expect("#time", "2:00:00.1")
    }

    @Test(arguments: Script.allCases)
    func `It runs on while the server is restarted`(script: Script) {
        let test = ProgramTest(Stopwatch(), script: script, .loosely)
        test.click("Start")
        test.advance(by: .seconds(3))
        test.click("Lap")
        test.restart()
        test.advance(by: .seconds(2))
        test.expect("#time", "0:05.0")
        test.expect("tbody tr", count: 1)
    }

    @Test func `After a day it stops by itself`() {
        let test = ProgramTest(Stopwatch(), .loosely)
        test.click("Start")
        test.date += 86_400
        test.advance(by: .milliseconds(100))
        test.expect("#time", "24:00:00.0")
        test.expectSubscriptions()
        test.expectNotOffered(.press(.start))
        test.expectOffers(.press(.reset))
        test.send(.press(.start))
        test.expectSubscriptions()
    }

    @Test(arguments: [
        (59.96, "0:59.9"), (600, "10:00.0"), (4_205.2, "1:10:05.2"), (86_400, "24:00:00.0"),
        // No watch comes to these, but a model may be read from anywhere.
        (-1, "0:00.0"), (1e300, "24:00:00.0"),
    ])
    func `A time is written as watches write it`(seconds: TimeInterval, text: String) {
        ProgramTest(Stopwatch(), model: .init(elapsed: seconds)).expect("#time", text)
    }

    @Test(arguments: Script.allCases)
    func `There is nothing at other addresses`(script: Script) {
        let test = ProgramTest(Stopwatch(), at: "/nowhere", script: script)
        test.expectFailure(NotFound())
    }
}
