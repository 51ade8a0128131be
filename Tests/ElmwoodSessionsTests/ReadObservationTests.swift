import ElmwoodArchitecture
import ElmwoodObservation
import ElmwoodTestSupport
import ElmwoodViewTree
import Synchronization
import Testing

@testable import ElmwoodSessions

/// What observers are told of reads.
@Suite(.timeLimit(.minutes(2))) struct ReadObservationTests {
    private let environment = ManualEnvironment()
    private let observer = ReadObserver()
    private let source = HeldSource()

    private func cache(reads: Int = 8, waiting: Int = 10_000) -> ReadCache {
        var limits = SessionLimits.scripted
        (limits.reads, limits.waitingReads) = (reads, waiting)
        var environment = environment.forSessions
        environment.observer = observer
        return ReadCache(limits, environment: environment, shared: SharedPrograms())
    }

    private struct Secret: Read {
        var text: String
        var topics: Set<String> = ["secret"]

        func value(from source: HeldSource) async throws -> Int { try await source.value() }
    }

    private func request(_ text: String) -> MissingInputs {
        MissingInputs([ReadRequest(Secret(text: text), from: source)])
    }

    @Test func `A read that has ended is observed by the name of its type, with the time that it ran and waited`() async
    {
        source.hold()
        let cache = cache(reads: 1)
        let first = cache.read(request("password"), for: Page())
        environment.advance(by: .seconds(2))
        let second = cache.read(request("other"), for: Page())
        environment.advance(by: .seconds(3))
        await eventually("the first runs, and the second waits") { source.waiting == 1 }
        #expect(cache.statistics == ReadStatistics(running: 1, waiting: 1, values: 0, begun: 1))
        source.release()
        for page in [first, second] { _ = await page.settled() }
        let observed = observer.reads
        #expect(observed.map(\.name) == ["Secret", "Secret"])
        #expect(observed.map(\.outcome) == [.value, .value])
        #expect(observed.map(\.wait) == [.zero, .seconds(3)])
        #expect(observed.map(\.duration) == [.seconds(5), .zero])
        #expect(observed.map(\.requests) == [1, 1] && observed.map(\.pages) == [0, 0])
        await eventually("both have returned") {
            cache.statistics == ReadStatistics(running: 0, waiting: 0, values: 0, begun: 2)
        }
        #expect(!"\(observed)".contains("password"))
    }

    @Test func `A read is observed with all requests and pages that it answers, and with whether its value is another`()
        async
    {
        let cache = cache()
        let pages = [PageReads(cache, client: 0), PageReads(cache, client: 0)]
        source.hold()
        let opened = pages.map { cache.read(request("a"), for: $0) }
        source.release()
        for page in opened { await page.settled() }
        #expect(cache.statistics.values == 1)
        // A third page is shown the value that is kept.
        _ = await cache.read(request("a"), for: Page()).settled()
        #expect(observer.kept == ["Secret"])
        source.put(2)
        cache.changed("secret")
        await eventually("it is read again") { observer.reads.count == 2 }
        cache.changed("secret")
        await eventually("it is read once more") { observer.reads.count == 3 }
        let observed = observer.reads
        #expect(observed.map(\.requests) == [2, 0, 0] && observed.map(\.pages) == [2, 2, 2])
        #expect(observed.map(\.hasChanged) == [false, true, false])
        withExtendedLifetime(pages) {}
    }

    @Test func `A read that fails, takes too long or is refused is observed as that`() async {
        let cache = cache(reads: 1, waiting: 1)
        source.fail()
        _ = await cache.read(request("a"), for: Page()).settled()
        await eventually("it has returned") { cache.statistics.running == 0 }
        source.hold()
        let slow = cache.read(request("b"), for: Page())
        environment.advance(by: SessionLimits().readTime / 2)
        let waiting = cache.read(request("c"), for: Page())
        _ = await cache.read(request("d"), for: Page()).settled()
        environment.advance(by: SessionLimits().readTime / 2)
        environment.work()
        _ = await slow.settled()
        #expect(observer.reads.map(\.outcome) == [.failure, .refused, .timeout])
        #expect(observer.reads.last?.duration == SessionLimits().readTime)
        source.release()
        _ = await waiting.settled()
        #expect(observer.reads.count == 4)
        #expect(cache.statistics.values == 0)
    }
}

/// Collects the events of reads.
private final class ReadObserver: Observer {
    private let state = Mutex<(reads: [ObservedRead], kept: [String])>(([], []))

    var reads: [ObservedRead] { state.withLock { $0.reads } }

    /// The reads whose kept values were shown.
    var kept: [String] { state.withLock { $0.kept } }

    func observe(_ event: Observation) {
        switch event {
        case .read(let read): state.withLock { $0.reads.append(read) }
        case .keptValue(let read): state.withLock { $0.kept.append(read) }
        default: break
        }
    }
}

/// A source with one number, whose reads a test holds back.
private final class HeldSource: Sendable {
    private struct State {
        var value = 1
        var fails = false
    }

    struct Failure: Error {}

    private let state = Mutex(State())
    private let gate = HeldCalls()

    /// The number of reads that are held back.
    var waiting: Int { gate.count }

    func put(_ value: Int) { state.withLock { $0.value = value } }

    func fail() { state.withLock { $0.fails = true } }

    func hold() { gate.hold() }

    func release() { gate.goOn() }

    func value() async throws -> Int {
        await gate.pass()
        return try state.withLock { state in
            if state.fails { throw Failure() }
            return state.value
        }
    }
}
