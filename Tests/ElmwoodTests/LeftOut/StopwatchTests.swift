import Elmwood
import Foundation
import Testing

@testable import ElmwoodExamplePrograms

/// The stopwatch: its times, from given dates, and its pages.
@Suite struct StopwatchTests {
    private let watch = Stopwatch()
    private let noon = Date(timeIntervalSince1970: 1_780_000_000)

    /// Presses a button that many seconds after noon. A tick, if the button is nil.
    private func press(_ knob: Stopwatch.Knob?, after seconds: TimeInterval, _ model: inout Stopwatch.Model) {
        _ = watch.update(&model, on: .clockRead(noon + seconds, for: knob))
    }

    @Test func `The time is the sum of the differences of dates, for all periods in which the watch ran`() {
        var model = Stopwatch.Model()
        press(.start, after: 0, &model)
        press(nil, after: 2.5, &model)
        #expect(model.elapsed == 2.5)
        press(.stop, after: 3, &model)
        #expect(model.elapsed == 3)
        press(nil, after: 50, &model)
        #expect(model.elapsed == 3)
        press(.start, after: 100, &model)
        press(.lap, after: 101, &model)
        press(.lap, after: 102.5, &model)
        #expect(model.laps == [4, 5.5])
        press(.reset, after: 103, &model)
        #expect(model.elapsed == 6)
        press(.stop, after: 103, &model)
        press(.reset, after: 104, &model)
        #expect(model == Stopwatch.Model())
    }

    @Test func `If the clock is put back the time does not decrease, and after a day the watch stops`() {
        var model = Stopwatch.Model()
        press(.start, after: 0, &model)
        press(nil, after: 10, &model)
        press(nil, after: -100, &model)
        #expect(model.elapsed == 10)
        for lap in 0..<200 { press(.lap, after: 11 + Double(lap), &model) }
        #expect(model.laps.count == 99)
        press(nil, after: 1e300, &model)
        #expect(model.elapsed == Stopwatch.limit)
        #expect(!model.isRunning)
        press(.start, after: 0, &model)
        #expect(!model.isRunning)
    }

    @Test func `Times are formatted as on a stopwatch`() {
        let texts = [0.04, 9.99, 61.5, 3_723.4, 86_400, 1e300, -5].map(watch.clockText)
        #expect(texts == ["0:00.0", "0:09.9", "1:01.5", "1:02:03.4", "24:00:00.0", "24:00:00.0", "0:00.0"])
    }

    @Test func `The program subscribes to a tick ten times a second while it runs, and to none while it is stopped`() {
        var model = Stopwatch.Model()
        #expect(watch.subscriptions(model) == [])
        press(.start, after: 0, &model)
        #expect(watch.subscriptions(model) == [.every(.milliseconds(100), .tick)])
    }

    @Test(arguments: Transport.allCases)
    func `Without script the page refreshes itself and shows the time while the watch runs`(transport: Transport)
        async throws
    {
        var site = Site()
        site.mount(Stopwatch(), at: "/stopwatch")
        let visitor = Visitor(try TestSite(site, over: transport))
        func time() -> String? { visitor.text.firstMatch(of: /role="timer">(.*?)</).map { String($0.1) } }
        try await visitor.get("/stopwatch")
        #expect(time() == "0:00.0")
        #expect(!visitor.text.contains("http-equiv"))
        for message in ["press(stop)", "press(reset)", "tick"] {
            try await visitor.post("/stopwatch", "message=\(message)")
            #expect(visitor.reply.status == 409)
        }
        try await visitor.post("/stopwatch", "message=press(start)")
        #expect(visitor.text.contains("http-equiv=\"refresh\""))
        let deadline = ContinuousClock.now + .seconds(60)
        repeat { try await visitor.get("/stopwatch") } while time() == "0:00.0" && ContinuousClock.now < deadline
        #expect(time() != "0:00.0")
        try await visitor.post("/stopwatch", "message=press(lap)")
        try await visitor.post("/stopwatch", "message=press(stop)")
        let stopped = time()
        #expect(!visitor.text.contains("http-equiv"))
        #expect(visitor.text.contains("<tr data-key=\"1\">"))
        try await visitor.get("/stopwatch")
        #expect(time() == stopped)
    }
}
