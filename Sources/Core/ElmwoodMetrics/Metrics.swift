import ElmwoodObservation
import Synchronization

/// Counts what a site does, and shows it in the text format of Prometheus.
package final class Metrics: Observer {
    struct State {
        /// The first belongs to no program.
        var counters = [ProgramCounter(name: "")]
        var stores = [Histogram](repeating: Histogram(), count: ObservedStore.Operation.allCases.count)
        var storedSessions = [Int](repeating: 0, count: ObservedStore.Operation.allCases.count)
        var storeErrors = [Int](repeating: 0, count: ObservedStore.Operation.allCases.count)
        var reads = ReadCounts()
        var evictions = 0
        var slowest = SlowestTurns()
        var costliest = CostliestSessions()

        /// Returns the counter of a program. There are few, so a search is faster than a hash.
        mutating func counter(of name: String?) -> ProgramCounter {
            guard let name else { return counters[0] }
            if let counter = counters.dropFirst().first(where: { $0.name == name }) { return counter }
            let counter = ProgramCounter(name: name)
            counters.append(counter)
            return counter
        }
    }

    private let state = Mutex(State())
    /// Monotonic time.
    private let now: @Sendable () -> Duration

    /// Creates metrics without any counts.
    package init(now: @escaping @Sendable () -> Duration) { self.now = now }

    private func counter(of program: String?) -> ProgramCounter { state.withLock { $0.counter(of: program) } }

    package func observe(_ event: Observation) {
        switch event {
        case .request(let request):
            counter(of: request.program)
                .count(request.kind, request.status, request.reason, request.duration, request.bytes)
        case .call(let call):
            counter(of: call.program).count(call.function, call.duration)
        case .turn(let turn):
            let now = now()
            let counter = state.withLock { state in
                state.slowest.add(turn, at: now)
                if let session = turn.session { state.costliest.add(turn.duration, of: session, in: turn.program) }
                return state.counter(of: turn.program)
            }
            counter.count(turn)
        case .patch(let program, let duration, let bytes):
            counter(of: program).countPatch(duration, bytes: bytes)
        case .store(let store):
            state.withLock { state in
                let index = store.operation.index
                state.stores[index].add(store.duration)
                state.storedSessions[index] += store.sessions
                if store.hasFailed { state.storeErrors[index] += 1 }
            }
        case .read(let read):
            state.withLock { $0.reads.add(read) }
        case .keptValue(let read):
            state.withLock { $0.reads.addKeptValue(of: read) }
        case .eviction(let visitors):
            state.withLock { $0.evictions += visitors }
        case .incident(let kind, let program):
            counter(of: program).countIncident(kind)
        }
    }

    /// The counts at this moment.
    var current: State { state.withLock { $0 } }
}

extension Metrics: ProgramObserver {
    package func calls(of program: String) -> CallReceiver {
        let counter = counter(of: program)
        return CallReceiver { function, duration in counter.count(function, duration) }
    }

    package func requests(of program: String?) -> RequestReceiver {
        let counter = counter(of: program)
        return RequestReceiver { kind, status, reason, duration, bytes in
            counter.count(kind, status, reason, duration, bytes)
        }
    }
}

extension ObservedCall.Function {
    /// Its index among all functions.
    var index: Int {
        switch self {
        case .start: 0
        case .update: 1
        case .view: 2
        case .subscriptions: 3
        case .failed: 4
        case .read: 5
        case .input: 6
        }
    }
}

extension ObservedStore.Operation {
    /// Its index among all operations.
    var index: Int {
        switch self {
        case .commit: 0
        case .load: 1
        }
    }
}
