import Dispatch
import ElmwoodThreads
import Synchronization
import Testing

/// Threads for tasks that run an app's code.
@Suite(.timeLimit(.minutes(1))) struct TaskThreadsTests {
    @Test func `As many run at a time as may, and the others in their order`() async {
        let threads = TaskThreads(most: 2)
        let begun = DispatchSemaphore(value: 0)
        let end = DispatchSemaphore(value: 0)
        let order = Mutex<[Int]>([])
        await withCheckedContinuation { continuation in
            for _ in 0..<2 {
                threads.run({ "holds" }) {
                    begun.signal()
                    end.wait()
                }
            }
            for number in 0..<100 {
                threads.run({ "waits" }) {
                    order.withLock { $0.append(number) }
                    if number == 99 { continuation.resume() }
                }
            }
            BlockingThreads.shared.run {
                for _ in 0..<2 { begun.wait() }
                #expect(order.withLock { $0 } == [])
                end.signal()
            }
        }
        // One thread was free, so they ran one after the other.
        #expect(order.withLock { $0 } == Array(0..<100))
        end.signal()
    }

    @Test func `What runs for long without a suspension is found once, by its name`() async {
        let threads = TaskThreads()
        let end = DispatchSemaphore(value: 0)
        let isComputing = AsyncStream<Void>.makeStream()
        let task = Task(executorPreference: threads.executor(named: { "GET /report" })) {
            await Task.yield()
            #expect(BlockingThreads.isCurrent)
            isComputing.continuation.yield()
            end.wait()
        }
        for await _ in isComputing.stream { break }
        #expect(threads.takeLong(.seconds(10)).isEmpty)
        let found = threads.takeLong(.seconds(10), at: .now + .seconds(11))
        #expect(found.map(\.time.components.seconds) == [11])
        #expect(threads.takeLong(.seconds(10), at: .now + .seconds(20)).isEmpty)
        end.signal()
        await task.value
    }
}
