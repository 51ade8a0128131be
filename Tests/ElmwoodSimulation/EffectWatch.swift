import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// Records the effects of all processes as they begin and end, for the simulation to check.
final class EffectWatch: Sendable {
    /// A performance of an effect.
    struct Performance: Sendable {
        let attempt: String
        let number: Int
        let isDurable: Bool
        let process: Int
        let key: SessionKey?
        /// When it has begun.
        let begun: Microseconds
        /// The performances of the same effect that run at the same time in other processes.
        var others: [Int] = []
        /// How many effects of the session run in the process, with this one and without those that were cancelled.
        var count = 1
        var isCancelled = false
    }

    private struct State {
        var running: [Int: Performance] = [:]
        var count = 0
        /// The performances that have begun since the last check.
        var begun: [Performance] = []
        /// Those that were cancelled since then.
        var cancelled: [Performance] = []
    }

    private let state = Mutex(State())

    /// Performs an effect, which takes some time, and may fail.
    func perform(
        _ begun: BegunEffect<Ledger>,
        at address: SiteAddress,
        in process: Int,
        by scheduler: Scheduler,
        changing connection: DatabaseConnection,
        within time: Microseconds
    ) async throws {
        let number =
            switch begun.effect {
            case .charge(let number), .look(let number): number
            }
        let key = begun.session.id.map { address.key($0) }
        let index = state.withLock { state in
            var performance = Performance(
                attempt: begun.send.attempt.id,
                number: number,
                isDurable: begun.isDurable,
                process: process,
                key: key,
                begun: scheduler.now
            )
            let same = state.running.values.filter { $0.attempt == performance.attempt }
            performance.others = same.map(\.process).sorted()
            performance.count += state.running.values.count {
                $0.process == process && $0.key == key && !$0.isCancelled
            }
            state.count += 1
            state.running[state.count] = performance
            state.begun.append(performance)
            return state.count
        }
        defer { state.withLock { _ = $0.running.removeValue(forKey: index) } }
        let time = Microseconds(scheduler.random(in: 1_000...Int(time)))
        try await withTaskCancellationHandler {
            try await scheduler.sleep(time, in: process)
            try Task.checkCancellation()
        } onCancel: {
            state.withLock { state in
                state.running[index]?.isCancelled = true
                if let performance = state.running[index] { state.cancelled.append(performance) }
            }
        }
        if scheduler.random(in: 0...9) == 0 { throw Ledger.Unlucky() }
        switch begun.effect {
        case .charge(let number): begun.send(.charged(number))
        case .look(let number):
            let rows = connection.database.rows
            if rows > 0 {
                // Otherwise the message's turn tells of the change.
                connection.change(number % rows, telling: number % 3 == 0 ? { begun.send.changed($0) } : nil)
            }
            begun.send(.looked(number))
        }
    }

    /// Returns the performances that have begun since the last call.
    func takeBegun() -> [Performance] {
        state.withLock { state in
            defer { state.begun = [] }
            return state.begun
        }
    }

    /// Returns the performances that were cancelled since the last call.
    func takeCancelled() -> [Performance] {
        state.withLock { state in
            defer { state.cancelled = [] }
            return state.cancelled
        }
    }

    /// Removes the performances of a process that has ended.
    func forget(process: Int) {
        state.withLock { state in state.running = state.running.filter { $0.value.process != process } }
    }
}
