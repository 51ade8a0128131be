import ElmwoodObservation
import Synchronization

/// Counts what a site does, and shows it in the text format of Prometheus.
package final class Metrics: Observer {
    struct State {
        /// The first belongs to no program.
        var programs = [ProgramCounts(name: "")]
        var requests = [Histogram](repeating: Histogram(), count: ObservedRequest.Kind.allCases.count)
        var refusals: [String: Int] = [:]
        var stores = [Histogram](repeating: Histogram(), count: ObservedStore.Operation.allCases.count)
        var storedSessions = [Int](repeating: 0, count: ObservedStore.Operation.allCases.count)
        var storeErrors = [Int](repeating: 0, count: ObservedStore.Operation.allCases.count)
        var reads = ReadCounts()
        var evictions = 0
        var slowest = SlowestTurns()
        var costliest = CostliestSessions()

        /// The place of a program. There are few, so a search is faster than a hash.
        mutating func place(of name: String?) -> Int {
            guard let name else { return 0 }
            for place in 1..<programs.count where programs[place].name == name { return place }
            programs.append(ProgramCounts(name: name))
            return programs.count - 1
        }
    }

    private let state = Mutex(State())
    /// Monotonic time.
    private let now: @Sendable () -> Duration

    /// Creates metrics without any counts.
    package init(now: @escaping @Sendable () -> Duration) { self.now = now }

    package func observe(_ event: Observation) {
        switch event {
        case .request(let request):
            state.withLock { state in
                let place = state.place(of: request.program)
                state.programs[place].count(request)
                state.requests[request.kind.rawValue].add(request.duration)
                if let reason = request.reason { state.refusals[reason, default: 0] += 1 }
            }
        case .call(let call):
            state.withLock { state in
                let place = state.place(of: call.program)
                state.programs[place].calls[call.function.place].add(call.duration)
            }
        case .turn(let turn):
            let now = now()
            state.withLock { state in
                let place = state.place(of: turn.program)
                state.programs[place].turns.add(turn.duration)
                if turn.hasFailed { state.programs[place].failedTurns += 1 }
                state.slowest.add(turn, at: now)
                if let session = turn.session { state.costliest.add(turn.duration, of: session, in: turn.program) }
            }
        case .patch(let program, let duration, let bytes):
            state.withLock { state in
                let place = state.place(of: program)
                state.programs[place].patches.add(duration)
                state.programs[place].patchBytes += bytes
            }
        case .store(let store):
            state.withLock { state in
                let place = store.operation.place
                state.stores[place].add(store.duration)
                state.storedSessions[place] += store.sessions
                if store.hasFailed { state.storeErrors[place] += 1 }
            }
        case .read(let read):
            state.withLock { $0.reads.add(read) }
        case .keptValue(let read):
            state.withLock { $0.reads.addKeptValue(of: read) }
        case .eviction(let visitors):
            state.withLock { $0.evictions += visitors }
        case .incident(let kind, let program):
            state.withLock { state in
                let place = state.place(of: program)
                state.programs[place].incidents[kind, default: 0] += 1
            }
        }
    }

    /// The counts at this moment.
    var current: State { state.withLock { $0 } }
}

extension ObservedCall.Function {
    /// Its place among all functions.
    var place: Int {
        switch self {
        case .start: 0
        case .update: 1
        case .view: 2
        case .subscriptions: 3
        case .failed: 4
        case .read: 5
        }
    }
}

extension ObservedStore.Operation {
    /// Its place among all operations.
    var place: Int {
        switch self {
        case .commit: 0
        case .load: 1
        }
    }
}
