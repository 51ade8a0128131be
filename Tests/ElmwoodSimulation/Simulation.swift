import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

/// Several processes of a site over one store, with visitors and a network, in virtual time and in one thread.
///
/// Everything is determined by the seed: the same seed leads to the same trace in any process.
package final class Simulation {
    package let seed: UInt64
    /// The first violation that was found, if any.
    package private(set) var fault: String?
    /// How many events have happened.
    package private(set) var steps = 0
    /// Called for each line of the trace, if it is set.
    package var trace: ((String) -> Void)?

    var configuration: Configuration
    var chance: Chance
    let scheduler: Scheduler
    let store = MemorySessionStore()
    /// The visitors' tokens.
    let storage = MemoryStorage()
    /// What the views read.
    let database: Database
    let views = ViewNotes()
    var truth = Truth()
    private var digest = Digest()

    var processes: [Int: SimulatedProcess] = [:]
    /// The process that all requests go to; nil if there is none.
    var current: Int?
    /// How many processes there have been, and how many are about to start.
    var processCount = 0
    var startCount = 0
    var visitors: [Visitor] = []
    var pages: [Int: BrowserPage] = [:]
    var pageCount = 0
    var requests: [Int: SentRequest] = [:]
    var streams: [Int: ServedStream] = [:]
    var requestCount = 0
    /// The last number that was written.
    var writing = 0
    /// What was rendered, by its revision.
    var catalogue: [Revision: Shown] = [:]
    var effects = EffectWatch()
    let nodes: SimulatedNodes
    /// Until when each commit fails.
    var failOverEnd: Microseconds = 0
    /// Whether faults have ended, and visitors perform no more actions.
    var isQuiet = false
    /// When that began.
    var quietTime = Microseconds.max / 2
    var isOver = false
    /// Whether failed commits are always reported correctly. Otherwise a change may be shown that could not be stored.
    let isStoreSure: Bool
    /// Whether the store always answers quickly. Otherwise a session may exist by the time the store reports that it found none.
    let isStoreQuick: Bool
    /// Whether all requests go to one process as long as it answers. Otherwise a process that others have overtaken may show its
    /// own state.
    let isOrdered: Bool

    /// - Parameters:
    ///   - hasData: whether the views read rows, and visitors visit places.
    ///   - hasNodes: whether the processes are nodes that are told of each other's commits.
    package init(seed: UInt64, hasData: Bool = false, hasNodes: Bool = false) {
        self.seed = seed
        chance = Chance(seed: seed)
        var configuration = Configuration(&chance)
        if hasData { configuration.shares = seed % 2 == 0 } else { configuration.leaveOutData() }
        if hasNodes { configuration.addNodes(seed: seed) }
        configuration.addLimits(seed: seed)
        self.configuration = configuration
        isOrdered = !configuration.spreads || hasNodes
        isStoreQuick = configuration.store.hangs == 0
        isStoreSure =
            configuration.store.fails == 0 && (configuration.store.lies == 0 || hasNodes)
            && !(configuration.nodes?.failsOver ?? false)
        scheduler = Scheduler(chance: Chance(seed: chance.next()))
        nodes = SimulatedNodes(scheduler)
        database = Database(scheduler, rows: configuration.reads.rows, configuration.reads.faults)
        truth.placeLimit = configuration.limits.places
        truth.shares = configuration.shares
        truth.modelSize = configuration.limits.modelSize
        truth.isEndable = { _ in false }
    }

    /// A hash of everything that has happened.
    package var traceDigest: UInt64 { digest.value }

    /// Runs that many steps with faults, and then as many without faults as are needed until nothing is pending.
    package func run(steps limit: Int) {
        begin()
        while steps < limit, fault == nil, step(until: .max) {}
        if fault == nil { settle() }
        isOver = true
        for process in processes.keys.sorted() { end(process) }
    }

    /// Lets time pass.
    func pass(_ time: Microseconds) {
        let end = scheduler.now + time
        scheduler.add(.site(.pause), after: time)
        while fault == nil, scheduler.now < end, step(until: end) {}
    }

    private func step(until end: Microseconds) -> Bool {
        guard let (event, process, number) = scheduler.next() else { return false }
        steps += 1
        digest.combine(UInt64(bitPattern: scheduler.now))
        digest.combine(UInt64(number))
        digest.combine(UInt64(bitPattern: Int64(process ?? -1)))
        switch event {
        case .call(let call): call()
        case .job(let job, let executor): job.runSynchronously(on: executor.asUnownedTaskExecutor())
        case .question(let number): carryOut(number)
        case .answer(let number, let result): answer(number, result)
        case .site(let event): happen(event, in: process)
        }
        for performance in effects.takeBegun() { check(performance) }
        for performance in effects.takeCancelled() { checkCancelled(performance) }
        if let violation = database.takeViolation() { fail(violation) }
        return true
    }

    /// Writes a line of the trace.
    func note(_ line: @autoclosure () -> String) {
        let line = line()
        digest.combine(line)
        trace?("\(scheduler.now) \(line)")
    }

    /// Reports a violation. The first one ends the simulation.
    func fail(_ sentence: String) {
        note("FAULT \(sentence)")
        if fault == nil { fault = sentence }
    }

    func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) { if !condition { fail(sentence()) } }

    // MARK: The store

    private func carryOut(_ number: Int) {
        guard let question = scheduler.question(number) else { return }
        let latency = configuration.store.latency
        var time = chance.number(latency / 4...latency)
        if chance.happens(configuration.store.hangs) { time += chance.number(.seconds(1)...(.seconds(12))) }
        var result: Result<StoreAnswer, StoreFailure>
        switch question.request {
        case .load(let key): result = .success(.session(store.session(at: key), position: nodes.latest))
        case .renewal(let id): result = .success(.renewal(store.replacement(of: id)))
        case .due(let program, let moment, let limit):
            result = .success(.keys(store.dueSessions(of: program, by: moment, limit: limit)))
        case .programs(let id): result = .success(.programs(store.storedPrograms(of: id)))
        case .remove(let used, let created):
            result = .success(.count(store.removeOld(unusedSince: used, createdBefore: created)))
        case .messages(let key, let limit): result = .success(.messages(store.waitingMessages(to: key, limit: limit)))
        case .recipients(let limit): result = .success(.keys(store.waitingRecipients(limit: limit)))
        case .sleep: return
        case .commit(let writes):
            if scheduler.now < failOverEnd || chance.happens(configuration.store.fails) {
                note("commit \(number) of \(question.process) fails")
                result = .failure(.failed)
            } else {
                let (done, position) = commit(writes, number, by: question.process)
                result = .success(.done(done, position: position))
                if hasNodes {
                    // The store finds out what has become of a commit, and says that.
                    if chance.happens(configuration.store.lies) { time += chance.number(0...(.seconds(8))) }
                } else if chance.happens(configuration.store.lies) {
                    note("commit \(number) is done, and says that it is not")
                    result = .failure(.failed)
                }
            }
        }
        scheduler.add(.answer(number, result), in: question.process, after: time)
    }

    /// Carries writes out at once.
    ///
    /// - Returns: what it has done, and its position if there are several nodes.
    @discardableResult
    func commit(_ writes: [SessionWrite], _ number: Int, by process: Int) -> (CommitResult, position: UInt64?) {
        let owned = idsOfOwners(in: writes)
        guard var result = try? store.commitNumbering(writes) else { return (CommitResult(done: []), nil) }
        if hasNodes {
            for (index, write) in writes.enumerated() { if case .tell = write { result.done[index] = true } }
        }
        let done = result.done
        note(
            "commit \(number) of \(process): \(zip(writes, done).map { "\(describe($0)) \($1)" }.joined(separator: ", "))"
        )
        if let fault = truth.note(writes, done, by: process, at: scheduler.now) { fail(fault) }
        for key in truth.takeRemoved() { forget(key) }
        expectReminders()
        for (write, isDone) in zip(writes, done) where isDone { noteRenewal(write) }
        let removed = owned.filter { store.storedPrograms(of: $0).isEmpty }
        let position = tellNodes(writes, result, removed: removed, by: process)
        // Not every store says where it has put messages.
        if !configuration.store.numbers { result.sent = nil }
        return (result, position)
    }

    /// Names an id in the trace.
    func name(_ id: SessionID) -> String { String(String(id.words.high, radix: 16).prefix(6)) }

    private func describe(_ write: SessionWrite) -> String {
        switch write {
        case .save(let key, let session, let version, let exchange):
            "save \(name(key.id))\(key.path) \(session.version.number) over \(version.map { "\($0.number)" } ?? "none")\(describe(exchange))"
        case .remove(let id): "remove \(name(id))"
        case .end(let key, _, _): "end \(key.path)"
        case .send(let messages): "send \(messages.count)"
        case .removeMessages(let key): "remove messages to \(name(key.id))\(key.path)"
        case .renew(let id, let renewal): "renew \(name(id)) to \(name(renewal.successor))"
        case .setAside(let key): "set aside \(name(key.id))\(key.path)"
        case .removeIdle(let key, _): "remove idle \(name(key.id))\(key.path)"
        case .removeAll(_, let exception):
            "remove all of an owner except \(exception.map { "\(name($0))" } ?? "none")"
        case .identify(let id, _): "identify \(name(id))"
        case .touch(let id, _): "touch \(name(id))"
        case .postpone(let key, let due, let version):
            "postpone \(name(key.id))\(key.path) \(version.number) \(due == nil ? "for ever" : "")"
        case .tell(let topic, _): "tell \(topic)"
        }
    }

    private func describe(_ exchange: MessageExchange) -> String {
        let sent = exchange.sent.map { "\(name($0.recipient.id))#\($0.name % 1_000)" }
        let parts =
            (sent.isEmpty ? [] : [" sends \(sent)"])
            + (exchange.applied.isEmpty ? [] : [" applies \(exchange.applied)"])
        return parts.joined()
    }

    private func answer(_ number: Int, _ result: Result<StoreAnswer, StoreFailure>) {
        guard let question = scheduler.finish(number) else { return }
        switch result {
        case .success(let answer): question.continuation.resume(returning: answer)
        case .failure(let failure): question.continuation.resume(throwing: failure)
        }
    }

    // MARK: Events

    private func happen(_ event: SiteEvent, in process: Int?) {
        switch event {
        case .arrives(let number): arrive(number, at: process)
        case .replied(let arrival, let reply): take(reply, to: arrival)
        case .answered(let number, let answer): take(answer, to: number)
        case .woken(let number): pump(number)
        case .piece(let number, let piece): take(piece, of: number)
        case .streamClosed(let number): closeServed(number)
        case .acts(let visitor): act(visitors[visitor])
        case .retries(let page, let wait): retry(page, wait)
        case .listens(let page): pages[page].map(listenAgain)
        case .asks(let page): pages[page].map(askWhileHidden)
        case .changes: change()
        case .told(let row): process.map { tell(row, in: $0) }
        case .fault: disturb()
        case .starts: start()
        case .goesOn(let process): goOn(process)
        case .isChecked(let process): check(process)
        case .handedOver(let process), .ends(let process): end(process)
        case .connects(let process): connect(process)
        case .toldCommit(let told): process.map { deliver(told, to: $0) }
        case .isSilent(let process, let time): checkSilence(of: process, since: time)
        case .left(let node): tellOfEnd(of: node)
        case .nodeFault: disturbNodes()
        case .pause: break
        }
    }
}
