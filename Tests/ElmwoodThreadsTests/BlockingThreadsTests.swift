import Dispatch
import Glibc
import ElmwoodThreads
import Synchronization
import Testing

/// Threads for work that blocks.
@Suite(.timeLimit(.minutes(1))) struct BlockingThreadsTests {
    @Test func `As many functions block side by side as there are, whatever the number of processors`() async {
        let threads = BlockingThreads()
        let begun = DispatchSemaphore(value: 0)
        let end = DispatchSemaphore(value: 0)
        let count = 40
        for _ in 0..<count {
            threads.run {
                begun.signal()
                end.wait()
            }
        }
        await withCheckedContinuation { continuation in
            threads.run {
                // All have begun although none has ended.
                for _ in 0..<count { begun.wait() }
                for _ in 0..<count { end.signal() }
                continuation.resume()
            }
        }
    }

    @Test func `A task that prefers the threads runs on one of them, before and after it waits`() async {
        #expect(!BlockingThreads.isCurrent)
        let places = await Task(executorPreference: BlockingThreads.shared) {
            let before = BlockingThreads.isCurrent
            await Task.yield()
            return (before, BlockingThreads.isCurrent)
        }.value
        #expect(places == (true, true))
        #expect(!BlockingThreads.isCurrent)
    }

    @Test func `A fault on one of the threads is handled as on any other`() async {
        let blocked = await withCheckedContinuation { continuation in
            BlockingThreads.shared.run {
                var signals = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &signals)
                let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
                continuation.resume(returning: faults.filter { sigismember(&signals, $0) == 1 })
            }
        }
        #expect(blocked.isEmpty)
    }

    @Test func `Work that comes one after another needs one thread`() async {
        let threads = BlockingThreads()
        let names = Mutex<Set<pthread_t>>([])
        for _ in 0..<100 {
            await withCheckedContinuation { continuation in
                threads.run {
                    let name = pthread_self()
                    names.withLock { _ = $0.insert(name) }
                    continuation.resume()
                }
            }
            // The thread is free a moment after its work has told that it is done.
            while threads.idleCount == 0 { await Task.yield() }
        }
        #expect(names.withLock { $0.count } == 1)
    }

    @Test func `A thread that is not needed ends, and later work gets another one`() async {
        let threads = BlockingThreads(idleLimit: .milliseconds(10))
        for _ in 0..<3 {
            // A moment without work may be too short to be seen; the end of a thread calls this.
            await withCheckedContinuation { continuation in
                threads.run { ThreadEnd(continuation).attach() }
            }
            #expect(threads.idleCount == 0)
        }
    }

    @Test func `Work that comes while threads end is done, each once`() async {
        let threads = BlockingThreads(idleLimit: .microseconds(50))
        let done = Count()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 {
                        await withCheckedContinuation { continuation in
                            threads.run {
                                done.number.add(1, ordering: .relaxed)
                                continuation.resume()
                            }
                        }
                    }
                }
            }
        }
        #expect(done.number.load(ordering: .relaxed) == 4_000)
    }
}

private final class Count: Sendable {
    let number = Atomic(0)
}

/// Resumes a continuation when the thread ends that it is attached to.
private final class ThreadEnd: Sendable {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { value in
            guard let value else { return }
            Unmanaged<ThreadEnd>.fromOpaque(value).takeRetainedValue().continuation.resume()
        }
        return key
    }()

    private let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = continuation
    }

    /// Attaches it to the current thread.
    func attach() { pthread_setspecific(Self.key, Unmanaged.passRetained(self).toOpaque()) }
}
