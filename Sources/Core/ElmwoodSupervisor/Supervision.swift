/// The states of a supervisor's workers, and the reactions to events: a state machine without processes.
///
/// Each call reports an event and its time, and returns the actions to carry out, in order.
struct Supervision {
    /// What happened.
    enum Event: Equatable {
        /// A worker reports that it serves.
        case ready(Int32)
        case ended(Int32, WorkerEnd)
        /// SIGHUP: a new worker replaces the current one.
        case replace
        /// SIGTERM or SIGINT: all workers end.
        case stop(Int32)
        /// The ``deadline`` has been reached.
        case due
    }

    /// An action to carry out.
    enum Action: Equatable {
        /// Start a worker, and pass its process to ``started(_:at:)``.
        case start
        case send(signal: Int32, to: Int32)
        case say(String)
        /// End with that status.
        case exit(Int32)
    }

    private struct Worker {
        var process: Int32
        var since: Duration
        var isReady = false
    }

    /// The worker that serves, or will.
    private var worker: Worker?
    /// The worker that will replace it once it is ready.
    private var successor: Worker?
    /// The workers that were told to end.
    private var leaving: [Int32] = []
    /// How long a worker continues to serve after SIGTERM.
    private let drainTime: Duration
    /// Whether any worker was ever ready. Before that, the end of a worker ends the supervisor, since another attempt would fail in
    /// the same way.
    private var hasServed = false
    /// How many consecutive workers ended soon after their start.
    private var failures = 0
    private var restart: Duration?
    private var startsSuccessor = false
    private var stopping: (signal: Int32, deadline: Duration)?

    /// How long a worker must live not to count as failed.
    private static let trial = Duration.seconds(10)
    /// How long a worker may take to be ready, and to end.
    private static let transitionTimeout = Duration.seconds(60)

    init(drainTime: Duration = .zero) { self.drainTime = drainTime }

    /// When ``Event/due`` must be reported; nil if nothing is pending.
    var deadline: Duration? {
        [restart, successor.map { $0.since + Self.transitionTimeout }, stopping?.deadline].compactMap { $0 }.min()
    }

    /// Reports that a worker was started by ``Action/start``.
    mutating func started(_ process: Int32, at now: Duration) {
        if startsSuccessor {
            successor = Worker(process: process, since: now)
        } else {
            worker = Worker(process: process, since: now)
        }
        startsSuccessor = false
    }

    /// Reports that a worker could not be started.
    mutating func notStarted(at now: Duration, _ reason: String) -> [Action] {
        let said = Action.say("No worker can be started: \(reason).")
        if startsSuccessor {
            startsSuccessor = false
            return [said]
        }
        guard hasServed else { return [said, .exit(1)] }
        return [said] + startLater(at: now)
    }

    mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        switch event {
        case .ready(let process): ready(process)
        case .ended(let process, let end): ended(process, end, at: now)
        case .replace: replace()
        case .stop(let signal): stop(signal, at: now)
        case .due: due(at: now)
        }
    }

    private mutating func ready(_ process: Int32) -> [Action] {
        if worker?.process == process {
            worker?.isReady = true
            hasServed = true
            return []
        }
        guard var next = successor, next.process == process else { return [] }
        next.isReady = true
        successor = nil
        let former = worker
        worker = next
        hasServed = true
        failures = 0
        restart = nil
        guard let former else { return [] }
        leaving.append(former.process)
        // Not SIGTERM, on which it would continue to serve for its drain time.
        return [.say("A new worker has taken over."), .send(signal: Signals.interrupt, to: former.process)]
    }

    private mutating func ended(_ process: Int32, _ end: WorkerEnd, at now: Duration) -> [Action] {
        if let place = leaving.firstIndex(of: process) {
            leaving.remove(at: place)
            return isOver
        }
        if stopping != nil {
            if worker?.process == process { worker = nil }
            if successor?.process == process { successor = nil }
            return isOver
        }
        if successor?.process == process {
            successor = nil
            if worker != nil { return [.say("The new worker \(end) before it served; the former worker continues.")] }
            failures += 1
            return [.say("The new worker \(end) before it served. Another one is started.")] + startLater(at: now)
        }
        guard let former = worker, former.process == process else { return [] }
        worker = nil
        // A first worker that ends before it serves has logged why: the settings, the address.
        guard hasServed else { return [.exit(end.status)] }
        let said = Action.say("The worker \(end). Another one is started.")
        // Its successor is running already.
        if successor != nil { return [said] }
        failures = former.isReady && now - former.since >= Self.trial ? 0 : failures + 1
        return [said] + startLater(at: now)
    }

    /// Starts a worker: immediately the first time, and after increasing delays of up to ten seconds if it keeps failing.
    private mutating func startLater(at now: Duration) -> [Action] {
        guard failures > 1 else { return [.start] }
        restart = now + min(.seconds(10), .milliseconds(100 * (1 << min(failures - 2, 7))))
        return []
    }

    private mutating func replace() -> [Action] {
        guard stopping == nil, successor == nil, !startsSuccessor, worker != nil else { return [] }
        startsSuccessor = true
        return [.start]
    }

    private mutating func stop(_ signal: Int32, at now: Duration) -> [Action] {
        let processes = [worker?.process, successor?.process].compactMap { $0 } + leaving
        if stopping != nil { return processes.map { .send(signal: Signals.kill, to: $0) } }
        stopping = (signal, now + drainTime + Self.transitionTimeout)
        restart = nil
        guard !processes.isEmpty else { return [.exit(0)] }
        return processes.map { .send(signal: signal, to: $0) }
    }

    private var isOver: [Action] {
        stopping != nil && worker == nil && successor == nil && leaving.isEmpty ? [.exit(0)] : []
    }

    private mutating func due(at now: Duration) -> [Action] {
        if let stopping, now >= stopping.deadline {
            self.stopping?.deadline = now + Self.transitionTimeout
            return stop(stopping.signal, at: now)
        }
        if let time = restart, now >= time {
            restart = nil
            return [.start]
        }
        if let late = successor, now >= late.since + Self.transitionTimeout {
            successor = nil
            leaving.append(late.process)
            let actions: [Action] = [
                .say("The new worker was not ready in time."), .send(signal: Signals.kill, to: late.process),
            ]
            return worker == nil ? actions + startLater(at: now) : actions
        }
        return []
    }
}

/// How a worker ended.
enum WorkerEnd: Equatable, CustomStringConvertible {
    case exited(Int32)
    case killed(signal: Int32)

    /// The status that a shell would show.
    var status: Int32 {
        switch self {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        }
    }

    var description: String {
        switch self {
        case .exited(let status): "ended with status \(status)"
        case .killed(let signal): "was ended by signal \(signal) (\(Signals.name(signal)))"
        }
    }
}
