import ElmwoodTestSupport
import Synchronization
import Testing

@testable import ElmwoodSessions

@Suite struct TimerQueueTests {
    private let timers = TimerQueue()
    private let calls = Calls()

    /// The names of the calls, in their order.
    private final class Calls: Sendable {
        private let names = Mutex<[String]>([])

        var all: [String] { names.withLock { $0 } }

        func add(_ name: String) { names.withLock { $0.append(name) } }
    }

    private func schedule(_ name: String, in milliseconds: Int) -> ScheduledCall {
        timers.schedule(.milliseconds(milliseconds)) { [calls] in calls.add(name) }
    }

    @Test func `Calls are made in the order of their times`() async {
        // Each time begins with its own call, which a busy machine may delay.
        let names = (0..<6).map { "\($0)" }
        for index in names.indices.shuffled() { _ = schedule(names[index], in: 100 + 400 * index) }
        await eventually("all calls are made") { calls.all.count == names.count }
        #expect(calls.all == names)
    }

    @Test func `Calls of the same time are made in the order in which they were added`() async {
        for index in 0..<20 { _ = schedule("\(index)", in: 0) }
        await eventually("all calls are made") { calls.all.count == 20 }
        #expect(calls.all == (0..<20).map { "\($0)" })
    }

    @Test func `A cancelled call is not made, and the others are`() async {
        let cancelled = [1_000, 1_030, 1_060].map { schedule("cancelled", in: $0) }
        _ = schedule("made", in: 1_040)
        for call in cancelled { call.cancel() }
        _ = schedule("last", in: 1_080)
        await eventually("the last call is made") { calls.all.last == "last" }
        #expect(calls.all == ["made", "last"])
    }

    @Test func `A call that is earlier than the others is not late`() async {
        _ = schedule("in a century", in: .max)
        _ = schedule("in an hour", in: 3_600_000)
        _ = schedule("soon", in: 1)
        _ = schedule("in the past", in: -1)
        await eventually("both are made") { calls.all.count == 2 }
        #expect(Set(calls.all) == ["soon", "in the past"])
    }

    @Test func `What a cancelled call has captured is released at once`() {
        final class Captured: Sendable {}
        weak let captured: Captured?
        let call: ScheduledCall
        do {
            let object = Captured()
            captured = object
            call = timers.schedule(.seconds(3_600)) { _ = object }
        }
        #expect(captured != nil)
        call.cancel()
        #expect(captured == nil)
    }

    @Test func `Cancelled calls do not fill the queue until their time`() async {
        let names = ["first", "second", "third"]
        for index in [2, 0, 1] { _ = schedule(names[index], in: 300 + 300 * index) }
        for _ in 0..<10_000 { timers.schedule(.seconds(86_400)) {}.cancel() }
        #expect(timers.count < 200)
        // Of calls that are cancelled in another order than they were added, and twice, each counts once.
        let hours = (1...1_000).map { schedule("in \($0) hours", in: 3_600_000 * $0) }
        for call in hours.shuffled() + hours { call.cancel() }
        #expect(timers.count < 200)
        await eventually("the others are made") { calls.all.count == names.count }
        #expect(calls.all == names)
    }
}
