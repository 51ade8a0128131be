import ElmwoodArchitecture
import Dispatch
import FoundationEssentials
import ElmwoodStorage
import ElmwoodSupervisor

/// All that sessions need of the world, handed in, so that a test can be the world: time, dates, chance, ids, threads, the log.
package struct Environment: Sendable {
    /// Time that only goes forward, since any fixed moment.
    package var now: @Sendable () -> Duration
    /// Calls the function once, after that time, on any thread; not any more once cancelled.
    package var schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledCall
    /// Runs the function soon, on a thread that is not the caller's.
    package var execute: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Begins a task: an effect, or what is stored and loaded.
    package var task: @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>
    /// A queue of its own for tasks that are carried out one after the other, by its name.
    package var queue: @Sendable (_ label: String) -> any TaskExecutor = { QueueExecutor(label: $0) }
    /// 64 bits that nobody can foresee, others each time: what ids and tickets are made of.
    package var bits: @Sendable () -> UInt64 = {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
    /// The current date, for `Command.now`.
    package var date: @Sendable () -> Date
    /// A number of that range, for `Command.random`. Session ids never come from here.
    package var random: @Sendable (ClosedRange<Int>) -> Int
    /// Where programs' values are stored.
    package var storage: any Storage
    /// What has ended former processes, and is not tried again; nil where nobody keeps a record of it.
    package var faults: FaultRecord?
    /// Told what happens that nobody else hears of.
    package var log: @Sendable (SessionEvent) -> Void

    package init(
        now: @escaping @Sendable () -> Duration,
        schedule: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledCall,
        execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        task: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never> = { Task(operation: $0) },
        date: @escaping @Sendable () -> Date,
        random: @escaping @Sendable (ClosedRange<Int>) -> Int,
        storage: any Storage = MemoryStorage(),
        log: @escaping @Sendable (SessionEvent) -> Void
    ) {
        self.now = now
        self.schedule = schedule
        self.execute = execute
        self.task = task
        self.date = date
        self.random = random
        self.storage = storage
        self.log = log
    }

    /// The real world.
    ///
    /// Time and work come from Dispatch, not from tasks: a program whose effects keep every thread of the tasks' pool busy
    /// would hold up the answers of all visitors otherwise.
    package static func system(
        storage: any Storage = MemoryStorage(),
        log: @escaping @Sendable (SessionEvent) -> Void
    ) -> Environment {
        let origin = ContinuousClock.now
        let timers = DispatchQueue(label: "elmwood.timers")
        let workers = DispatchQueue(label: "elmwood.turns", attributes: .concurrent)
        return Environment(
            now: { ContinuousClock.now - origin },
            schedule: { duration, call in
                let pending = PendingCall(call)
                timers.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: duration.nanoseconds))) {
                    pending.make()
                }
                return ScheduledCall { pending.drop() }
            },
            execute: { work in workers.async(execute: work) },
            date: { Date() },
            random: { range in Int.random(in: range) },
            storage: storage,
            log: log
        )
    }

    /// Where a turn takes chance and dates from.
    var sources: TurnSources { TurnSources(random: random, date: date) }
}

/// A call that is to come, and can be called off.
package struct ScheduledCall: Sendable {
    private let calledOff: @Sendable () -> Void

    package init(cancel: @escaping @Sendable () -> Void) {
        calledOff = cancel
    }

    /// Calls it off; nothing where it was made already.
    package func cancel() {
        calledOff()
    }
}

/// A function that is called once, or dropped before, and with it all that it holds.
private final class PendingCall: Sendable {
    /// The function; nil once it was called or dropped.
    private let call: OrderedMutex<(@Sendable () -> Void)?>

    init(_ call: @escaping @Sendable () -> Void) {
        self.call = OrderedMutex(.leaf, call)
    }

    func make() { take()?() }

    func drop() { _ = take() }

    private func take() -> (@Sendable () -> Void)? {
        call.withLock { call in
            defer { call = nil }
            return call
        }
    }
}
