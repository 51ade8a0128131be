import Dispatch
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodSupervisor
import Synchronization

/// Looks every second for work that does not end: calls of programs, an event loop that is at work on one request, and endpoints and
/// effects that compute.
///
/// What a request costs is bounded by its size, so a loop that is at work for seconds is a fault of Elmwood's own. This is the last net:
/// the fault is in the log with the request, and under a supervisor the process ends, so that other visitors have a site again.
final class WorkWatch: Sendable {
    private let context: SiteContext
    private let limit: Duration?
    private let isWatching = Atomic(true)
    /// Of its own, so that such work cannot occupy its thread.
    private let queue = DispatchQueue(label: "elmwood.watch")

    /// A request that a loop is at work on, and since when that is known.
    private struct Seen {
        let since: Duration
        var isReported = false
    }

    private let seen = Mutex<[RequestAtWork.ID: Seen]>([:])

    /// How long work may take before the log says so.
    private var longest: Duration { min(RunningCalls.longestCall, limit ?? RunningCalls.longestCall) }

    /// - Parameter limit: how long a call may take before the process ends for it; nil if it does not.
    init(_ context: SiteContext, endingProcessAfter limit: Duration?) {
        self.context = context
        self.limit = limit
    }

    func begin(_ server: RunningServer) {
        queue.asyncAfter(deadline: .now() + 1) { [weak self] in
            guard let self, isWatching.load(ordering: .relaxed) else { return }
            look(at: server)
            begin(server)
        }
    }

    func end() { isWatching.store(false, ordering: .relaxed) }

    private func look(at server: RunningServer) {
        context.registry.watchCalls(endingProcessAfter: limit)
        for (name, time) in context.registry.environment.threads?.takeLong(longest) ?? [] {
            context.log(.warning, kind: "long_work", "\(name) has computed for \(time.components.seconds) s")
        }
        look(at: server.requestsAtWork, of: server)
    }

    private func look(at requests: [RequestAtWork], of server: RunningServer) {
        let now = context.registry.environment.now()
        seen.withLock { seen in seen = seen.filter { known in requests.contains { $0.id == known.key } } }
        for work in requests {
            let former = seen.withLock { seen in
                if seen[work.id] == nil { seen[work.id] = Seen(since: now) }
                return seen[work.id] ?? Seen(since: now)
            }
            let time = now - former.since
            // A call of a program has a watch of its own, which knows more of it.
            guard time >= longest,
                !context.registry.calls.isRunning(on: work.thread)
            else { continue }
            if !former.isReported { report(work, time) }
            guard let limit, time >= limit else { continue }
            if let faults = context.registry.environment.faults, !work.isAnsweredLater {
                faults.add(faults.key(of: work.request))
            }
            server.endProcess(for: work.id)
        }
    }

    private func report(_ work: RequestAtWork, _ time: Duration) {
        seen.withLock { $0[work.id]?.isReported = true }
        let request = work.request
        context.log(
            .error,
            kind: "endless_request",
            "\(request.method.rawValue) \(request.path): the server has been at work on the request for "
                + "\(time.components.seconds) s, and serves no other of the same event loop",
            request.id.map { [(name: "request", value: "\($0)")] } ?? []
        )
    }
}

extension FaultRecord {
    /// Identifies a request by everything that its answer may depend on, but for the header fields.
    func key(of request: Request) -> FaultKey {
        var key = self.key
        key.combine("request")
        key.combine(request.method.rawValue)
        key.combine(request.target)
        key.combine(request.body)
        key.combine(request.form?.entries ?? [])
        return key
    }
}

extension SiteContext {
    /// Begins a task that runs the app's code for a request.
    func task(
        for request: Request,
        _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        registry.environment.appTask(
            named: {
                "\(request.method.rawValue) \(request.path)" + (request.id.map { " (request \($0))" } ?? "")
            },
            operation
        )
    }

    /// Whether the request has ended a former process, which the log then says.
    func hasEndedProcess(_ request: Request) -> Bool {
        guard let faults = registry.environment.faults, !faults.isEmpty, faults.isKnown(faults.key(of: request)) else {
            return false
        }
        log(
            .error,
            kind: "fault_avoided",
            "\(request.method.rawValue) \(request.path): what has ended the server before was asked for again, and not done",
            request.id.map { [(name: "request", value: "\($0)")] } ?? []
        )
        return true
    }
}
