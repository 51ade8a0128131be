import Dispatch
import Glibc

/// Runs a closure on a thread of its own.
///
/// Tests block on sockets, which would block the threads of Swift's own pool, so that a `Task` might never run.
package func onThread(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let held = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    if pthread_create(&thread, nil, runThread, held) == 0 {
        pthread_detach(thread)
    } else {
        Unmanaged<ThreadBody>.fromOpaque(held).release()
    }
}

private final class ThreadBody {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
}

/// Runs the blocking part of a test within the test, but not on a thread of Swift's own pool.
package func offThePool<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await withTaskExecutorPreference(QueueExecutor()) { try await body() }
}

/// Runs tasks on a queue of its own.
private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "elmwood.tests")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
