import Dispatch
import ElmwoodSessions
import ElmwoodTestSupport
import Synchronization
import Testing

/// What the processes of a test have dispatched to other threads.
///
/// The time of such a test is its own, and the threads are real. On a busy machine they may be late: if time passed meanwhile, it would
/// pass for something that has not begun. So a test lets time pass when nothing is under way.
final class DispatchedWork: Sendable {
    private let count = Atomic(0)

    /// Whether nothing is under way. What waits for time to pass, or for the test, does not count.
    var isDone: Bool { count.load(ordering: .acquiring) == 0 }

    /// Runs a function on a queue.
    func dispatch(on queue: DispatchQueue = .global(), _ work: @escaping @Sendable () -> Void) {
        count.add(1, ordering: .acquiringAndReleasing)
        queue.async {
            work()
            self.count.subtract(1, ordering: .acquiringAndReleasing)
        }
    }

    /// Waits until nothing is under way.
    func done(sourceLocation: SourceLocation = #_sourceLocation) async {
        await eventually("nothing is under way", sourceLocation: sourceLocation) { isDone }
    }

    /// Returns what runs tasks on a queue.
    func executor(on queue: DispatchQueue = .global()) -> any TaskExecutor { DispatchedTasks(queue: queue, work: self) }
}

private final class DispatchedTasks: TaskExecutor {
    let queue: DispatchQueue
    let work: DispatchedWork

    init(queue: DispatchQueue, work: DispatchedWork) { (self.queue, self.work) = (queue, work) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        work.dispatch(on: queue) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
