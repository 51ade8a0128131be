import ElmwoodArchitecture
import FoundationEssentials
import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// One process of the site, from its start to its end. Its memory is lost when it ends.
final class SimulatedProcess {
    let number: Int
    let registry: SessionRegistry
    let hosts: [ProgramHost<Ledger>]
    /// Whether it was told to stop, and is handing its sessions over.
    var isEnding = false
    /// Whether the site has switched to another process, since this one did not answer.
    var isLeft = false

    /// The paths of the site's programs: one with subscriptions, and one without.
    static let names = ["/live", "/quiet"]

    init(
        _ number: Int,
        _ scheduler: Scheduler,
        _ limits: SessionLimits,
        _ views: ViewNotes,
        _ storage: MemoryStorage,
        perform: @escaping @Sendable (BegunEffect<Ledger>, _ program: String) async throws -> Void
    ) {
        self.number = number
        let pool = SimulatedQueue(scheduler, process: number, isSerial: false)
        var environment = Environment(
            now: { .microseconds(scheduler.time(of: number)) },
            schedule: { duration, call in
                let delay = duration.inMicroseconds
                let call = scheduler.add(.call(call), in: number, after: delay, jitter: 2_000, isTimer: true)
                return ScheduledCall { scheduler.cancel(call) }
            },
            execute: { scheduler.add(.call($0), in: number, jitter: 300) },
            task: { Task(executorPreference: pool, operation: $0) },
            date: { Date(timeIntervalSince1970: Double(scheduler.date(of: number)) / 1e6) },
            random: { scheduler.random(in: $0) },
            storage: storage,
            log: { _, _ in }
        )
        environment.bits = { scheduler.bits() }
        environment.queue = { _ in SimulatedQueue(scheduler, process: number, isSerial: true) }
        registry = SessionRegistry(
            limits: limits,
            environment: environment,
            store: StoreConnection(scheduler, process: number)
        )
        hosts = Self.names.indices.map { [registry] index in
            ProgramHost(
                Ledger(listens: index == 0, views: views) { scheduler.doMeanwhile(in: number) },
                name: Self.names[index],
                base: Self.names[index],
                registry: registry,
                perform: { try await perform($0, Self.names[index]) }
            )
        }
    }
}

/// A queue of a process, or its thread pool. Its jobs are events of the simulation, in order if it is serial.
final class SimulatedQueue: TaskExecutor {
    private let scheduler: Scheduler
    private let process: Int
    let isSerial: Bool
    /// The time of the last job.
    private let last = Mutex<Microseconds>(0)

    init(_ scheduler: Scheduler, process: Int, isSerial: Bool) {
        self.scheduler = scheduler
        self.process = process
        self.isSerial = isSerial
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let event = Scheduler.Event.job(UnownedJob(job), on: self)
        if isSerial {
            last.withLock { scheduler.add(event, in: process, after: &$0, jitter: 100) }
        } else {
            scheduler.add(event, in: process, jitter: 300)
        }
    }
}
