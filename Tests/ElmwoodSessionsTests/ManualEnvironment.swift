import FoundationEssentials
import ElmwoodSessions
import Synchronization

/// An environment whose time stands still until a test advances it, and whose log a test can read.
final class ManualEnvironment: Sendable {
    private struct Call {
        let time: Duration
        let delay: Duration
        let number: Int
        let call: @Sendable () -> Void
    }

    private struct State {
        var now = Duration.zero
        var number = 0
        var calls: [Call] = []
        var work: [@Sendable () -> Void] = []
        var events: [(event: SessionEvent, context: EventContext)] = []
        var delays: [Duration: Int] = [:]
    }

    private let state: Mutex<State>
    let storage = TestStorage()

    /// - Parameter time: the time since 1970.
    init(at time: Duration = .zero) {
        state = Mutex(State(now: time))
    }

    var forSessions: Environment {
        Environment(
            now: { self.state.withLock { $0.now } },
            schedule: { duration, call in self.schedule(duration, call) },
            execute: { work in self.state.withLock { $0.work.append(work) } },
            date: { Date(timeIntervalSince1970: Double(self.state.withLock { $0.now.components.seconds })) },
            random: { $0.upperBound },
            storage: storage,
            log: { event, context in self.state.withLock { $0.events.append((event, context)) } }
        )
    }

    /// The log: a sentence for each event.
    var log: [String] { state.withLock { $0.events.map(\.event.description) } }

    /// The facts of each line of the log, such as `request`.
    var facts: [[String: String]] {
        state.withLock { state in
            state.events.map { Dictionary(uniqueKeysWithValues: $0.context.facts.map { ($0.name, $0.value) }) }
        }
    }

    /// The number of scheduled calls that are not due yet.
    var scheduled: Int { state.withLock { $0.calls.count } }

    /// Returns how many calls with that delay are not due yet.
    func waiting(after delay: Duration) -> Int { state.withLock { $0.calls.count { $0.delay == delay } } }

    /// Returns how many calls were ever scheduled with that delay.
    func scheduled(after delay: Duration) -> Int { state.withLock { $0.delays[delay, default: 0] } }

    /// Advances the time, and makes each call at its time. What was dispatched to other threads before waits.
    ///
    /// - Parameter threadsAreBusy: whether what the calls dispatch to other threads waits too, for ``work(atMost:)``.
    func advance(by duration: Duration, threadsAreBusy: Bool = false) {
        let end = state.withLock { $0.now + duration }
        while true {
            let due = state.withLock { state -> Call? in
                let next = state.calls.min { ($0.time, $0.number) < ($1.time, $1.number) }
                guard let next, next.time <= end else {
                    state.now = end
                    return nil
                }
                state.calls.removeAll { $0.number == next.number }
                state.now = max(state.now, next.time)
                return next
            }
            guard let due else { return }
            let before = state.withLock { $0.work.count }
            due.call()
            // What the call dispatches to another thread runs at the same time as the call.
            let dispatched = state.withLock { state -> [@Sendable () -> Void] in
                guard !threadsAreBusy else { return [] }
                let dispatched = state.work.dropFirst(before)
                state.work.removeLast(dispatched.count)
                return Array(dispatched)
            }
            for work in dispatched { work() }
        }
    }

    /// Advances the time in small steps, and runs after each what was dispatched to other threads, as if those were immediately
    /// available.
    func pass(_ duration: Duration, by step: Duration = .milliseconds(100)) {
        var left = duration
        while left > .zero {
            advance(by: min(step, left))
            work()
            left -= step
        }
    }

    /// Runs what was dispatched to other threads, and what that dispatches in turn, at most that many calls.
    func work(atMost limit: Int = .max) {
        var count = 0
        while count < limit {
            count += 1
            let next = state.withLock { $0.work.isEmpty ? nil : $0.work.removeFirst() }
            guard let next else { return }
            next()
        }
    }

    private func schedule(_ duration: Duration, _ call: @escaping @Sendable () -> Void) -> ScheduledCall {
        let number = state.withLock { state in
            state.number += 1
            state.delays[duration, default: 0] += 1
            state.calls.append(Call(time: state.now + duration, delay: duration, number: state.number, call: call))
            return state.number
        }
        return ScheduledCall { self.state.withLock { $0.calls.removeAll { $0.number == number } } }
    }
}
