import ElmwoodArchitecture
import ElmwoodTestSupport
import ElmwoodViewTree
import Synchronization
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// The shares of clients in what is read at once.
@Suite(.timeLimit(.minutes(2))) struct ReadShareTests {
    private let source = SlowSource()

    private struct Number: Read {
        var number: Int

        func value(from source: SlowSource) async throws -> Int {
            await source.wait(for: number)
            return number
        }
    }

    private func cache(reads: Int, waiting: Int = 10_000) -> ReadCache {
        var limits = SessionLimits.scripted
        (limits.reads, limits.waitingReads) = (reads, waiting)
        return ReadCache(limits, environment: ManualEnvironment().forSessions, shared: SharedPrograms())
    }

    /// Begins to read values for a page of that client.
    private func read(_ numbers: ClosedRange<Int>, of client: UInt32, in cache: ReadCache) -> Eventual<Page> {
        var page = Page()
        page.client = client
        return cache.read(MissingInputs(numbers.map { ReadRequest(Number(number: $0), from: source) }), for: page)
    }

    @Test func `One client has half of the reads that run at once, and others' begin at once`() async {
        let cache = cache(reads: 4)
        let greedy = read(1...50, of: 1, in: cache)
        await eventually("two have begun") { Set(source.begun) == [1, 2] }
        let other = read(101...101, of: 2, in: cache)
        await eventually("the other client's has begun") { Set(source.begun) == [1, 2, 101] }
        source.release()
        #expect(await other.settled().values?.values.count == 1)
        #expect(await greedy.settled().values?.values.count == 50)
        #expect(cache.count == 0)
    }

    @Test func `Clients whose reads wait have their turns in rotation`() async {
        // One at a time: tasks that begin together may begin in any order.
        let cache = cache(reads: 1)
        let pages = [read(1...3, of: 1, in: cache), read(11...13, of: 2, in: cache), read(21...23, of: 3, in: cache)]
        await eventually("one has begun") { source.begun.count == 1 }
        source.release()
        for page in pages { #expect(await page.settled().values?.values.count == 3) }
        // Nobody's second one comes before everybody's first.
        #expect(Set(source.begun.prefix(3)) == [1, 11, 21])
        #expect(Set(source.begun.prefix(6)) == [1, 2, 11, 12, 21, 22])
    }

    @Test func `A client whose share is used is refused, and another one is not`() async {
        let cache = cache(reads: 2, waiting: 16)
        let first = read(1...5, of: 1, in: cache)
        let refused = read(6...6, of: 1, in: cache)
        let other = read(11...11, of: 2, in: cache)
        source.release()
        let error = await refused.settled().values?.values.values.first?.result
        #expect(throws: TooManyReadsAtOnce.self) { _ = try error?.get() }
        for page in [first, other] {
            let values = await page.settled().values?.values.values
            #expect(values?.contains { $0.hasFailed } == false)
        }
        #expect(await read(7...7, of: 1, in: cache).settled().values?.values.values.first?.hasFailed == false)
    }

    @Test func `Requests that arrive while their value is read count to the client's share too`() async {
        let cache = cache(reads: 4)
        let first = read(1...2, of: 1, in: cache)
        await eventually("two have begun") { source.begun.count == 2 }
        // They wait for the next reads of the same values.
        let later = read(1...2, of: 1, in: cache)
        let more = read(3...20, of: 1, in: cache)
        #expect(source.begun.count == 2)
        let other = read(101...102, of: 2, in: cache)
        await eventually("the other client's have begun") { Set(source.begun).isSuperset(of: [101, 102]) }
        source.release()
        for page in [first, later, more, other] { _ = await page.settled() }
        #expect(source.greatest <= 2)
        #expect(cache.count == 0)
    }

    @Test func `Clients that are unknown have no share`() async {
        let cache = cache(reads: 4)
        let page = read(1...50, of: 0, in: cache)
        await eventually("four have begun") { source.begun.count == 4 }
        source.release()
        #expect(await page.settled().values?.values.count == 50)
    }

    /// Everything that is added begins unless it waits too long, each client's in its order, and never more at once than the share.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `Any sequence of reads of several clients begins completely`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var limits = SessionLimits.scripted
        limits.reads = 6
        var queue = ReadQueue(limits)
        var (added, begun): ([UInt32: [Int]], [UInt32: [Int]]) = ([:], [:])
        var running: [UInt32] = []
        func begin() {
            while running.count < 6, let (key, client) = queue.next() {
                if let read = key.read as? Number { begun[client, default: []].append(read.number) }
                running.append(client)
                for client in 1...4 as ClosedRange<UInt32> { #expect(running.count { $0 == client } <= 3) }
            }
        }
        func end() {
            guard !running.isEmpty else { return }
            queue.end(of: running.remove(at: generator.below(running.count)))
        }
        for number in 0..<500 {
            let client = UInt32(generator.below(5))
            if generator.below(2) == 0 {
                added[client, default: []].append(number)
                queue.add(ReadKey(Number(number: number), from: source), of: client, at: .seconds(number))
            } else {
                end()
            }
            if seed.isMultiple(of: 2), generator.below(8) == 0 {
                let overdue = queue.takeOverdue(queuedBy: .seconds(number - 20)).compactMap { $0.read as? Number }
                for client in added.keys { added[client]?.removeAll { overdue.map(\.number).contains($0) } }
                #expect(overdue.allSatisfy { $0.number <= number - 20 })
                #expect(queue.oldest.map { $0 > .seconds(number - 20) } ?? true)
            }
            begin()
        }
        while !running.isEmpty {
            end()
            begin()
        }
        #expect(begun == added)
        #expect(queue.count == 0)
    }
}

/// A source whose reads wait until the test releases them.
private final class SlowSource: Sendable {
    private struct State {
        var begun: [Int] = []
        var running = 0
        var greatest = 0
        var isReleased = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The numbers whose reads have begun.
    var begun: [Int] { state.withLock { $0.begun } }

    /// The greatest number of reads of numbers below 100 that have run at once.
    var greatest: Int { state.withLock { $0.greatest } }

    func wait(for number: Int) async {
        await withCheckedContinuation { continuation in
            let isReleased = state.withLock { state in
                state.begun.append(number)
                if number < 100 { state.running += 1 }
                state.greatest = max(state.greatest, state.running)
                if !state.isReleased { state.waiting.append(continuation) }
                return state.isReleased
            }
            if isReleased { continuation.resume() }
        }
        state.withLock { if number < 100 { $0.running -= 1 } }
    }

    func release() {
        let waiting = state.withLock { state in
            state.isReleased = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
