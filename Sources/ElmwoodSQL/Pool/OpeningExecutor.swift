import Dispatch

/// Runs the tasks that open and close connections on Dispatch's threads. Those of Swift's tasks may all be blocked, as by tests that
/// wait for what is read.
final class OpeningExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
