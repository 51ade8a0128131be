import ElmwoodSessions
import Synchronization

/// What the simulated programs read: rows whose versions grow. It records what each process was told of them.
final class Database: Sendable {
    /// What a request has to be shown at least.
    struct Moment: Sendable {
        /// The version of each row that its process was last told of.
        var told: [Int] = []
        /// The version of each row.
        var current: [Int] = []
        /// The time by its process's clock.
        var time: Microseconds = 0
    }

    /// How reads fail.
    struct Faults: Sendable {
        /// The maximum time of a read.
        var latency: Microseconds
        var fails: Double = 0
        /// The probability that a read takes many seconds, and that it then ignores that it is cancelled.
        var hangs: Double = 0
        var ignores: Double = 0
    }

    /// A read that has not returned.
    private struct Running {
        let read: RowRead
        let process: Int
        var isCancelled = false
    }

    private struct State {
        var versions: [Int]
        /// By row and version: the time, by the clock of each process, at which the next version replaced it.
        var replaced: [[[Int: Microseconds]]]
        var told: [Int: [Int]] = [:]
        var running: [Int: Running] = [:]
        var count = 0
        var faults: Faults
        var violation: String?
    }

    private let scheduler: Scheduler
    private let state: Mutex<State>

    init(_ scheduler: Scheduler, rows: Int, _ faults: Faults) {
        self.scheduler = scheduler
        state = Mutex(
            State(
                versions: Array(repeating: 0, count: rows),
                replaced: Array(repeating: [], count: rows),
                faults: faults
            )
        )
    }

    var rows: Int { state.withLock { $0.versions.count } }

    /// Reads neither fail nor take long any more.
    func endFaults() { state.withLock { $0.faults = Faults(latency: $0.faults.latency) } }

    /// All reads fail until ``endFaults()``.
    func beginFailure() { state.withLock { $0.faults.fails = 1 } }

    /// Returns what is wrong with the reads that have begun since the last call.
    func takeViolation() -> String? {
        state.withLock { state in
            defer { state.violation = nil }
            return state.violation
        }
    }

    // MARK: Processes

    func begin(_ process: Int) { state.withLock { $0.told[process] = Array(repeating: 0, count: $0.versions.count) } }

    func end(_ process: Int) {
        state.withLock { state in
            state.told[process] = nil
            state.running = state.running.filter { $0.value.process != process }
        }
    }

    // MARK: Changes

    /// Changes a row. Nobody is told.
    func change(_ row: Int) {
        state.withLock { state in
            guard state.versions.indices.contains(row) else { return }
            state.versions[row] += 1
            let times = state.told.keys.map { ($0, scheduler.time(of: $0)) }
            state.replaced[row].append(Dictionary(uniqueKeysWithValues: times))
        }
    }

    /// A process has been told that a row has changed.
    func noteTold(_ row: Int, in process: Int) {
        state.withLock { state in
            guard state.versions.indices.contains(row) else { return }
            state.told[process]?[row] = state.versions[row]
        }
    }

    /// Returns what a request has to be shown that arrives at a process now.
    func moment(in process: Int) -> Moment {
        state.withLock { state in
            Moment(told: state.told[process] ?? [], current: state.versions, time: scheduler.time(of: process))
        }
    }

    func version(of row: Int) -> Int { state.withLock { $0.versions[row] } }

    /// Returns when a version was replaced, by a process's clock; nil if that was before the process began.
    func replacement(of row: Int, _ version: Int, in process: Int) -> Microseconds? {
        state.withLock { state in
            let times = state.replaced[row]
            return times.indices.contains(version) ? times[version][process] : nil
        }
    }

    // MARK: Reads

    fileprivate func beginRead(_ read: RowRead, in process: Int) -> Int {
        state.withLock { state in
            let same = state.running.values.contains { $0.read == read && $0.process == process && !$0.isCancelled }
            if same { state.violation = "row \(read.row) is read twice at once in process \(process)" }
            state.count += 1
            state.running[state.count] = Running(read: read, process: process)
            return state.count
        }
    }

    fileprivate func endRead(_ number: Int) { state.withLock { _ = $0.running.removeValue(forKey: number) } }

    fileprivate func cancelRead(_ number: Int) { state.withLock { $0.running[number]?.isCancelled = true } }

    /// Returns how a read goes.
    fileprivate func fate() -> Fate {
        let faults = state.withLock { $0.faults }
        func happens(_ probability: Double) -> Bool {
            probability > 0 && Double(scheduler.random(in: 0...999_999)) < probability * 1e6
        }
        func time(_ range: ClosedRange<Microseconds>) -> Microseconds {
            Microseconds(scheduler.random(in: Int(range.lowerBound)...Int(range.upperBound)))
        }
        let hangs = happens(faults.hangs)
        let span = faults.latency + (hangs ? time(.seconds(1)...(.seconds(25))) : 0)
        return Fate(
            before: time(0...span),
            after: time(0...span),
            fails: happens(faults.fails),
            ignores: hangs && happens(faults.ignores)
        )
    }

    /// How a read goes: its times before and after the moment whose version it returns.
    fileprivate struct Fate {
        var before: Microseconds
        var after: Microseconds
        var fails: Bool
        /// Whether it continues when it is cancelled.
        var ignores: Bool
    }
}

/// The database from one process's point of view.
final class DatabaseConnection: Sendable {
    /// The error of a read.
    struct Unreadable: Error {}

    let database: Database
    private let scheduler: Scheduler
    private let process: Int

    init(_ database: Database, _ scheduler: Scheduler, process: Int) {
        self.database = database
        self.scheduler = scheduler
        self.process = process
    }

    /// Reads the version of a row, which takes some time, and may fail.
    func version(_ read: RowRead) async throws -> Int {
        let number = database.beginRead(read, in: process)
        defer { database.endRead(number) }
        let fate = database.fate()
        return try await withTaskCancellationHandler {
            try await scheduler.sleep(fate.before, in: process, isCancellable: !fate.ignores)
            let version = database.version(of: read.row)
            try await scheduler.sleep(fate.after, in: process, isCancellable: !fate.ignores)
            if fate.fails { throw Unreadable() }
            return version
        } onCancel: {
            database.cancelRead(number)
        }
    }

    /// Changes a row for an effect, and tells the process of it by the function.
    func change(_ row: Int, telling tell: ((String) -> Void)?) {
        database.change(row)
        guard let tell else { return }
        tell(RowRead.topic(row))
        database.noteTold(row, in: process)
    }
}
