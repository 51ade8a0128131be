import ElmwoodArchitecture
import ElmwoodSessions
import Synchronization

/// Does a site's scheduled work on this node.
final class Schedule: Sendable {
    private struct State {
        /// The next look at each work, by its place in the list.
        var looks: [Int: ScheduledCall] = [:]
        /// The active runs.
        var runs: [UInt64: Run] = [:]
        var hasEnded = false
    }

    private struct Run {
        let work: Int
        let task: Task<Void, Never>
    }

    private let work: [ScheduledWork]
    private let registry: SessionRegistry
    private let log: Log
    private let state = Mutex(State())

    /// How long the store may take for a claim before it is given up.
    private static let claimTime: Duration = .seconds(10)
    /// How often the lease of an own run is renewed, and that of another node's run is checked.
    private static let interval = ScheduledRuns.lease / 3

    init(_ work: [ScheduledWork], _ registry: SessionRegistry, log: Log) {
        self.work = work
        self.registry = registry
        self.log = log
    }

    private var environment: Environment { registry.environment }

    /// Begins to look what is due.
    func begin() {
        for place in work.indices { look(at: place) }
    }

    /// Cancels what runs, so that another node or the next process may begin it again.
    func end() {
        let (runs, looks) = state.withLock { state in
            state.hasEnded = true
            return (state.runs, state.looks)
        }
        for look in looks.values { look.cancel() }
        for run in runs.values { run.task.cancel() }
    }

    /// Looks whether a work is due, and again later.
    private func look(at place: Int) {
        guard work.indices.contains(place) else { return }
        let work = work[place]
        _ = environment.task { [self] in
            var wait = Self.interval
            do {
                wait = try await secondsToNext(of: work, at: place)
            } catch {
                log(.error, kind: "schedule", "Whether “\(work.name)” is due could not be found out: \(error)")
            }
            let look = environment.schedule(.seconds(max(1, wait))) { [weak self] in self?.look(at: place) }
            let hasEnded = state.withLock { state in
                state.looks[place] = look
                return state.hasEnded
            }
            if hasEnded { look.cancel() }
        }
    }

    /// Begins a work if it is due. Returns when to look again.
    private func secondsToNext(of work: ScheduledWork, at place: Int) async throws -> Int64 {
        let moment = environment.date().seconds
        let time = work.times.latest(at: moment)
        let model = try await registry.sharedModel(of: ScheduledRuns.self, work.name)
        if model.time == nil {
            try await send(.begin(time: time), to: work)
        } else if model.isFree(for: time, at: moment), !state.withLock({ $0.runs.values.contains { $0.work == place } })
        {
            let run = environment.bits()
            try await send(.claim(run: run, time: time, at: environment.date()), to: work)
            let claimed = try await registry.sharedModel(of: ScheduledRuns.self, work.name)
            if claimed.run == run { perform(work, at: place, as: run) }
        } else if model.run != nil {
            // It may be that of a process that has ended.
            return min(Self.interval, work.times.next(after: moment) - moment)
        }
        return work.times.next(after: moment) - moment
    }

    private func perform(_ work: ScheduledWork, at place: Int, as run: UInt64) {
        // Under the lock, since the run removes itself.
        let hasEnded = state.withLock { state in
            let task = environment.task { await self.carryOut(work, as: run) }
            state.runs[run] = Run(work: place, task: task)
            if state.hasEnded { task.cancel() }
            return state.hasEnded
        }
        if !hasEnded { log(.info, kind: "schedule", "“\(work.name)” begins.") }
    }

    private func carryOut(_ work: ScheduledWork, as run: UInt64) async {
        let renewal = environment.task { await self.renewLease(of: run, work) }
        var failure: String?
        do {
            try await work.perform(RunningSite(registry))
        } catch {
            failure = "\(error)"
            log(.error, kind: "schedule", "“\(work.name)” failed: \(error)")
        }
        renewal.cancel()
        let isReleased = failure != nil && state.withLock { $0.hasEnded }
        let message: ScheduledRuns.Message =
            isReleased ? .released(run: run) : .ended(run: run, at: environment.date(), failure: failure)
        // A task of its own, since this one may be cancelled.
        await environment.task { await self.report(message, of: work) }.value
        state.withLock { $0.runs[run] = nil }
    }

    private func report(_ message: ScheduledRuns.Message, of work: ScheduledWork) async {
        do {
            try await send(message, to: work)
        } catch {
            log(.error, kind: "schedule", "That “\(work.name)” has ended could not be stored: \(error)")
        }
    }

    /// Renews the lease of a run until the task is cancelled.
    private func renewLease(of run: UInt64, _ work: ScheduledWork) async {
        while !Task.isCancelled {
            let pause = AsyncStream.makeStream(of: Never.self)
            let wait = environment.schedule(.seconds(Self.interval)) { pause.continuation.finish() }
            for await _ in pause.stream {}
            wait.cancel()
            guard !Task.isCancelled else { return }
            try? await send(.renewed(run: run, at: environment.date()), to: work)
        }
    }

    private func send(_ message: ScheduledRuns.Message, to work: ScheduledWork) async throws {
        try await registry.send(message, to: ScheduledRuns.self, work.name, from: .itself, waiting: Self.claimTime)
    }
}
