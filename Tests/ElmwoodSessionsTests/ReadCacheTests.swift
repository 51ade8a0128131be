import ElmwoodArchitecture
import ElmwoodTestSupport
import ElmwoodViewTree
import Synchronization
import Testing

@testable import ElmwoodSessions

/// The values that pages have read, and how long they are kept.
@Suite(.timeLimit(.minutes(2))) struct ReadCacheTests {
    private let environment = ManualEnvironment()
    private let counter = ReadCounter()
    private let cache: ReadCache

    init() {
        cache = ReadCache(SessionLimits(), environment: environment.forSessions, shared: SharedPrograms())
    }

    /// Reads how often its source has been read.
    private struct Count: Read {
        var topics: Set<String> = ["count"]
        var maximumAge = Duration.seconds(5)

        func value(from counter: ReadCounter) async throws -> Int { counter.next() }
    }

    /// Reads the value for a request of a page that is not open.
    private func show(_ read: Count = Count()) async throws -> Int? {
        let page = await cache.read(MissingInputs([ReadRequest(read, from: counter)]), for: Page()).settled()
        return try? page.read(read, from: counter)
    }

    /// Reads the value for a page that stays open as long as the result exists.
    private func open(_ read: Count = Count()) async -> PageReads {
        let reads = PageReads(cache, client: 0)
        await cache.read(MissingInputs([ReadRequest(read, from: counter)]), for: reads).settled()
        return reads
    }

    @Test func `One scheduled call watches all reads, and is not made again once none is under way`() async throws {
        let source = HeldCalls()
        func read(_ number: Int) async throws {
            // One that ends at once may do so before it is watched.
            source.hold()
            let page = cache.read(MissingInputs([ReadRequest(Held(number: number), from: source)]), for: Page())
            source.goOn()
            #expect(try await page.settled().read(Held(number: number), from: source) == number)
        }
        for number in 1...3 { try await read(number) }
        #expect(environment.scheduled(after: SessionLimits().readTime) == 1)
        #expect(environment.scheduled == 1)
        environment.advance(by: SessionLimits().readTime)
        #expect(environment.scheduled == 0)
        try await read(4)
        #expect(environment.scheduled == 1)
    }

    @Test func `Each read is ended when its own time is over`() async throws {
        let source = EndlessSource()
        let limit = SessionLimits().readTime
        let early = cache.read(MissingInputs([ReadRequest(Endless(number: 1), from: source)]), for: Page())
        environment.advance(by: limit / 2)
        let late = cache.read(MissingInputs([ReadRequest(Endless(number: 2), from: source)]), for: Page())
        environment.advance(by: limit / 2)
        let page = await early.settled()
        #expect(throws: ReadTimeout.self) { _ = try page.read(Endless(number: 1), from: source) }
        #expect(environment.scheduled == 1)
        environment.advance(by: limit / 2)
        let other = await late.settled()
        #expect(throws: ReadTimeout.self) { _ = try other.read(Endless(number: 2), from: source) }
        #expect(environment.scheduled == 0)
    }

    @Test func `A read whose turn does not come, since others ignore that they are cancelled, fails in time too`()
        async throws
    {
        var limits = SessionLimits.scripted
        limits.reads = 1
        let cache = ReadCache(limits, environment: environment.forSessions, shared: SharedPrograms())
        let source = HeldCalls()
        source.hold()
        let need = { (number: Int, client: UInt32) in
            var page = Page()
            page.client = client
            return cache.read(MissingInputs([ReadRequest(Held(number: number), from: source)]), for: page)
        }
        let hanging = need(1, 1)
        await eventually("it hangs") { source.count == 1 }
        let early = need(2, 1)
        environment.advance(by: limits.readTime / 2)
        let late = need(3, 2)
        environment.advance(by: limits.readTime / 2)
        for (number, page) in [(1, await hanging.settled()), (2, await early.settled())] {
            #expect(throws: ReadTimeout.self) { _ = try page.read(Held(number: number), from: source) }
        }
        #expect(cache.statistics.waiting == 1)
        #expect(environment.scheduled == 1)
        environment.advance(by: limits.readTime / 2)
        let page = await late.settled()
        #expect(throws: ReadTimeout.self) { _ = try page.read(Held(number: 3), from: source) }
        #expect(cache.statistics.waiting == 0)
        #expect(environment.scheduled == 0)
        // Once the source answers again, further reads begin.
        let next = [(2, need(2, 1)), (3, need(3, 2)), (4, need(4, 3))]
        source.goOn()
        for (number, page) in next {
            #expect(try await page.settled().read(Held(number: number), from: source) == number)
        }
        #expect(cache.count == 0)
    }

    @Test func `A refused value of an open page is read later once, however often the page needs it meanwhile`() async {
        var limits = SessionLimits.scripted
        limits.waitingReads = 0
        let cache = ReadCache(limits, environment: environment.forSessions, shared: SharedPrograms())
        let reads = PageReads(cache, client: 0)
        let request = ReadRequest(Count(), from: counter)
        for _ in 0..<5 { await cache.read(MissingInputs([request]), for: reads).settled() }
        #expect(environment.scheduled == 1)
        // It is refused again, and tried again after a longer pause.
        environment.advance(by: .seconds(1))
        #expect(environment.scheduled == 1)
    }

    @Test func `A kept value is shown to requests up to its maximum age, and then read again`() async throws {
        let page = await open()
        environment.advance(by: .seconds(5))
        #expect(try await show() == 1)
        environment.advance(by: .milliseconds(1))
        #expect(try await show() == 2)
        #expect(try await show() == 2)
        withExtendedLifetime(page) {}
    }

    @Test func `A value without topics is read for each request, even while an open page shows it`() async throws {
        let read = Count(topics: [])
        let page = await open(read)
        #expect(try await show(read) == 2)
        #expect(try await show(read) == 3)
        withExtendedLifetime(page) {}
    }
}

/// A value that is never there.
private struct Endless: Read {
    var number: Int

    func value(from source: EndlessSource) async throws -> Int {
        // Until its task is cancelled.
        for await _ in AsyncStream<Int>(Int.self, { _ in }) {}
        throw CancellationError()
    }
}

/// A value whose source ignores that its task is cancelled.
private struct Held: Read {
    var number: Int

    func value(from source: HeldCalls) async throws -> Int {
        await source.pass()
        return number
    }
}

private final class EndlessSource: Sendable {}

/// Counts how often it is read.
private final class ReadCounter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
