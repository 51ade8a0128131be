import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// What happens in a simulation, in the order in which it does: one heap of events over virtual time, and the clocks of the
/// processes. All that runs on other threads elsewhere (timers, queues, tasks) becomes an event here.
final class Scheduler: Sendable {
    /// Something that happens at a moment.
    enum Event: Sendable {
        /// A timer, or work that was handed to another thread.
        case call(@Sendable () -> Void)
        /// A piece of a task.
        case job(UnownedJob, on: any TaskExecutor)
        /// A question arrives at the store.
        case question(Int)
        /// Its answer arrives at the process.
        case answer(Int, Result<StoreAnswer, StoreFailure>)
        /// What concerns visitors, their network and the faults.
        case site(SiteEvent)
    }

    fileprivate struct Entry: Sendable {
        var time: Microseconds
        let event: Event
        /// The process that it happens in; nil where it happens elsewhere.
        let process: Int?
        /// Whether it waits for a time, which stands still while its process's does.
        let isTimer: Bool

        /// Whether it happens on a thread of its own: not on a queue, which may be at something else just now.
        var isWork: Bool {
            switch event {
            case .call, .answer(_, .success): true
            case .job(_, let executor): !((executor as? SimulatedQueue)?.isSerial ?? true)
            case .answer, .question, .site: false
            }
        }
    }

    /// A process's clock, and whether it goes.
    struct Clock: Sendable {
        /// How long its time has stood still.
        var frozen: Microseconds = 0
        /// How far its date is off.
        var skew: Microseconds = 0
        var stopped: Microseconds?
        var isTimeFrozen = false
        var isDead = false
    }

    /// A question to the store, or a sleep, that a task waits for.
    struct Question: Sendable {
        let process: Int
        let request: StoreRequest
        let continuation: CheckedContinuation<StoreAnswer, any Error>
    }

    fileprivate struct State {
        var now: Microseconds = 0
        var number = 0
        var heap = Heap()
        var entries: [Int: Entry] = [:]
        var clocks: [Int: Clock] = [:]
        var questions: [Int: Question] = [:]
        /// The questions of those who sleep.
        var sleepers: [Int: Int] = [:]
        var sleeper = 0
        var chance: Chance
        /// The jobs of processes that are dead, which are to come to their end.
        var orphans: [Event] = []
    }

    private let state: Mutex<State>

    /// The date at which all simulations begin, in seconds since 1970.
    static let origin: Int64 = 1_800_000_000

    init(chance: Chance) { state = Mutex(State(chance: chance)) }

    var now: Microseconds { state.withLock { $0.now } }

    // MARK: Events

    /// Adds an event.
    ///
    /// - Parameter jitter: how much later it may happen, at most.
    @discardableResult
    func add(
        _ event: Event,
        in process: Int? = nil,
        after delay: Microseconds = 0,
        jitter: Microseconds = 0,
        isTimer: Bool = false
    ) -> Int {
        state.withLock { state in
            let late = jitter > 0 ? state.chance.number(0...jitter) : 0
            return state.add(event, process, at: state.now + max(0, delay) + late, isTimer: isTimer)
        }
    }

    /// Adds an event that comes after all that was added to its queue before.
    ///
    /// - Parameter last: when the queue's last one comes.
    func add(_ event: Event, in process: Int, after last: inout Microseconds, jitter: Microseconds) {
        last = state.withLock { state in
            let time = max(last, state.now + state.chance.number(0...jitter))
            state.add(event, process, at: time, isTimer: false)
            return time
        }
    }

    func cancel(_ number: Int) {
        // What it holds is let go of here, not under the lock.
        _ = state.withLock { $0.entries.removeValue(forKey: number) }
    }

    /// The next event; nil where nothing is left to happen. Time goes on to it.
    func next() -> (event: Event, process: Int?, number: Int)? {
        state.withLock { state in
            while let top = state.heap.pop() {
                guard let entry = state.entries[top.number], entry.time == top.time else { continue }
                // It stays without a place in the heap until its process goes on.
                if let process = entry.process, state.clocks[process]?.stopped != nil { continue }
                state.entries[top.number] = nil
                state.now = max(state.now, top.time)
                return (entry.event, entry.process, top.number)
            }
            return nil
        }
    }

    /// Has some of what other threads of a process are about to do happen now, in the midst of a turn that takes its time: so what
    /// comes to a session meanwhile waits for the turn's end.
    func doMeanwhile(in process: Int) {
        let end = state.withLock { state -> Microseconds? in
            guard !(state.clocks[process]?.isDead ?? true), state.chance.happens(0.1) else { return nil }
            return state.now + state.chance.number(0...50_000)
        }
        guard let end else { return }
        for _ in 0..<6 {
            switch takeWork(of: process, until: end) {
            case .call(let call)?: call()
            case .job(let job, let executor)?: job.runSynchronously(on: executor.asUnownedTaskExecutor())
            case .answer(let number, .success(let answer))?: finish(number)?.continuation.resume(returning: answer)
            case .answer, .question, .site, nil: return
            }
        }
    }

    private func takeWork(of process: Int, until end: Microseconds) -> Event? {
        state.withLock { state in
            let work = state.entries.filter { $0.value.process == process && $0.value.time <= end && $0.value.isWork }
            guard let first = work.min(by: { ($0.value.time, $0.key) < ($1.value.time, $1.key) }) else { return nil }
            state.entries[first.key] = nil
            state.now = max(state.now, first.value.time)
            return first.value.event
        }
    }

    // MARK: Processes

    func begin(_ process: Int, skew: Microseconds) { state.withLock { $0.clocks[process] = Clock(skew: skew) } }

    func stop(_ process: Int, isTimeFrozen: Bool) {
        state.withLock { state in
            state.clocks[process]?.stopped = state.now
            state.clocks[process]?.isTimeFrozen = isTimeFrozen
        }
    }

    func goOn(_ process: Int) {
        state.withLock { state in
            guard var clock = state.clocks[process], let stopped = clock.stopped else { return }
            let pause = state.now - stopped
            clock.stopped = nil
            if clock.isTimeFrozen { clock.frozen += pause }
            state.clocks[process] = clock
            for number in state.entries.keys.sorted() {
                guard let entry = state.entries[number], entry.process == process else { continue }
                let isLater = clock.isTimeFrozen && entry.isTimer
                let time = isLater ? entry.time + pause : max(entry.time, state.now)
                state.entries[number]?.time = time
                state.heap.push(Heap.Entry(time: time, number: number))
            }
        }
    }

    /// Ends a process where it stands: nothing that was to happen in it does, and what it has asked the store is never answered.
    ///
    /// - Returns: what is to be carried out in the dark, so that it comes to its end and leaves the memory.
    func end(_ process: Int) -> (events: [Event], questions: [Question]) {
        state.withLock { state in
            state.clocks[process]?.isDead = true
            var events: [Event] = []
            for number in state.entries.keys.sorted() {
                guard let entry = state.entries[number], entry.process == process else { continue }
                state.entries[number] = nil
                events.append(entry.event)
            }
            var questions: [Question] = []
            for number in state.questions.keys.sorted() {
                guard let question = state.questions[number], question.process == process else { continue }
                state.questions[number] = nil
                questions.append(question)
            }
            return (events, questions)
        }
    }

    /// What dead processes have left to do.
    func takeOrphans() -> [Event] {
        state.withLock { state in
            defer { state.orphans = [] }
            return state.orphans
        }
    }

    /// What a process's clock says, which is stopped with it or goes on without it.
    func time(of process: Int) -> Microseconds { state.withLock { $0.now - ($0.clocks[process]?.frozen ?? 0) } }

    /// What it takes the date to be, in microseconds since 1970.
    func date(of process: Int) -> Microseconds {
        state.withLock { Self.origin * 1_000_000 + $0.now + ($0.clocks[process]?.skew ?? 0) }
    }

    func isStopped(_ process: Int) -> Bool { state.withLock { $0.clocks[process]?.stopped != nil } }

    // MARK: Chance

    /// A number from the simulation's chance, for what the core asks.
    func bits() -> UInt64 { state.withLock { $0.chance.next() } }

    func random(in range: ClosedRange<Int>) -> Int {
        state.withLock { Int.random(in: range, using: &$0.chance) }
    }

    // MARK: The store

    /// Asks the store something, or sleeps.
    func ask(_ request: StoreRequest, by process: Int) async throws -> StoreAnswer {
        try await withCheckedThrowingContinuation { continuation in
            let isDead = state.withLock { state in
                guard let clock = state.clocks[process], !clock.isDead else { return true }
                let time = state.now + state.chance.number(0...200)
                let number = state.add(.question(state.number), nil, at: time, isTimer: false)
                state.questions[number] = Question(process: process, request: request, continuation: continuation)
                return false
            }
            if isDead { continuation.resume(throwing: StoreFailure.gone) }
        }
    }

    /// Lets time pass in a process, or throws as soon as the task is cancelled.
    func sleep(_ time: Microseconds, in process: Int) async throws {
        let sleeper = state.withLock { state in
            defer { state.sleeper += 1 }
            return state.sleeper
        }
        _ = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<StoreAnswer, any Error>) in
                let isOver = state.withLock { state in
                    guard !Task.isCancelled, let clock = state.clocks[process], !clock.isDead else { return true }
                    let number = state.add(
                        .answer(state.number, .success(.slept)),
                        process,
                        at: state.now + time,
                        isTimer: true
                    )
                    state.sleepers[sleeper] = number
                    state.questions[number] = Question(process: process, request: .sleep, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let question = state.withLock { state -> Question? in
                guard let number = state.sleepers[sleeper] else { return nil }
                state.entries[number] = nil
                return state.questions.removeValue(forKey: number)
            }
            question?.continuation.resume(throwing: CancellationError())
        }
        state.withLock { _ = $0.sleepers.removeValue(forKey: sleeper) }
    }

    /// What was asked; nil where the asking process is dead.
    func question(_ number: Int) -> Question? { state.withLock { $0.questions[number] } }

    /// Takes a question off those that wait.
    func finish(_ number: Int) -> Question? { state.withLock { $0.questions.removeValue(forKey: number) } }
}

extension Scheduler.State {
    @discardableResult
    fileprivate mutating func add(_ event: Scheduler.Event, _ process: Int?, at time: Microseconds, isTimer: Bool)
        -> Int
    {
        let number = number
        self.number += 1
        if let process, clocks[process]?.isDead ?? true {
            if case .job = event { orphans.append(event) }
            return number
        }
        entries[number] = Scheduler.Entry(time: time, event: event, process: process, isTimer: isTimer)
        if let process, clocks[process]?.stopped != nil { return number }
        heap.push(Heap.Entry(time: time, number: number))
        return number
    }
}

/// The events that are to come, the earliest first, and of those of one moment the one that was added first.
struct Heap: Sendable {
    struct Entry: Sendable {
        let time: Microseconds
        let number: Int

        static func < (left: Entry, right: Entry) -> Bool { (left.time, left.number) < (right.time, right.number) }
    }

    private var entries: [Entry] = []

    mutating func push(_ entry: Entry) {
        entries.append(entry)
        var place = entries.count - 1
        while place > 0 {
            let parent = (place - 1) / 2
            guard entries[place] < entries[parent] else { return }
            entries.swapAt(place, parent)
            place = parent
        }
    }

    mutating func pop() -> Entry? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        guard !entries.isEmpty else { return first }
        entries[0] = last
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < entries.count && entries[child] < entries[least] {
                least = child
            }
            guard least != place else { return first }
            entries.swapAt(place, least)
            place = least
        }
    }
}
