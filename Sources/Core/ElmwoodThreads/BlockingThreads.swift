import Dispatch
import Glibc
import Synchronization

/// Threads for work that blocks, such as a statement of a database. What blocks there blocks nobody else: neither the threads of
/// Swift's tasks, of which there are as many as processors, nor an event loop.
///
/// As many threads run as there is work at a time, so callers must bound that. A thread without work ends after a while.
///
/// ```swift
/// let task = Task(executorPreference: BlockingThreads.shared) { … }
/// ```
package final class BlockingThreads: TaskExecutor {
    /// The threads of this process.
    package static let shared = BlockingThreads()

    /// The threads without work. The one used last is used next, so that those which are not needed end.
    private let idle = Mutex<[BlockingThread]>([])
    /// How long a thread without work waits for some.
    private let idleLimit: DispatchTimeInterval

    package init(idleLimit: DispatchTimeInterval = .seconds(10)) {
        self.idleLimit = idleLimit
    }

    /// The number of threads without work.
    package var idleCount: Int { idle.withLock { $0.count } }

    /// Whether the current thread is one on which work may block.
    package static var isCurrent: Bool { pthread_getspecific(currentKey) != nil }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs a function on one of the threads.
    package func run(_ work: @escaping @Sendable () -> Void) {
        if let thread = idle.withLock({ $0.popLast() }) {
            thread.assign(work)
        } else if !start(BlockingThread(work)) {
            // The system has no more threads: Dispatch waits for one of its own.
            DispatchQueue.global().async(execute: work)
        }
    }

    private func start(_ first: BlockingThread) -> Bool {
        let start = Unmanaged.passRetained(ThreadStart(thread: first, of: self)).toOpaque()
        var thread = pthread_t()
        guard pthread_create(&thread, nil, runThread, start) == 0 else {
            Unmanaged<ThreadStart>.fromOpaque(start).release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// Runs a thread's work until none has come for a while.
    fileprivate func serve(_ thread: BlockingThread) {
        while thread.work() {
            idle.withLock { $0.append(thread) }
            guard thread.wait(idleLimit) else {
                let isUnused = idle.withLock { idle in
                    idle.firstIndex { $0 === thread }.map { idle.remove(at: $0) } != nil
                }
                if isUnused { return }
                // It was taken from the list at this moment, so work is on its way.
                thread.wait()
                continue
            }
        }
    }
}

/// A thread, and the work that it was given.
private final class BlockingThread: Sendable {
    typealias Work = @Sendable () -> Void

    private let assigned: Mutex<Work?>
    private let given = DispatchSemaphore(value: 0)

    init(_ work: @escaping Work) {
        assigned = Mutex(work)
    }

    func assign(_ work: @escaping Work) {
        assigned.withLock { $0 = work }
        given.signal()
    }

    /// Does the assigned work, and releases it. Returns whether there was any.
    func work() -> Bool {
        let work = assigned.withLock { assigned in
            defer { assigned = nil }
            return assigned
        }
        work?()
        return work != nil
    }

    func wait() { given.wait() }

    /// Returns whether work has come within that time.
    func wait(_ time: DispatchTimeInterval) -> Bool { given.wait(timeout: .now() + time) == .success }
}

private final class ThreadStart {
    let thread: BlockingThread
    let threads: BlockingThreads

    init(thread: BlockingThread, of threads: BlockingThreads) {
        self.thread = thread
        self.threads = threads
    }
}

/// Marks the threads: its value is not nil on them.
private let currentKey: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
}()

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    // Signals belong to the threads of the app, but for faults of this thread: one that is blocked would end the process unhandled.
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    pthread_setspecific(currentKey, context)
    let start = Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
    start.threads.serve(start.thread)
    return nil
}
