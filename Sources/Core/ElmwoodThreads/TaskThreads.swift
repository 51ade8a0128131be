import Synchronization

/// Threads for tasks that run an app's code, so that one that computes for long occupies none of the threads of Swift's tasks, of which
/// there are only as many as processors. Those that compute for long can be found.
///
/// ```swift
/// let task = Task(executorPreference: threads.executor(named: { "GET /report" })) { … }
/// ```
package final class TaskThreads: Sendable {
    /// A part of a task that runs, between two of its suspensions.
    private struct Job {
        let name: @Sendable () -> String
        let start: ContinuousClock.Instant
        var isReported = false
    }

    private struct State {
        var running = 0
        var jobs: [UInt64: Job] = [:]
        var lastNumber: UInt64 = 0
        /// Those that wait, from `first` on.
        var waiting: [(name: @Sendable () -> String, work: @Sendable () -> Void)?] = []
        var first = 0

        mutating func next() -> (name: @Sendable () -> String, work: @Sendable () -> Void)? {
            guard first < waiting.count else {
                waiting = []
                first = 0
                return nil
            }
            let next = waiting[first].take()
            first += 1
            // Each is moved once on average.
            if first > 1_000, first > waiting.count / 2 {
                waiting.removeFirst(first)
                first = 0
            }
            return next
        }
    }

    private let state = Mutex(State())
    private let most: Int

    /// - Parameter most: how many run at a time. Others wait for them.
    package init(most: Int = 64) { self.most = most }

    /// Returns an executor for the tasks of one operation.
    ///
    /// - Parameter name: what the operation is, for the log.
    package func executor(named name: @escaping @Sendable () -> String) -> any TaskExecutor {
        NamedExecutor(threads: self, name: name)
    }

    /// Runs a function on one of the threads.
    package func run(_ name: @escaping @Sendable () -> String, _ work: @escaping @Sendable () -> Void) {
        let begins = state.withLock { state in
            guard state.running < most else {
                state.waiting.append((name, work))
                return false
            }
            state.running += 1
            return true
        }
        guard begins else { return }
        BlockingThreads.shared.run { [self] in
            var next = Optional((name: name, work: work))
            while let (name, work) = next {
                carryOut(name, work)
                next = state.withLock { state in
                    let next = state.next()
                    if next == nil { state.running -= 1 }
                    return next
                }
            }
        }
    }

    private func carryOut(_ name: @escaping @Sendable () -> String, _ work: () -> Void) {
        let start = ContinuousClock.now
        let number = state.withLock { state in
            state.lastNumber += 1
            state.jobs[state.lastNumber] = Job(name: name, start: start)
            return state.lastNumber
        }
        work()
        _ = state.withLock { $0.jobs.removeValue(forKey: number) }
    }

    /// Returns what has run for that long without a suspension, each once.
    package func takeLong(
        _ time: Duration,
        at now: ContinuousClock.Instant = .now
    ) -> [(name: String, time: Duration)] {
        let found = state.withLock { state in
            let found = state.jobs.filter { !$0.value.isReported && now - $0.value.start >= time }
            for number in found.keys { state.jobs[number]?.isReported = true }
            return found.values
        }
        return found.map { ($0.name(), now - $0.start) }
    }
}

private final class NamedExecutor: TaskExecutor {
    private let threads: TaskThreads
    private let name: @Sendable () -> String

    init(threads: TaskThreads, name: @escaping @Sendable () -> String) {
        self.threads = threads
        self.name = name
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.run(name) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
