import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage

// The processes of the site, and their faults.

extension Simulation {
    /// Starts all processes and visitors.
    func begin() {
        note("seed \(seed): \(configuration)")
        for _ in 0..<configuration.slots { start() }
        let scripted = configuration.visitors
        for index in 0..<(scripted + configuration.scriptless) {
            visitors.append(Visitor(index, hasScript: index < scripted, isThief: false))
        }
        if configuration.hasThief { visitors.append(Visitor(visitors.count, hasScript: true, isThief: true)) }
        let visitors = visitors
        truth.isEndable = { number in visitors.contains { $0.hasEnded && $0.numbers.contains(number) } }
        for visitor in visitors {
            scheduler.add(.site(.acts(visitor.index)), after: chance.number(0...configuration.pause))
        }
        truth.isOpen = { [unowned self] in isOpen($0, in: $1, $2) }
        planFault()
        planChange()
        planNodeFault()
    }

    func start() {
        startCount = max(0, startCount - 1)
        let number = processCount
        processCount += 1
        let skew = configuration.skew == 0 ? 0 : chance.number(-configuration.skew...configuration.skew)
        scheduler.begin(number, skew: skew)
        let (scheduler, watch) = (scheduler, effects)
        let times = chance.number(.milliseconds(5)...(.milliseconds(chance.pick([50, 3_000, 9_000]) ?? 50)))
        database.begin(number)
        let connection = DatabaseConnection(database, scheduler, process: number)
        let store: any SessionStore = hasNodes ? beginNode(number) : StoreConnection(scheduler, process: number)
        processes[number] = SimulatedProcess(number, scheduler, configuration, views, storage, connection, store) {
            begun,
            address in
            try await watch.perform(
                begun,
                at: address,
                in: number,
                by: scheduler,
                changing: connection,
                within: times
            )
        }
        processes[number]?.beganBesideOthers = processes.count > 1
        note("process \(number) begins, \(skew / 1_000) ms off")
        if let current, processes[current].map({ !$0.isEnding && !$0.isLeft }) ?? false { return }
        current = number
    }

    /// Returns the process that a request goes to; nil if none listens.
    ///
    /// - Parameter visitor: who sends it. Each visitor has a node if requests are not spread over them.
    func route(_ visitor: Int? = nil) -> Int? {
        let running = processes.keys.sorted().filter { number in
            processes[number].map { !$0.isEnding && !$0.isLeft } ?? false
        }
        if configuration.spreads { return chance.pick(running) }
        if hasNodes, let visitor, !running.isEmpty { return running[visitor % running.count] }
        if let current, running.contains(current) { return current }
        current = running.first
        return current
    }

    private func planFault() {
        let interval = configuration.processes.interval
        guard interval > 0, !isQuiet else { return }
        scheduler.add(.site(.fault), after: chance.number(interval / 4...interval * 2))
    }

    func disturb() {
        planFault()
        guard !isQuiet, let number = chance.pick(processes.keys.sorted()), let process = processes[number] else {
            return
        }
        let faults = configuration.processes
        if chance.happens(faults.kills) {
            end(number)
        } else if chance.happens(faults.stops), !scheduler.isStopped(number) {
            let time = chance.number(.milliseconds(50)...(.milliseconds(chance.pick([500, 4_000, 14_000]) ?? 500)))
            let isTimeFrozen = chance.happens(0.5)
            note("process \(number) is stopped for \(time / 1_000) ms\(isTimeFrozen ? ", and its time" : "")")
            scheduler.stop(number, isTimeFrozen: isTimeFrozen)
            scheduler.add(.site(.goesOn(number)), after: time)
            scheduler.add(.site(.isChecked(number)), after: .seconds(1))
            if hasNodes { scheduler.add(.site(.isSilent(number, since: scheduler.now)), after: .seconds(5)) }
        } else if chance.happens(faults.hands), !process.isEnding {
            if route() == nil || processes.count < 2 { start() }
            handOver(process)
        }
    }

    /// A process is told to stop, and hands its sessions over.
    func handOver(_ process: SimulatedProcess) {
        let number = process.number
        guard !process.isEnding else { return }
        note("process \(number) hands over")
        process.isEnding = true
        process.registry.handOver { [scheduler] in
            scheduler.add(.site(.handedOver(number)), in: number, jitter: 200_000)
        }
        scheduler.add(.site(.ends(number)), after: .seconds(10))
    }

    /// Switches the site to another process if there is one, because this one does not answer.
    func check(_ number: Int) {
        guard let process = processes[number], scheduler.isStopped(number), !process.isLeft else { return }
        let others = processes.values.contains { $0.number != number && !$0.isEnding && !$0.isLeft }
        guard others else { return }
        note("process \(number) is left")
        process.isLeft = true
    }

    func goOn(_ number: Int) {
        guard let process = processes[number] else { return }
        note("process \(number) goes on")
        scheduler.goOn(number)
        if hasNodes {
            process.isLeft = false
        } else if process.isLeft {
            // Its sessions may be outdated by now, so it gets no more requests.
            handOver(process)
        }
    }

    /// Ends a process immediately.
    func end(_ number: Int) {
        guard let process = processes.removeValue(forKey: number) else { return }
        note("process \(number) ends")
        if current == number { current = nil }
        effects.forget(process: number)
        database.end(number)
        let (events, questions) = scheduler.end(number)
        loseConnections(to: number)
        loseNotices(of: number)
        for question in questions {
            // A commit on its way to the store may or may not arrive.
            if case .commit(let writes) = question.request, fault == nil, chance.happens(0.5) {
                _ = commit(writes, -1, by: number)
            }
            question.continuation.resume(throwing: StoreFailure.gone)
        }
        endNode(number, properly: process.isEnding)
        process.registry.endAll()
        finish(events)
        finish(scheduler.takeOrphans())
        guard !isOver, processes.count + startCount < configuration.slots else { return }
        // At the end only one continues: see `settle`.
        if isQuiet, !hasNodes, route() != nil { return }
        startCount += 1
        scheduler.add(.site(.starts), after: chance.number(0...(.seconds(3))))
    }

    /// Runs the remaining events of a dead process, so that its tasks end. Nothing leaves the process any more.
    private func finish(_ events: [Scheduler.Event]) {
        var events = events
        var rounds = 0
        while !events.isEmpty, rounds < 1_000 {
            for event in events {
                switch event {
                case .call(let call): call()
                case .job(let job, let executor): job.runSynchronously(on: executor.asUnownedTaskExecutor())
                case .question, .answer, .site: break
                }
            }
            events = scheduler.takeOrphans()
            rounds += 1
        }
    }
}
