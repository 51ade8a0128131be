import ElmwoodArchitecture
import FoundationEssentials
import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// One process of the site, from its start to its end. Its memory is lost when it ends.
final class SimulatedProcess {
    let number: Int
    let registry: SessionRegistry
    private let hosts: [SiteAddress: SessionHost]
    /// The hosts of the program that has places.
    private let places: PlaceHosts
    /// Whether it was told to stop, and is handing its sessions over.
    var isEnding = false
    /// Whether there were other processes when it began.
    var beganBesideOthers = false
    /// Whether the site has switched to another process, since this one did not answer.
    var isLeft = false

    init(
        _ number: Int,
        _ scheduler: Scheduler,
        _ configuration: Configuration,
        _ views: ViewNotes,
        _ storage: MemoryStorage,
        _ source: DatabaseConnection,
        _ store: any SessionStore,
        perform: @escaping @Sendable (BegunEffect<Ledger>, SiteAddress) async throws -> Void
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
            limits: configuration.limits,
            environment: environment,
            store: store
        )
        let plans = Dictionary(uniqueKeysWithValues: zip(SiteAddress.programs, configuration.plans))
        let make: @Sendable (SiteAddress) -> SessionHost = { [registry] address in
            SessionHost(
                Ledger(
                    shares: configuration.shares,
                    listens: address.program == "/live",
                    plan: plans[address.program] ?? [],
                    source: source,
                    rows: source.database.rows,
                    views: views,
                    meanwhile: { scheduler.doMeanwhile(in: number) }
                ),
                name: address.program,
                place: address.place,
                base: address.path,
                registry: registry,
                perform: { try await perform($0, address) }
            )
        }
        hosts = Dictionary(uniqueKeysWithValues: SiteAddress.paths.map { ($0, make($0)) })
        places = PlaceHosts(name: SiteAddress.pattern, registry: registry) { path in
            guard SiteAddress.isPlace(path) else { return nil }
            return make(SiteAddress(program: SiteAddress.pattern, place: path))
        }
        if configuration.shares { _ = registry.share(Board { scheduler.doMeanwhile(in: number) }) }
    }

    /// Returns the host of an address.
    func host(at address: SiteAddress) -> SessionHost? {
        guard let place = address.place else { return hosts[address] }
        return places.host(at: place)
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
