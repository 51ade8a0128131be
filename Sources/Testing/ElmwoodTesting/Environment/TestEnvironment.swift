import FoundationEssentials
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodThreads
import Synchronization

/// The environment of a test's sessions: time, dates, randomness, tasks, the store and the log.
///
/// All work runs on the test's thread, when the test requests it. ``settle()`` runs all waiting work, in order, until nothing is
/// left, including the tasks of effects and of the store.
package final class TestEnvironment: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        /// The date at the clock's zero.
        var origin: Date
        /// The next random numbers, in order.
        var numbers: [Int] = []
        var step: TestStep
        var listener: (@Sendable (SessionEvent) -> Void)?
        var isOver = false
        /// The number of reads that have begun and not ended.
        var reads = 0
        /// Returns the number of effects that the program performs itself.
        var performed: @Sendable () -> Int = { 0 }
        /// How many reads and effects were waited for in vain.
        var endless = 0
    }

    package let clock: TestClock
    /// The values that programs save.
    let storage = FailingStorage()
    /// What the test answers reads with.
    let readAnswers = ReadAnswers()
    private let executor = TestExecutor()
    /// Performs the reads of pages.
    private let reader: any TaskExecutor
    private let isServed: Bool
    private let state: Mutex<State>

    /// The number of steps that may run at one moment, so that a program that never settles does not hang the test.
    private static let stepLimit = 10_000
    /// How long reads and effects are waited for that wait for something outside of the test, such as a database.
    private static let outsideTimeout = Duration.seconds(3)

    /// Creates an environment at the beginning of 2026.
    ///
    /// - Parameter isServed: whether the test waits for the answers of a server. What an answer waits for, such as what its page reads,
    ///   then happens on threads of its own, since the test's thread is not free.
    package init(clock: TestClock = TestClock(), step: TestStep, isServed: Bool = false) {
        self.clock = clock
        reader = isServed ? BlockingThreads.shared : executor
        self.isServed = isServed
        state = Mutex(State(origin: Date(timeIntervalSince1970: 1_767_225_600), step: step))
    }

    /// The environment for sessions.
    package var forSessions: Environment {
        var environment = Environment(
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
            log: { [weak self] event, _ in self?.state.withLock { $0.listener }?(event) }
        )
        environment.readAnswer = { [readAnswers] in readAnswers.value(of: $0) }
        environment.readTask = { [weak self, reader] operation in
            self?.state.withLock { $0.reads += 1 }
            return Task(executorPreference: reader) {
                await operation()
                self?.state.withLock { $0.reads -= 1 }
            }
        }
        if isServed {
            environment.executeAwaited = { [weak self] work in
                self?.state.withLock { $0.reads += 1 }
                Task(executorPreference: BlockingThreads.shared) {
                    work()
                    self?.state.withLock { $0.reads -= 1 }
                }
            }
        }
        return environment
    }

    // MARK: Pending work

    /// The test's current or last step. Everything that happens is attributed to it.
    package var step: TestStep { state.withLock { $0.step } }

    package func begin(_ step: TestStep) { state.withLock { $0.step = step } }

    /// Sets the function that receives the events of the sessions' log.
    package func listen(_ listener: @escaping @Sendable (SessionEvent) -> Void) {
        state.withLock { $0.listener = listener }
    }

    /// Runs all waiting work and everything that follows from it: the work of sessions, tasks, and due calls.
    ///
    /// - Returns: false if the work does not end.
    @discardableResult
    package func settle() -> Bool { settle(until: clock.now.offset) }

    /// Advances the clock. Each call is made at its time, and everything that follows from it runs before the next.
    @discardableResult
    package func advance(by duration: Duration) -> Bool { settle(until: clock.now.offset + max(.zero, duration)) }

    private func settle(until end: Duration) -> Bool {
        var steps = 0
        var moment = clock.now
        let begin = ContinuousClock.now
        while steps < Self.stepLimit {
            let work = state.withLock { state in
                defer { state.work = [] }
                return state.work
            }
            for work in work { work() }
            let done = work.count + executor.run()
            if done == 0, waitsForOutside(since: begin) {
                executor.wait()
                continue
            }
            if done == 0, !clock.makeNextCall(until: end) { return true }
            steps += max(1, done)
            if clock.now != moment { (steps, moment) = (0, clock.now) }
        }
        return false
    }

    /// Whether work has begun that continues when something outside of the test has answered. Work that never does, such as an effect
    /// that watches something, is waited for once.
    private func waitsForOutside(since begin: ContinuousClock.Instant) -> Bool {
        let (reads, performed) = state.withLock { ($0.reads, $0.performed) }
        // A task that sleeps by the test's clock waits for the test.
        let outside = reads + max(0, performed() - clock.sleepers)
        let isOver = ContinuousClock.now - begin >= Self.outsideTimeout
        return state.withLock { state in
            if isOver || outside < state.endless { state.endless = outside }
            return outside > state.endless
        }
    }

    /// Counts the effects that the program performs itself.
    func count(performed: @escaping @Sendable () -> Int) { state.withLock { $0.performed = performed } }

    /// Ends the environment: sleeping tasks resume with an error, and the clock stops.
    package func end() {
        state.withLock { $0.isOver = true }
        clock.stop()
        settle()
    }

    /// Whether the test is over.
    package var isOver: Bool { state.withLock { $0.isOver } }

    // MARK: Dates and randomness

    /// The current date, which advances with the clock.
    package var date: Date {
        get { state.withLock { $0.origin }.addingTimeInterval(clock.now.offset.inSeconds) }
        set {
            let origin = newValue.addingTimeInterval(-clock.now.offset.inSeconds)
            state.withLock { $0.origin = origin }
        }
    }

    package func add(numbers: [Int]) { state.withLock { $0.numbers += numbers } }

    /// Removes and returns the unused random numbers.
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
    /// The duration in seconds, for dates.
    fileprivate var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
