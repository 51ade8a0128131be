import ElmwoodTesting
import FoundationEssentials
import Testing

@testable import ElmwoodExamplePrograms

/// The stopwatch from a visitor's point of view.
@Suite struct StopwatchTests {
    @Test(arguments: Script.allCases)
    func `The watch starts at zero, and is stopped`(script: Script) {
        let test = ProgramTest(Stopwatch(), script: script)
        test.expect("#time", "0:00.0")
        test.expectOffers(.press(.start))
        test.expectNotOffered(.press(.reset), .press(.stop), .press(.lap))
        test.expectSubscriptions()
        test.expectNone(.table)
    }

    @Test func `The watch's page matches its snapshot`() {
        let model = Stopwatch.Model(before: 3_725.5, elapsed: 3_725.5, laps: [61, 3_700.3])
        let test = ProgramTest(Stopwatch(), model: model)
        test.expectTitle("Stopwatch")
        test.expectSnapshot("stopped, with two laps")
    }

    @Test(arguments: Script.allCases)
    func `The watch uses dates, and updates ten times a second`(script: Script) {
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
        // A page without script refreshes itself.
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
    func `The watch can be stopped, continued and reset`(script: Script) {
        // The hundreds of ticks are checked by another test.
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
    func `Laps are listed, the newest first`(script: Script) {
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
    func `There are at most 99 laps`(script: Script) {
        let laps = (1...98).map(TimeInterval.init)
        let test = ProgramTest(Stopwatch(), model: .init(laps: laps), script: script, .loosely)
        test.click("Start")
        test.click("Lap")
        test.expect("tbody tr", count: 99)
        test.expectNotOffered(.press(.lap))
        test.send(.press(.lap))
        test.expect("tbody tr", count: 99)
    }

    @Test func `A message of a disabled button has no effect, even if a client sends it`() {
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

    @Test func `If the clock is put forward the time follows, and if it is put back the time continues`() {
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
    func `The watch runs on during a restart of the server`(script: Script) {
        let test = ProgramTest(Stopwatch(), script: script, .loosely)
        test.click("Start")
        test.advance(by: .seconds(3))
        test.click("Lap")
        test.restart()
        test.advance(by: .seconds(2))
        test.expect("#time", "0:05.0")
        test.expect("tbody tr", count: 1)
    }

    @Test func `The watch stops after a day`() {
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
        // The watch does not reach these times, but a model may come from elsewhere.
        (-1, "0:00.0"), (1e300, "24:00:00.0"),
    ])
    func `A time is formatted as on a stopwatch`(seconds: TimeInterval, text: String) {
        ProgramTest(Stopwatch(), model: .init(elapsed: seconds)).expect("#time", text)
    }

    @Test(arguments: Script.allCases)
    func `Other addresses are not found`(script: Script) {
        let test = ProgramTest(Stopwatch(), at: "/nowhere", script: script)
        test.expectFailure(NotFound())
    }
}
