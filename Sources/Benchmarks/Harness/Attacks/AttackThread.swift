import Dispatch
import Glibc
import Synchronization

/// An attacker: something that does a little five hundred times a second. Rarer bursts would keep the server busy for as long as a
/// request takes otherwise.
protocol Attacker {
    /// Does its part of what it does in a second.
    mutating func tick() throws
    /// Whether it has reached its full strength.
    var isComplete: Bool { get }
    /// What it has done, in a few words.
    var report: String { get }
}

/// The thread of an attacker.
final class AttackThread: Sendable {
    /// How often an attacker acts.
    static let ticksPerSecond = 500

    private struct State {
        var isComplete = false
        var report = ""
        var failure: String?
    }

    private let state = Mutex(State())
    private let isOver = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// Starts an attacker, which is made on its own thread.
    init(_ make: @escaping @Sendable () throws -> any Attacker) {
        DispatchQueue(label: "attack").async { [self] in
            do {
                var attacker = try make()
                var next = WallClock.now
                while !isOver.load(ordering: .relaxed) {
                    try attacker.tick()
                    let (isComplete, report) = (attacker.isComplete, attacker.report)
                    state.withLock { ($0.isComplete, $0.report) = (isComplete, report) }
                    // What it could not do in time it does not do later, all at once.
                    next = max(next + 1_000_000_000 / Self.ticksPerSecond, WallClock.now)
                    usleep(UInt32(clamping: (next - WallClock.now) / 1_000))
                }
            } catch {
                state.withLock { ($0.isComplete, $0.failure) = (true, "\(error)") }
            }
            ended.signal()
        }
    }

    /// Whether it has reached its full strength, or has failed.
    var isComplete: Bool { state.withLock { $0.isComplete } }

    /// Ends it, and returns what it has done.
    func stop() throws -> String {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
        return try state.withLock { state in
            if let failure = state.failure { throw BenchmarkFailure("The attack failed: \(failure)") }
            return state.report
        }
    }
}
