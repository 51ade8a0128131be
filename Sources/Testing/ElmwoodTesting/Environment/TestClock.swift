import Synchronization

/// A clock that only advances when a test advances it.
///
/// Pass it to the program's dependencies and to the test. An effect that the program performs itself then sleeps by the test's
/// time:
///
/// ```swift
/// let clock = TestClock()
/// let test = ProgramTest(Search(clock: clock), clock: clock)
/// test.perform(.find("swift"))           // `perform` does: try await clock.sleep(for: .milliseconds(300))
/// test.advance(by: .milliseconds(300))   // now it continues
/// ```
///
/// If the program needs no clock, the test creates its own.
public final class TestClock: Clock, Sendable {
    /// A moment, as the time since the clock was created.
    public struct Instant: InstantProtocol, Sendable {
        /// The time since the clock was created.
        public var offset: Duration

        /// Creates a moment.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// Returns the moment that is that much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the time from this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether the left moment precedes the right one.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// A call at a moment.
    private struct Call: Sendable {
        let time: Duration
        let number: Int
        let make: @Sendable () -> Void
        /// Called instead if the clock stops before that moment.
        let drop: @Sendable () -> Void
    }

    private struct State {
        var now = Duration.zero
        var number = 0
        /// Earliest first. Calls at the same time are in the order in which they were scheduled.
        var calls: [Call] = []
        var isStopped = false
        /// The number of tasks that sleep.
        var sleepers = 0
    }

    private let state = Mutex(State())

    /// Creates a clock at zero.
    public init() {}

    /// The present moment.
    public var now: Instant { Instant(offset: state.withLock { $0.now }) }

    /// The resolution: any two moments differ.
    public var minimumResolution: Duration { .zero }

    /// Sleeps until a test has advanced the clock by that time.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, or the test is over.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let sleeper = Sleeper()
        state.withLock { $0.sleepers += 1 }
        defer { state.withLock { $0.sleepers -= 1 } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sleeper.sleeps(continuation)
                call(at: deadline.offset, { sleeper.wake() }, drop: { sleeper.cancel() })
            }
        } onCancel: {
            sleeper.cancel()
        }
    }

    // MARK: For the test's environment

    /// The number of tasks that sleep.
    var sleepers: Int { state.withLock { $0.sleepers } }

    /// Schedules a call at that moment.
    ///
    /// - Parameter drop: called instead if the clock stops before.
    /// - Returns: a number to cancel the call with.
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
            // In most cases the newest call is last.
            var place = state.calls.count
            while place > 0, state.calls[place - 1].time > time { place -= 1 }
            state.calls.insert(call, at: place)
            return state.number
        }
        if number == nil { drop() }
        return number ?? 0
    }

    func callOff(_ number: Int) {
        // The captured values are released outside of the lock.
        let calledOff = state.withLock { state -> Call? in
            guard let place = state.calls.firstIndex(where: { $0.number == number }) else { return nil }
            return state.calls.remove(at: place)
        }
        _ = calledOff
    }

    /// Makes the next call that is due by that moment, at its time.
    ///
    /// - Returns: false if there is none: the clock has reached the moment.
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

    /// Stops the clock: sleeping tasks resume with an error.
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
