import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// The events of a simulation in their order: one heap of events over virtual time, and the clocks of the processes. Everything
/// that runs on other threads in a real process (timers, queues, tasks) is an event here.
final class Scheduler: Sendable {
    /// Something that happens at one time.
    enum Event: Sendable {
        /// A timer, or work that was dispatched to another thread.
        case call(@Sendable () -> Void)
        /// A job of a task.
        case job(UnownedJob, on: any TaskExecutor)
        /// A request arrives at the store.
        case question(Int)
        /// Its answer arrives at the process.
        case answer(Int, Result<StoreAnswer, StoreFailure>)
        /// An event of the visitors, the network or the faults.
        case site(SiteEvent)
    }

    fileprivate struct Entry: Sendable {
        var time: Microseconds
        let event: Event
        /// The process in which it happens; nil if it happens in none.
        let process: Int?
        /// Whether it is a timer, which stops with its process's clock.
        let isTimer: Bool

        /// Whether it runs on a thread of its own: not on a queue, which may be busy at that time.
        var isWork: Bool {
            switch event {
            case .call, .answer(_, .success): true
            case .job(_, let executor): !((executor as? SimulatedQueue)?.isSerial ?? true)
            case .answer, .question, .site: false
            }
        }
    }

    /// A process's clock, and whether it runs.
    struct Clock: Sendable {
        /// For how long it has been stopped.
        var frozen: Microseconds = 0
        /// The error of its date.
        var skew: Microseconds = 0
        var stopped: Microseconds?
        var isTimeFrozen = false
        var isDead = false
    }

    /// A request to the store, or a sleep, that a task waits for.
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
        /// The questions of sleeping tasks.
        var sleepers: [Int: Int] = [:]
        var sleeper = 0
        var chance: Chance
        /// The jobs of dead processes, which have to finish.
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
    /// - Parameter jitter: the maximum random delay.
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

    /// Adds an event that happens after all events that were added to its queue before.
    ///
    /// - Parameter last: the time of the queue's last event.
    func add(_ event: Event, in process: Int, after last: inout Microseconds, jitter: Microseconds) {
        last = state.withLock { state in
            let time = max(last, state.now + state.chance.number(0...jitter))
            state.add(event, process, at: time, isTimer: false)
            return time
        }
    }

    func cancel(_ number: Int) {
        // Its content is released here, and not under the lock.
        _ = state.withLock { $0.entries.removeValue(forKey: number) }
    }

    /// Removes and returns the next event, and advances the time to it. Returns nil if there are no more events.
    func next() -> (event: Event, process: Int?, number: Int)? {
        state.withLock { state in
            while let top = state.heap.pop() {
                guard let entry = state.entries[top.number], entry.time == top.time else { continue }
                // It is put back into the heap when its process continues.
                if let process = entry.process, state.clocks[process]?.stopped != nil { continue }
                state.entries[top.number] = nil
                state.now = max(state.now, top.time)
                return (entry.event, entry.process, top.number)
            }
            return nil
        }
    }

    /// Runs some of the events of other threads of a process now, in the middle of a long turn. Messages that arrive for the
    /// session therefore wait until the turn's end.
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

    /// Ends a process immediately: none of its events happen, and its requests to the store are never answered.
    ///
    /// - Returns: the events to run with no effect outside, so that their tasks end and free their memory.
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

    /// Removes and returns the remaining jobs of dead processes.
    func takeOrphans() -> [Event] {
        state.withLock { state in
            defer { state.orphans = [] }
            return state.orphans
        }
    }

    /// Returns the time of a process's clock, which stops with the process or continues without it.
    func time(of process: Int) -> Microseconds {
        state.withLock { state in
            guard let clock = state.clocks[process] else { return state.now }
            let now = clock.isTimeFrozen ? clock.stopped ?? state.now : state.now
            return now - clock.frozen
        }
    }

    /// Returns the date of a process's clock, in microseconds.
    func date(of process: Int) -> Microseconds {
        state.withLock { Self.origin * 1_000_000 + $0.now + ($0.clocks[process]?.skew ?? 0) }
    }

    /// When a process was stopped; nil if it is not.
    func stopTime(of process: Int) -> Microseconds? { state.withLock { $0.clocks[process]?.stopped } }

    func isStopped(_ process: Int) -> Bool { state.withLock { $0.clocks[process]?.stopped != nil } }

    // MARK: Random numbers

    /// Returns a random number for the code under test.
    func bits() -> UInt64 { state.withLock { $0.chance.next() } }

    func random(in range: ClosedRange<Int>) -> Int {
        state.withLock { Int.random(in: range, using: &$0.chance) }
    }

    // MARK: The store

    /// Sends a request to the store, or sleeps.
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

    /// Sleeps in a process, or throws as soon as the task is cancelled, if it can be.
    func sleep(_ time: Microseconds, in process: Int, isCancellable: Bool = true) async throws {
        let sleeper = state.withLock { state in
            defer { state.sleeper += 1 }
            return state.sleeper
        }
        _ = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<StoreAnswer, any Error>) in
                let isOver = state.withLock { state in
                    guard !(isCancellable && Task.isCancelled), let clock = state.clocks[process], !clock.isDead else {
                        return true
                    }
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
                guard isCancellable, let number = state.sleepers[sleeper] else { return nil }
                state.entries[number] = nil
                return state.questions.removeValue(forKey: number)
            }
            question?.continuation.resume(throwing: CancellationError())
        }
        state.withLock { _ = $0.sleepers.removeValue(forKey: sleeper) }
    }

    /// Returns a request; nil if the process that sent it is dead.
    func question(_ number: Int) -> Question? { state.withLock { $0.questions[number] } }

    /// Removes and returns a waiting request.
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

/// The scheduled events, the earliest first; of those at the same time, the one that was added first.
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
