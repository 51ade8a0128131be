import ElmwoodArchitecture
import Dispatch
import ElmwoodLanguages
import ElmwoodObservation
import FoundationEssentials
import Glibc
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodThreads
import ElmwoodViewTree

/// Everything outside of the sessions, passed in so that a test can replace it: time, dates, randomness, ids, threads, the log.
package struct Environment: Sendable {
    /// Monotonic time since any fixed moment.
    package var now: @Sendable () -> Duration
    /// Calls the function once after that time, on any thread, unless it is cancelled.
    package var schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledCall
    /// Runs the function soon, on a thread other than the caller's.
    package var execute: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Runs a function that the answer to a request may wait for; nil: like any other.
    package var executeAwaited: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
    /// Begins a task: an effect, or an operation of the store.
    package var task: @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>
    /// The threads of tasks that run an app's code; nil: they run like any other task.
    package var threads: TaskThreads?
    /// Begins a read of a page; nil: like any other task.
    package var readTask: (@Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>)?
    /// Returns what a test answers a read with, in place of its source; nil if the source is read.
    package var readAnswer: (@Sendable (ReadRequest) -> ReadValue?)?
    /// Creates a named queue for tasks that run one after the other.
    package var queue: @Sendable (_ label: String) -> any TaskExecutor = { QueueExecutor(label: $0) }
    /// 64 unpredictable bits, new each time, for ids and tickets.
    package var bits: @Sendable () -> UInt64 = {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
    /// The current date, for `Command.now`.
    package var date: @Sendable () -> Date
    /// A number within that range, for `Command.random`. Session ids never come from here.
    package var random: @Sendable (ClosedRange<Int>) -> Int
    /// The store of the programs' values.
    package var storage: any Storage
    /// The site's own sentences, in its languages.
    package var sentences = Sentences.catalogue
    /// Tells views where the site serves its files; nil if there is no site.
    package var assets: (any AssetAddresses)?
    /// The record of what has ended former processes, and is not tried again; nil if no record is kept.
    package var faults: FaultRecord?
    /// Whether another session may begin for a client, which ``Visit/client`` stands for.
    package var admitsSession: @Sendable (UInt32) -> Bool = { _ in true }
    /// Whether more may be stored for a client, which ``Visit/client`` stands for, and for a visitor.
    package var admitsStorage: @Sendable (UInt32, VisitorID) -> Bool = { _, _ in true }
    /// Counts bytes that are added to a store for a client and a visitor.
    package var countStored: @Sendable (_ bytes: Int, UInt32, VisitorID) -> Void = { _, _, _ in }
    /// Is told of what happens; nil if nobody asks.
    package var observer: (any Observer)?
    /// Receives the events that belong in the log: see ``log(_:_:)``.
    package var logged: @Sendable (SessionEvent, EventContext) -> Void
    /// Receives the events of sessions and identities that an operator audits: renewals, ends, sign-ins, refused tokens.
    package var audit: @Sendable (AuditEvent) -> Void = { _ in }
    /// Whether the one who writes the program looks at its pages.
    package var isInDevelopment = false

    package init(
        now: @escaping @Sendable () -> Duration,
        schedule: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledCall,
        execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        task: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never> = { Task(operation: $0) },
        date: @escaping @Sendable () -> Date,
        random: @escaping @Sendable (ClosedRange<Int>) -> Int,
        storage: any Storage = MemoryStorage(),
        log: @escaping @Sendable (SessionEvent, EventContext) -> Void
    ) {
        self.now = now
        self.schedule = schedule
        self.execute = execute
        self.task = task
        self.date = date
        self.random = random
        self.storage = storage
        logged = log
    }

    /// The environment of a running site.
    ///
    /// Time and work come from Dispatch, not from tasks. Otherwise a program whose effects keep every thread of the task pool busy
    /// would delay the answers of all visitors.
    package static func system(
        storage: any Storage = MemoryStorage(),
        observer: (any Observer)? = nil,
        log: @escaping @Sendable (SessionEvent, EventContext) -> Void
    ) -> Environment {
        let origin = monotonicTime()
        let timers = TimerQueue()
        let workers = DispatchQueue(label: "elmwood.turns", attributes: .concurrent)
        let limiter = EventLimiter(schedule: timers.schedule, log: log)
        var environment = Environment(
            now: { monotonicTime() - origin },
            schedule: timers.schedule,
            execute: { work in workers.async(execute: work) },
            date: { Date() },
            random: { range in Int.random(in: range) },
            storage: storage,
            log: { event, context in
                observer?.observe(Observation(event))
                limiter(event, context)
            }
        )
        environment.observer = observer
        environment.threads = TaskThreads()
        // Most reads wait for a database.
        environment.readTask = { Task(executorPreference: BlockingThreads.shared, operation: $0) }
        return environment
    }

    /// Begins a task that runs an app's code: an endpoint, or an effect.
    ///
    /// - Parameter name: what it is, for the log if it computes for long.
    package func appTask(
        named name: @escaping @Sendable () -> String,
        _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        guard let threads else { return task(operation) }
        return Task(executorPreference: threads.executor(named: name), operation: operation)
    }

    /// Reports an event for the log.
    package func log(_ event: SessionEvent, _ context: EventContext = EventContext()) { logged(event, context) }

    /// Tells the observer of an operation of the store of sessions.
    func observe(_ operation: ObservedStore.Operation, of sessions: Int, since start: Duration, hasFailed: Bool) {
        guard let observer else { return }
        let duration = now() - start
        observer.observe(
            .store(ObservedStore(operation: operation, sessions: sessions, duration: duration, hasFailed: hasFailed))
        )
    }

    /// The source of a turn's random numbers and dates.
    var sources: TurnSources { TurnSources(random: random, date: date) }
}

/// Returns the time of `ContinuousClock`, for half the instructions: each call of a program reads it twice.
private func monotonicTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    // Without divisions, which the other ways to make one have: each call of a program reads the clock twice.
    return Duration(attoseconds: (Int128(time.tv_sec) * 1_000_000_000 + Int128(time.tv_nsec)) * 1_000_000_000)
}

/// A scheduled call that can be cancelled.
package struct ScheduledCall: Sendable {
    private let calledOff: @Sendable () -> Void

    package init(cancel: @escaping @Sendable () -> Void) {
        calledOff = cancel
    }

    /// Cancels the call. Does nothing if it was made already.
    package func cancel() {
        calledOff()
    }
}

extension Observation {
    fileprivate init(_ event: SessionEvent) {
        self =
            switch event {
            case .visitorsEvicted(let count, _): .eviction(visitors: count)
            default: .incident(kind: event.kind, program: event.program)
            }
    }
}
