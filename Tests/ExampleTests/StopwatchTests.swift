import ElmwoodTesting
import FoundationEssentials
import Testing

@testable import StopwatchExample

@Suite("Stopwatch, as a visitor has it before him") struct StopwatchTests {
    @Test("It stands at nought, and rests", arguments: Script.allCases)
    func stands(script: Script) {
        let test = ProgramTest(Stopwatch(), script: script)
        test.expect("#time", "0:00.0")
        test.expectOffers(.press(.start))
        test.expectNotOffered(.press(.reset), .press(.stop), .press(.lap))
        test.expectSubscriptions()
    }

    @Test("It goes by dates, ten times a second", arguments: Script.allCases)
    func runs(script: Script) {
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
    }

    @Test("It is stopped, goes on, and is reset", arguments: Script.allCases)
    func stops(script: Script) {
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

    @Test("Laps are kept, the newest at the top", arguments: Script.allCases)
    func laps(script: Script) {
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
    }

    @Test("It is right where the clock is put forward, and goes on where it is put back")
    func otherDates() {
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

    @Test("After a day it stops by itself")
    func limit() {
        let test = ProgramTest(Stopwatch(), .loosely)
        test.click("Start")
        test.date += 86_400
        test.advance(by: .milliseconds(100))
        test.expect("#time", "24:00:00.0")
        test.expectSubscriptions()
        test.expectNotOffered(.press(.start))
        test.expectOffers(.press(.reset))
    }
}
