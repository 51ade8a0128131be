import Synchronization

/// Runs tasks on the test's own thread, when it says so: what they do comes in order, and is done when the test continues.
final class TestExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs what waits, first come, first served.
    ///
    /// - Returns: how many jobs that were.
    func run() -> Int {
        let waiting = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in waiting { job.runSynchronously(on: asUnownedTaskExecutor()) }
        return waiting.count
    }
}
