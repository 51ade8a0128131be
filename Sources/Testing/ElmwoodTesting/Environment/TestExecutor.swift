import Dispatch
import Synchronization

/// Runs tasks on the test's own thread when the test requests it, so that they run in order, and before the test continues.
final class TestExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    /// Signalled when a job was added.
    private let added = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        added.signal()
    }

    /// Waits until a job is added, but only for some milliseconds.
    func wait() { _ = added.wait(timeout: .now() + .milliseconds(5)) }

    /// Runs the waiting jobs in order.
    ///
    /// - Returns: the number of jobs.
    func run() -> Int {
        let waiting = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in waiting { job.runSynchronously(on: asUnownedTaskExecutor()) }
        return waiting.count
    }
}
