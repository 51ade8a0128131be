import Synchronization

/// A clock that stands still until a test lets time pass.
///
/// Give it to what the program depends on, and to the test; then an effect that the program performs itself sleeps by the
/// test's time:
///
/// ```swift
/// let clock = TestClock()
/// let test = ProgramTest(Search(clock: clock), clock: clock)
/// test.perform(.find("swift"))           // `perform` does: try await clock.sleep(for: .milliseconds(300))
/// test.advance(by: .milliseconds(300))   // now it goes on
/// ```
///
/// Where the program asks for none, the test makes its own.
public final class TestClock: Clock, Sendable {
    /// A moment, as the time since the clock was made.
    public struct Instant: InstantProtocol, Sendable {
        /// The time since the clock was made.
        public var offset: Duration

        /// Creates a moment.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// The moment so much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether the one comes before the other.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// What happens when a moment comes.
    private struct Call: Sendable {
        let time: Duration
        let number: Int
        let make: @Sendable () -> Void
        /// What becomes of it where the moment never comes.
        let drop: @Sendable () -> Void
    }

    private struct State {
        var now = Duration.zero
        var number = 0
        /// Earliest first; of two at the same time, the one that was asked for first.
        var calls: [Call] = []
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Creates a clock; it shows zero.
    public init() {}

    /// The moment that it shows.
    public var now: Instant { Instant(offset: state.withLock { $0.now }) }

    /// It tells apart any two moments.
    public var minimumResolution: Duration { .zero }

    /// Sleeps until a test has let that much time pass.
    ///
    /// - Throws: `CancellationError` where the task is cancelled, or the test is over.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let sleeper = Sleeper()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sleeper.sleeps(continuation)
                call(at: deadline.offset, { sleeper.wake() }, drop: { sleeper.cancel() })
            }
        } onCancel: {
            sleeper.cancel()
        }
    }

    // MARK: For the test's world

    /// Has a function called when that moment comes.
    ///
    /// - Parameter drop: called instead where the clock stops before.
    /// - Returns: a number to call it off by.
    @discardableResult
    func call(
        at time: Duration,
        _ make: @escaping @Sendable () -> Void,
        drop: @escaping @Sendable () -> Void = {}
    ) -> Int {
        let number = state.withLock { state -> Int? in
            guard !state.isStopped else { return nil }
            state.number += 1
            let call = Call(time: time, number: state.number, make: make, drop: drop)
            // Mostly the newest comes last.
            var place = state.calls.count
            while place > 0, state.calls[place - 1].time > time { place -= 1 }
            state.calls.insert(call, at: place)
            return state.number
        }
        if number == nil { drop() }
        return number ?? 0
    }

    func callOff(_ number: Int) {
        // What the call holds is dropped once the lock is not held.
        let calledOff = state.withLock { state -> Call? in
            guard let place = state.calls.firstIndex(where: { $0.number == number }) else { return nil }
            return state.calls.remove(at: place)
        }
        _ = calledOff
    }

    /// Makes the next call whose time comes by that moment, at its time.
    ///
    /// - Returns: false where there is none: the moment has come.
    func makeNextCall(until end: Duration) -> Bool {
        let call = state.withLock { state -> Call? in
            guard let next = state.calls.first, next.time <= end else {
                state.now = max(state.now, end)
                return nil
            }
            state.calls.removeFirst()
            state.now = max(state.now, next.time)
            return next
        }
        call?.make()
        return call != nil
    }

    /// Time stands still: who sleeps is woken with an error.
    func stop() {
        let calls = state.withLock { state in
            state.isStopped = true
            defer { state.calls = [] }
            return state.calls
        }
        for call in calls { call.drop() }
    }
}

/// A task that sleeps, and is woken once.
private final class Sleeper: Sendable {
    private enum Phase: Sendable {
        case awake
        case sleeping(CheckedContinuation<Void, any Error>)
        case cancelled
        case over
    }

    private let phase = Mutex(Phase.awake)

    func sleeps(_ continuation: CheckedContinuation<Void, any Error>) {
        let isCancelled = phase.withLock { phase in
            if case .cancelled = phase { return true }
            phase = .sleeping(continuation)
            return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
    }

    func wake() { end(.over)?.resume() }

    func cancel() { end(.cancelled)?.resume(throwing: CancellationError()) }

    private func end(_ last: Phase) -> CheckedContinuation<Void, any Error>? {
        phase.withLock { phase in
            defer { if case .over = phase {} else { phase = last } }
            if case .sleeping(let continuation) = phase { return continuation }
            return nil
        }
    }
}
