import ElmwoodTestSupport
import FoundationEssentials
import Synchronization
import Testing

@testable import Elmwood

/// What a site does at certain times.
@Suite(.timeLimit(.minutes(2))) struct ScheduleTests {
    private typealias Model = ScheduledRuns.Model

    private func model(_ messages: ScheduledRuns.Message...) -> Model {
        var model = Model()
        for message in messages { _ = ScheduledRuns().update(&model, on: message, from: .itself) }
        return model
    }

    private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    // MARK: Times

    @Test(arguments: [
        (ScheduledTimes.every(3_600), Int64(7_199), Int64(3_600), Int64(7_200)), (.every(3_600), 7_200, 7_200, 10_800),
        (.every(7), 20, 14, 21), (.every(1), -1, -1, 0), (.every(60), -1, -60, 0),
        (.daily(12_600), 12_599, -73_800, 12_600), (.daily(12_600), 12_600, 12_600, 99_000),
        (.daily(0), 86_399, 0, 86_400), (.daily(86_340), 86_339, -60, 86_340),
    ])
    func `The latest and the next time are around a moment`(
        times: ScheduledTimes,
        moment: Int64,
        latest: Int64,
        next: Int64
    ) {
        #expect(times.latest(at: moment) == latest)
        #expect(times.next(after: moment) == next)
    }

    @Test(arguments: [(24, 0), (-1, 0), (3, 60), (3, -1)])
    func `What is no time of day is an error at the start`(hour: Int, minute: Int) throws {
        var site = Site()
        site.daily(at: hour, minute, named: "report") { _ in }
        #expect(throws: MountError.self) { try site.checkMounts() }
    }

    @Test func `Two works of one name are an error at the start`() throws {
        var site = Site()
        for _ in 0..<2 { site.every(.seconds(60), named: "report") { _ in } }
        #expect(throws: MountError.self) { try site.checkMounts() }
    }

    // MARK: Claims

    @Test func `Of two claims for one time the first wins, also if the clock of the other is late`() {
        let begun = model(
            .begin(time: 60),
            .claim(run: 1, time: 120, at: date(121)),
            .claim(run: 2, time: 120, at: date(119))
        )
        #expect(begun.run == 1)
        var ended = begun
        _ = ScheduledRuns().update(&ended, on: .ended(run: 1, at: date(130), failure: nil), from: .itself)
        _ = ScheduledRuns().update(&ended, on: .claim(run: 2, time: 120, at: date(131)), from: .itself)
        #expect(ended.run == nil)
        #expect(ended.last == ScheduledRun(start: date(121), end: date(130), failure: nil))
    }

    @Test func `Work that was never done waits for the next time`() {
        #expect(!Model().isFree(for: 60, at: 61))
        let known = model(.begin(time: 60))
        #expect(!known.isFree(for: 60, at: 61))
        #expect(known.isFree(for: 120, at: 121))
        #expect(model(.begin(time: 60), .begin(time: 120)).time == 60)
    }

    @Test func `A run whose process has ended is begun again for its time, once its lease is over`() {
        let running = model(.begin(time: 0), .claim(run: 1, time: 60, at: date(61)), .renewed(run: 1, at: date(100)))
        #expect(!running.isFree(for: 60, at: 219))
        #expect(running.isFree(for: 60, at: 220))
        var again = running
        _ = ScheduledRuns().update(&again, on: .claim(run: 2, time: 60, at: date(220)), from: .itself)
        #expect(again.run == 2)
        // The former process was only slow: what it says does not count any more.
        for message in [
            ScheduledRuns.Message.renewed(run: 1, at: date(500)), .ended(run: 1, at: date(500), failure: nil),
        ] {
            _ = ScheduledRuns().update(&again, on: message, from: .itself)
        }
        #expect(again.run == 2)
        #expect(again.end == 340)
        #expect(again.last == nil)
    }

    @Test func `A run that is released may be begun again at once`() {
        let released = model(.begin(time: 0), .claim(run: 1, time: 60, at: date(61)), .released(run: 1))
        #expect(released.isFree(for: 60, at: 62))
    }

    // MARK: On a site

    private struct Failure: Error, CustomStringConvertible { let description = "no paper" }

    @Test(arguments: [false, true])
    func `Work is done again and again, its last run is kept, and a failure is told`(isStored: Bool) async throws {
        let runs = Mutex(0)
        var site = Site()
        site.every(.seconds(1), named: "print") { _ in
            if runs.withLock({
                $0 += 1; return $0
            }) == 1 {
                throw Failure()
            }
        }
        let test = try TestSite(site, over: .inProcess) { if isStored { $0.sessions = .sqlite } }
        let running = RunningSite(test.registry)
        #expect(try await running.lastRun(of: "print") == nil)
        test.schedule?.begin()
        try await eventually("it has failed") { try await running.lastRun(of: "print")?.failure == "no paper" }
        try await eventually("it has succeeded") {
            let last = try await running.lastRun(of: "print")
            return last != nil && last?.failure == nil
        }
        test.schedule?.end()
        #expect(runs.withLock { $0 } >= 2)
    }

    @Test func `Work that is cut off by the end of the process may be begun again at once by the next one`()
        async throws
    {
        let folder = try temporaryFolder()
        defer { removeFolder(folder) }
        func site(_ work: @escaping @Sendable () async throws -> Void) throws -> TestSite {
            var site = Site()
            site.every(.seconds(1), named: "long") { _ in try await work() }
            return try TestSite(site, over: .inProcess) { ($0.sessions, $0.data) = (.sqlite, folder) }
        }
        let begun = Mutex(false)
        let first = try site {
            begun.withLock { $0 = true }
            try await Task.sleep(for: .seconds(600))
        }
        first.schedule?.begin()
        await eventually("it has begun") { begun.withLock { $0 } }
        first.schedule?.end()
        try await eventually("it is released") {
            try await first.registry.sharedModel(of: ScheduledRuns.self, "long").end == 0
        }
        let done = Mutex(false)
        let second = try site { done.withLock { $0 = true } }
        second.schedule?.begin()
        await eventually("the next process has done it") { done.withLock { $0 } }
        second.schedule?.end()
    }
}
