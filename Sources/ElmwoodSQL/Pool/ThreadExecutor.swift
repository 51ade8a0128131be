import Dispatch
import Glibc
import Synchronization

/// Runs the jobs of one actor on a thread of its own, one after another. What blocks there blocks nobody else: neither the threads
/// of Swift's tasks nor an event loop.
package final class ThreadExecutor: SerialExecutor {
    private let jobs = JobQueue()

    /// Starts the thread. It ends when the executor is released.
    package init() throws(DatabaseError) {
        var thread = pthread_t()
        let held = Unmanaged.passRetained(jobs).toOpaque()
        let error = pthread_create(&thread, nil, runJobs, held)
        guard error == 0 else {
            Unmanaged<JobQueue>.fromOpaque(held).release()
            throw DatabaseError(.full, "No thread could be started: \(String(cString: strerror(error))).")
        }
        pthread_detach(thread)
    }

    deinit { jobs.append(nil) }

    package func enqueue(_ job: consuming ExecutorJob) {
        jobs.append(Job(job: UnownedJob(job), executor: self))
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

private struct Job: Sendable {
    let job: UnownedJob
    /// Held until the job has run: the job may release the actor that owns the executor.
    let executor: ThreadExecutor
}

private final class JobQueue: Sendable {
    private let jobs = Mutex<[Job?]>([])
    private let available = DispatchSemaphore(value: 0)

    /// Appends a job, or nil as the end.
    func append(_ job: Job?) {
        jobs.withLock { $0.append(job) }
        available.signal()
    }

    /// Waits for the next job. Nil is the end.
    func next() -> Job? {
        available.wait()
        return jobs.withLock { $0.removeFirst() }
    }
}

private func runJobs(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    // Signals belong to the threads of the app.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let jobs = Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue()
    while let next = jobs.next() {
        next.job.runSynchronously(on: next.executor.asUnownedSerialExecutor())
    }
    return nil
}
