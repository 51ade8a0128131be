import FoundationEssentials
import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// What the sessions of a test have in the place of the world: time, dates, chance, tasks, the store and the log.
///
/// Nothing happens in it but on the test's thread, and when the test says so: ``settle()`` carries out all that waits, in
/// order, until nothing is left to do. The tasks of effects and of the store are among it.
package final class TestEnvironment: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        /// What `date` is at the clock's zero.
        var origin: Date
        /// The numbers that chance is to come to, next first.
        var numbers: [Int] = []
        var step: TestStep
        var listener: (@Sendable (SessionEvent) -> Void)?
        var isOver = false
    }

    package let clock: TestClock
    /// What programs save.
    let storage = FailingStorage()
    private let executor = TestExecutor()
    private let state: Mutex<State>

    /// So many steps may be taken at one moment: a program that never comes to rest does not hang the test.
    private static let patience = 10_000

    /// A world at the beginning of 2026.
    package init(clock: TestClock = TestClock(), step: TestStep) {
        self.clock = clock
        state = Mutex(State(origin: Date(timeIntervalSince1970: 1_767_225_600), step: step))
    }

    /// What sessions are to be given.
    package var forSessions: Environment {
        Environment(
            now: { [clock] in clock.now.offset },
            schedule: { [clock] duration, call in
                let number = clock.call(at: clock.now.offset + max(.zero, duration), call)
                return ScheduledCall { clock.callOff(number) }
            },
            execute: { [weak self] work in self?.state.withLock { $0.work.append(work) } },
            task: { [executor] operation in Task(executorPreference: executor, operation: operation) },
            date: { [weak self] in self?.date ?? Date(timeIntervalSince1970: 0) },
            random: { [weak self] range in self?.number(in: range) ?? range.lowerBound },
            storage: storage,
            log: { [weak self] event in self?.state.withLock { $0.listener }?(event) }
        )
    }

    // MARK: What is under way

    /// What the test does, or did last: whatever happens is its doing.
    package var step: TestStep { state.withLock { $0.step } }

    package func begin(_ step: TestStep) { state.withLock { $0.step = step } }

    /// Has a function told what the sessions log.
    package func listen(_ listener: @escaping @Sendable (SessionEvent) -> Void) {
        state.withLock { $0.listener = listener }
    }

    /// Carries out all that waits and all that follows from it: the work of sessions, tasks, and calls whose time has come.
    ///
    /// - Returns: false where there was no end to it.
    @discardableResult
    package func settle() -> Bool { settle(until: clock.now.offset) }

    /// Lets time pass: each call is made at its time, and all that follows from it before the next.
    @discardableResult
    package func advance(by duration: Duration) -> Bool { settle(until: clock.now.offset + max(.zero, duration)) }

    private func settle(until end: Duration) -> Bool {
        var steps = 0
        var moment = clock.now
        while steps < Self.patience {
            let work = state.withLock { state in
                defer { state.work = [] }
                return state.work
            }
            for work in work { work() }
            let done = work.count + executor.run()
            if done == 0, !clock.makeNextCall(until: end) { return true }
            steps += max(1, done)
            if clock.now != moment { (steps, moment) = (0, clock.now) }
        }
        return false
    }

    /// Ends the world: who sleeps is woken with an error, and time stands still.
    package func end() {
        state.withLock { $0.isOver = true }
        clock.stop()
        settle()
    }

    /// Whether the test is over.
    package var isOver: Bool { state.withLock { $0.isOver } }

    // MARK: Dates and chance

    /// The current date, which advances as time passes.
    package var date: Date {
        get { state.withLock { $0.origin }.addingTimeInterval(clock.now.offset.inSeconds) }
        set {
            let origin = newValue.addingTimeInterval(-clock.now.offset.inSeconds)
            state.withLock { $0.origin = origin }
        }
    }

    /// The numbers that chance is still to come to.
    package var numbers: [Int] { state.withLock { $0.numbers } }

    package func add(numbers: [Int]) { state.withLock { $0.numbers += numbers } }

    /// Forgets the numbers that chance was to come to.
    package func takeNumbers() -> [Int] {
        state.withLock { state in
            defer { state.numbers = [] }
            return state.numbers
        }
    }

    private func number(in range: ClosedRange<Int>) -> Int {
        let (number, step) = state.withLock { state -> (Int?, TestStep) in
            (state.numbers.isEmpty ? nil : state.numbers.removeFirst(), state.step)
        }
        guard let number else { return range.lowerBound }
        guard range.contains(number) else {
            step.report("The program asked for a random number of \(range), and random(returns:) said \(number).")
            return min(max(number, range.lowerBound), range.upperBound)
        }
        return number
    }
}

extension Duration {
    /// In seconds, as dates count.
    fileprivate var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
