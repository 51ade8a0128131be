import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodSupervisor
import ElmwoodViewTree

/// Reads the values from outside that pages need, and keeps them while open pages show them.
///
/// There is one read at a time for one value, however many pages need it. A request that arrives while one is under way waits for
/// the next, which begins after its arrival: what it then shows is not older than the request. If a topic of a kept value changes,
/// the value is read again, and each page that shows it receives the new one.
package final class ReadCache: Sendable {
    /// Receives a value that was read.
    typealias Waiter = @Sendable (ReadValue) -> Void

    /// A value that is kept or being read.
    struct Entry {
        let request: ReadRequest
        /// Its number, in the order in which entries are created.
        var number: UInt64
        /// The value that was read last; nil if none was.
        var value: ReadValue?
        var readAt: Duration = .zero
        /// Whether a topic has changed since the value was read.
        var isOutdated = false
        /// The read that waits or runs; nil if none does.
        var run: Run?
        /// What waits for that read, and what waits for the one after it.
        var waiters: [Waiter] = []
        var laterWaiters: [Waiter] = []
        /// The client of the first of these.
        var laterClient: UInt32 = 0
        /// The open pages that show it.
        var viewers = OrderedObjects<WeakPageReads>()
        /// The number of reads in a row that have failed.
        var failures = 0

        /// Whether it must be read again for those who wait or show it.
        var isNeeded: Bool { !waiters.isEmpty || isOutdated && !viewers.isEmpty }

        /// Whether a request can be shown the value.
        func isFresh(at now: Duration) -> Bool {
            value != nil && run == nil && !isOutdated && !request.topics.isEmpty && now - readAt <= request.maximumAge
        }
    }

    /// A read that waits for its turn, or has begun.
    struct Run {
        var number: UInt64
        /// When it began to wait for its turn.
        let queued: Duration
        var hasBegun = false
    }

    struct State {
        var entries: [ReadKey: Entry] = [:]
        /// The entries of each topic.
        var topics: [ReceivedText: [UInt64: ReadKey]] = [:]
        /// The reads that wait for others to end.
        var queue: ReadQueue
        /// The number of tasks that have not returned.
        var tasks = 0
        /// The reads under way that may still take too long, and the timer for them and those that wait.
        var watched = WatchedReads()
        /// What the pages of each address have read last.
        var expected = ExpectedReads()
        /// The number of entries with a value.
        var values = 0
        /// The number of reads that have begun so far.
        var begun = 0
        var number: UInt64 = 0

        init(_ limits: SessionLimits) { queue = ReadQueue(limits) }
    }

    let environment: Environment
    let limits: SessionLimits
    /// The site's shared programs, whose models pages read.
    let shared: SharedPrograms
    /// The values and reads.
    let state: OrderedMutex<State>

    init(_ limits: SessionLimits, environment: Environment, shared: SharedPrograms) {
        self.shared = shared
        self.limits = limits
        self.environment = environment
        state = OrderedMutex(.leaf, State(limits))
    }

    /// The number of values that are kept or being read.
    package var count: Int { state.withLock { $0.entries.count } }

    /// How many values have been needed and reads begun so far: another number means that pages may show something else.
    package var progress: UInt64 { state.withLock { $0.number } }

    /// The number of requests that wait for the read after the one under way.
    package func waiters<R: Read>(behind read: R, from source: R.Source) -> Int {
        state.withLock { $0.entries[ReadKey(read, from: source)]?.laterWaiters.count ?? 0 }
    }

    // MARK: Reading

    /// Reads what a page needs, and returns the page with it.
    func read(_ missing: MissingInputs, for page: Page) -> Eventual<Page> {
        let gathering = ReadGathering(missing.requests)
        for request in gathering.requests {
            if environment.readAnswer == nil, let held = shared.heldValue(of: request) {
                observeKeptValue(of: request)
                gathering.add(held)
            } else {
                need(request, for: nil, of: page.client) { gathering.add($0) }
            }
        }
        return gathering.values.map { values in
            var page = page
            page.add(values)
            return page
        }
    }

    /// Reads what an open page needs. The page receives each value as soon as it is there; the result is ready when all are.
    func read(_ missing: MissingInputs, for reads: PageReads) -> Eventual<Void> {
        let gathering = ReadGathering(missing.requests)
        for request in gathering.requests {
            need(request, for: reads, of: reads.client) { gathering.add($0) }
        }
        return gathering.values.map { _ in }
    }

    /// Provides a value: at once if a kept one is fresh, otherwise when it has been read.
    ///
    /// - Parameters:
    ///   - client: stands for the client of the page; 0 if it is unknown.
    ///   - refusals: how often the page was refused the value in a row.
    func need(
        _ request: ReadRequest,
        for reads: PageReads?,
        of client: UInt32,
        after refusals: Int = 0,
        _ waiter: @escaping Waiter
    ) {
        enum Next { case has(ReadValue), begins, waits, refused }
        reads?.note(request.key)
        let now = environment.now()
        let next = state.withLock { state -> Next in
            let isFull = state.queue.count >= limits.waitingReads || state.queue.isFull(for: client)
            if state.entries[request.key] == nil, isFull { return .refused }
            var entry = state.takeEntry(of: request)
            defer { state.entries[request.key] = entry }
            if let reads { entry.viewers[ObjectIdentifier(reads)] = WeakPageReads(reads: reads) }
            if entry.isFresh(at: now), let value = entry.value { return .has(value) }
            // An open page is brought up to date when the next read ends; another request must not show what is older than itself.
            if reads == nil, entry.run?.hasBegun ?? false {
                if state.queue.isFull(for: client) { return .refused }
                if entry.laterWaiters.isEmpty { entry.laterClient = client }
                entry.laterWaiters.append(waiter)
            } else {
                entry.waiters.append(waiter)
            }
            guard entry.run == nil else { return .waits }
            entry.run = state.queued(request.key, for: client, at: now)
            return .begins
        }
        switch next {
        case .has(let value):
            observeKeptValue(of: request)
            reads?.receive(value)
            waiter(value)
            // The page may be shown without the value by now, and no read will end that tells it.
            reads?.notify(of: value)
        case .begins: beginNext()
        case .waits: break
        case .refused:
            observeRefusal(of: request)
            let value = ReadValue(of: request, .failure(TooManyReadsAtOnce()))
            // An open page would otherwise need the value again at once, and be refused again.
            if let reads {
                reads.receive(value)
                needLater(request, for: reads, after: refusals + 1)
            }
            waiter(value)
            reads?.notify(of: value)
        }
    }

    /// Reads for an open page what was refused, unless the page does not show it any more.
    private func needLater(_ request: ReadRequest, for reads: PageReads, after refusals: Int) {
        // The page may need it again at each of its addresses.
        guard reads.beginWaiting(for: request.key) else { return }
        _ = environment.schedule(Self.pause(after: refusals)) { [weak self, weak reads] in
            reads?.endWaiting(for: request.key)
            guard let self, let reads, reads.lacks(request.key) else { return }
            // The timer thread is shared by all sessions.
            environment.execute {
                self.need(request, for: reads, of: reads.client, after: refusals) { _ in }
            }
        }
    }

    /// Begins the reads whose turn has come, and watches those that still wait.
    func beginNext() {
        while true {
            let (next, needsTimer) = state.withLock { state -> ((ReadRequest, UInt64, UInt32)?, Bool) in
                while state.tasks < limits.reads, let (key, client) = state.queue.next() {
                    guard let entry = state.entries[key], let run = entry.run, !run.hasBegun else {
                        state.queue.end(of: client)
                        continue
                    }
                    state.entries[key]?.run?.hasBegun = true
                    // What changes from now on may be missing in it.
                    state.entries[key]?.isOutdated = false
                    state.tasks += 1
                    state.begun += 1
                    return ((entry.request, run.number, client), false)
                }
                return (nil, state.queue.count > 0 && state.watched.setTimer())
            }
            if needsTimer { startTimer(limits.readTime) }
            guard let (request, run, client) = next else { return }
            beginRead(of: request, run, for: client)
        }
    }

    private func beginRead(of request: ReadRequest, _ run: UInt64, for client: UInt32) {
        let start = environment.now()
        let fault = fault(of: request)
        let task = environment.readTask(of: fault) {
            let value: ReadValue
            if fault?.isKnown ?? false {
                value = ReadValue(of: request, .failure(EndedProcess()))
            } else if let answer = self.environment.readAnswer?(request) {
                value = answer
            } else if let address = request.shared {
                value = await self.shared.value(of: request, at: address)
            } else {
                value = await request.value()
            }
            self.finish(run, value, begun: start)
            self.state.withLock { state in
                state.tasks -= 1
                state.queue.end(of: client)
            }
            self.beginNext()
        }
        watch(request, run, task, begun: start)
    }

    private func fault(of request: ReadRequest) -> EffectFault? {
        guard let record = environment.faults else { return nil }
        var key = record.key
        key.combine("read")
        key.combine(String(reflecting: request.key.read))
        return EffectFault(record: record, isKnown: record.isKnown(key)) { [key] in (key, nil) }
    }

    /// Passes on a value, and decides whether it is kept and whether it is read again.
    func finish(_ run: UInt64, _ read: ReadValue, begun: Duration) {
        let key = read.request.key
        let now = environment.now()
        // Values are compared by the program's own function, with no lock held. No other read can replace the former one meanwhile.
        let former = state.withLock { state in
            state.entries[key].flatMap { $0.run?.number == run ? $0.value : nil }
        }
        let value = former.map { read.isEqual(to: $0) ? $0 : read } ?? read
        let outcome = state.withLock { state -> Outcome? in
            guard var entry = state.entries[key], let ended = entry.run, ended.number == run else { return nil }
            state.watched.remove(run)
            var outcome = Outcome(wait: begun - ended.queued)
            outcome.waiters = entry.waiters
            let client = entry.laterClient
            (entry.waiters, entry.laterWaiters, entry.laterClient) = (entry.laterWaiters, [], 0)
            entry.run = nil
            outcome.viewers = entry.viewers.inOrder.compactMap(\.reads)
            if value.hasFailed {
                entry.failures += 1
                // Its viewers see the former value until another attempt succeeds.
                entry.isOutdated = true
                outcome.retry = entry.viewers.isEmpty ? nil : Self.pause(after: entry.failures)
            } else {
                if entry.value == nil { state.values += 1 }
                (entry.value, entry.readAt, entry.failures) = (value, begun, 0)
            }
            if !entry.waiters.isEmpty || entry.isNeeded && outcome.retry == nil {
                entry.run = state.queued(key, for: client, at: now)
                outcome.retry = nil
            }
            state.entries[key] = entry
            state.removeIfUnused(key)
            return outcome
        }
        // It has ended by its timeout already.
        guard let outcome else { return beginNext() }
        observe(value, over: former, outcome, duration: now - begun)
        for viewer in outcome.viewers { viewer.receive(value) }
        for viewer in outcome.viewers { viewer.notify(of: value) }
        for waiter in outcome.waiters { waiter(value) }
        if let pause = outcome.retry {
            _ = environment.schedule(pause) { [weak self] in self?.readAgain(key) }
        }
        beginNext()
    }

    /// The work that remains after a read when the lock is released.
    struct Outcome: Sendable {
        /// How long it had waited for its turn.
        let wait: Duration
        var waiters: [Waiter] = []
        var viewers: [PageReads] = []
        var retry: Duration?
    }

    /// The pause before the next attempt: 1, 2, 4 … 60 seconds.
    private static func pause(after failures: Int) -> Duration { .seconds(min(60, 1 << min(6, failures - 1))) }

    /// Reads a value again that its viewers lack, unless a read is under way.
    private func readAgain(_ key: ReadKey) {
        let now = environment.now()
        state.withLock { state in
            guard let entry = state.entries[key], entry.run == nil, entry.isNeeded else { return }
            let run = state.queued(key, at: now)
            state.entries[key]?.run = run
        }
        beginNext()
    }
}

extension ReadCache.State {
    /// Removes and returns the entry of a request, or creates it: ten thousand pages may show the value, and their list would be copied
    /// if it were still here while one is added.
    mutating func takeEntry(of request: ReadRequest) -> ReadCache.Entry {
        if let entry = entries.removeValue(forKey: request.key) { return entry }
        number += 1
        for topic in request.topics { topics[ReceivedText(topic), default: [:]][number] = request.key }
        return ReadCache.Entry(request: request, number: number)
    }

    /// Notes that a value has changed, and reads it again if a page shows it.
    mutating func outdate(_ key: ReadKey, at now: Duration) {
        guard let entry = entries[key] else { return }
        // A read that waits for its turn will find the change.
        guard entry.run?.hasBegun ?? true else { return }
        entries[key]?.isOutdated = true
        guard entry.run == nil, !entry.viewers.isEmpty else { return }
        let run = queued(key, at: now)
        entries[key]?.run = run
    }

    /// Adds a read to those that wait for their turn.
    ///
    /// - Parameter client: stands for the client that needs it; 0 for none in particular.
    mutating func queued(_ key: ReadKey, for client: UInt32 = 0, at now: Duration) -> ReadCache.Run {
        queue.add(key, of: client, at: now)
        number += 1
        return ReadCache.Run(number: number, queued: now)
    }

    /// Removes and returns a value that nobody needs any more.
    @discardableResult
    mutating func removeIfUnused(_ key: ReadKey) -> ReadCache.Entry? {
        guard let entry = entries[key], entry.run == nil, entry.viewers.isEmpty else { return nil }
        entries[key] = nil
        if entry.value != nil { values -= 1 }
        for topic in entry.request.topics.lazy.map(ReceivedText.init) {
            topics[topic]?[entry.number] = nil
            if topics[topic]?.isEmpty ?? false { topics[topic] = nil }
        }
        return entry
    }
}
