import ElmwoodSessions
import ElmwoodStorage

// A site of several nodes: what they are told, the faults of that, and the properties that it must have.

extension Simulation {
    var hasNodes: Bool { configuration.nodes != nil }

    /// How long it takes until a process is told of a commit.
    func toldDelay() -> Microseconds {
        guard let nodes = configuration.nodes else { return 0 }
        return chance.number(500...(chance.happens(nodes.slow) ? .seconds(1) : nodes.delay))
    }

    // MARK: What nodes are told

    /// A process begins as a node, and is connected some time later.
    func beginNode(_ process: Int) -> NodeConnection {
        let node = scheduler.bits() | 1
        nodes.begin(process, as: node)
        note("process \(process) is node \(String(node, radix: 16).prefix(4))")
        scheduler.add(.site(.connects(process)), in: process, after: toldDelay())
        return NodeConnection(scheduler, nodes, process: process, node: node)
    }

    func connect(_ process: Int) {
        note("process \(process) is told that it has missed something")
        nodes.connect(process)
    }

    func deliver(_ told: SimulatedNodes.Told, to process: Int) {
        note("process \(process) is told \(told.events.map(describe).joined(separator: ", "))")
        nodes.deliver(told, to: process)
    }

    /// The other processes are told of writes that were done.
    ///
    /// - Parameter removed: the ids whose sessions were removed because of their owner.
    /// - Returns: the position of the commit; nil if nothing was done.
    func tellNodes(_ writes: [SessionWrite], _ result: CommitResult, removed: [SessionID], by process: Int) -> UInt64? {
        guard hasNodes, result.done.contains(true) else { return nil }
        var events: [ClusterEvent] = []
        for (write, isDone) in zip(writes, result.done) where isDone { events += write.events }
        events += removed.map { .ended($0) }
        events += (result.sent ?? []).map { .sent(to: $0.waiting.message.recipient) }
        return nodes.commit(events, by: process) { toldDelay() }
    }

    /// Returns the ids whose sessions would be removed by writes because of their owner.
    func idsOfOwners(in writes: [SessionWrite]) -> [SessionID] {
        guard hasNodes else { return [] }
        var ids: Set<SessionID> = []
        for case .removeAll(.visitor(let visitor), _) in writes {
            for (key, row) in truth.rows where row.visitor == visitor { ids.insert(key.id) }
        }
        return ids.sorted { $0.words < $1.words }
    }

    /// The other processes are told that a process has ended, or was silent.
    func tellOfEnd(of node: NodeID) {
        for other in nodes.connected where nodes.node(of: other) != node {
            nodes.tell(other, [.left], by: node, at: nil, after: toldDelay())
        }
    }

    /// A process has ended.
    func endNode(_ process: Int, properly isProper: Bool) {
        guard let node = nodes.node(of: process) else { return }
        nodes.end(process)
        if isProper { return tellOfEnd(of: node) }
        scheduler.add(.site(.left(node)), after: .seconds(5) + chance.number(0...(.seconds(1))))
    }

    private func describe(_ event: ClusterEvent) -> String {
        switch event {
        case .saved(let key, let version): "saved \(name(key.id))\(key.path) \(version.number)"
        case .removed(let key): "removed \(name(key.id))\(key.path)"
        case .ended(let id): "ended \(name(id))"
        case .renewed(let id, let renewal): "renewed \(name(id)) to \(name(renewal.successor))"
        case .identified(let id, _): "identified \(name(id))"
        case .sent(let key): "sent to \(name(key.id))\(key.path)"
        case .told(let topic, let body):
            body.count < 200 && topic != "issued"
                ? "told \(topic) \(String(decoding: body, as: UTF8.self))" : "told \(topic)"
        case .left: "left"
        case .missed: "missed"
        }
    }

    // MARK: Faults

    func planNodeFault() {
        guard let nodes = configuration.nodes, nodes.misses || nodes.failsOver, !isQuiet else { return }
        scheduler.add(.site(.nodeFault), after: chance.number(.milliseconds(500)...(.seconds(8))))
    }

    func disturbNodes() {
        planNodeFault()
        guard let faults = configuration.nodes, !isQuiet else { return }
        if faults.failsOver, chance.happens(0.3) {
            let time = chance.number(.milliseconds(200)...(.seconds(4)))
            note("the store fails over")
            failOverEnd = scheduler.now + time
            for process in nodes.connected {
                nodes.disconnect(process)
                scheduler.add(.site(.connects(process)), in: process, after: time + toldDelay())
            }
        } else if faults.misses, let process = chance.pick(nodes.connected) {
            note("process \(process) is told nothing for a while")
            nodes.disconnect(process)
            let time = chance.number(.milliseconds(1)...(.milliseconds(chance.pick([50, 3_000]) ?? 50)))
            scheduler.add(.site(.connects(process)), in: process, after: time)
        }
    }

    /// A process that is still stopped after five seconds counts as one that has left.
    func checkSilence(of process: Int, since time: Microseconds) {
        guard scheduler.stopTime(of: process) == time, let node = nodes.node(of: process) else { return }
        note("process \(process) was silent")
        tellOfEnd(of: node)
        // When it runs again, the store tells it that it has missed something, since the others have dropped what it had told them.
        nodes.disconnect(process)
        scheduler.add(.site(.connects(process)), in: process, after: 0)
    }

    // MARK: Properties

    /// A process that does not know the token of an id's successor has replaced that again, perhaps for a request that was sent long
    /// ago. The visitor may have lost the session: see the README.
    func noteRenewal(_ write: SessionWrite) {
        guard hasNodes || !isOrdered, case .renew(_, let renewal) = write else { return }
        let rows = truth.rows.filter { $0.key.id == renewal.successor }.map(\.value)
        // Nothing is lost of sessions that are not stored yet.
        guard !rows.isEmpty else { return }
        let asked = rows.reduce(0) { $0 + $1.model.entries.count { Entry(code: $0)?.kind == .renew } }
        guard truth.renewals(of: renewal.successor) > asked else { return }
        for visitor in visitors where visitor.jar.session.map({ truth.isSame($0, renewal.successor) }) ?? false {
            visitor.hasEnded = true
        }
    }

    /// Waits until all nodes are told of what has been stored last, by subscriptions for instance.
    func waitForNodes() {
        func isCurrent(_ page: BrowserPage) -> Bool {
            guard page.visitor.hasScript, let id = page.visitor.jar.session else { return true }
            return truth.rows[page.address.key(id)].map { $0.model == page.model } ?? true
        }
        for _ in 0..<10 where hasNodes && !openPages.allSatisfy(isCurrent) { pass(.seconds(1)) }
    }

    /// Whether an answer of one node has set a page back behind what the stream of another has shown: see the README.
    func isSetBack(_ page: BrowserPage) -> Bool { hasNodes && page.isSetBack }

    /// A browser has an answer, which says what it has seen by now.
    func noteSeen(_ cookies: Cookies, by request: SentRequest) {
        guard hasNodes, let model = cookies.model else { return }
        let visitor = request.visitor
        // Answers that arrive in another order than they were sent set the cookie back. So does one of another node, if its request did
        // not say yet what the browser has seen meanwhile: positions of all nodes are in one order, but each knows only what it was told.
        if let seen = cookies.seen, let former = visitor.jar.seen {
            let isUntold = former != request.jar.seen && (former.node != seen.node || former.others > seen.others)
            if isUntold || seen.position < former.position {
                visitor.seenModels = [:]
                // Whole pages that follow may be older than what they replace.
                for page in visitor.pages { page.setBack() }
            }
        }
        let path = request.page.address.path
        if let former = visitor.seenModels[path], former.includes(model) { return }
        visitor.seenModels[path] = model
    }

    /// A process shows a model to a client.
    func check(_ model: Ledger.Model?, shownTo request: SentRequest, _ arrival: Arrival, _ cookie: CookieChange) {
        checkSeen(model, by: request)
        if arrival.isRenewed { checkRenewed(model, by: request, cookie: cookie) }
    }

    /// What a process shows is no older than what the browser had seen in an answer to its own post when it sent the request.
    private func checkSeen(_ model: Ledger.Model?, by request: SentRequest) {
        let visitor = request.visitor
        // Without a store that works, a node may show a turn that could not be stored.
        guard hasNodes, isStoreSure, let model, let former = request.seenModel, !visitor.isThief, !visitor.mayHaveLost,
            visitor.isSettled, scheduler.now > visitor.renews, !request.isFinished, request.isAwaited,
            request.process.map({ processes[$0] != nil }) ?? false,
            let id = request.jar.session, let row = truth.rows[request.page.address.key(id)]?.model,
            row.includes(former)
        else { return }
        expect(
            model.includes(former),
            "request \(request.number) is shown turn \(model.turns), and its browser had seen \(former.turns)"
        )
    }

    /// An id that was renewed opens nothing at a process that was told of it.
    private func checkRenewed(_ model: Ledger.Model?, by request: SentRequest, cookie: CookieChange) {
        guard cookie == .unchanged, let first = model?.entries.first else { return }
        let isOld = truth.rows.contains { key, row in
            row.model.entries.first == first && request.jar.session.map { truth.isSame($0, key.id) } ?? false
        }
        expect(!isOld, "an id has opened the session at a process that was told of its renewal")
    }
}

extension SessionWrite {
    /// What the other nodes are told of it if it was done, beside what was sent.
    fileprivate var events: [ClusterEvent] {
        switch self {
        case .save(let key, let session, _, _): [.saved(key, version: session.version)]
        case .end(let key, let version, _): version == nil ? [] : [.removed(key)]
        case .removeIdle(let key, _), .setAside(let key): [.removed(key)]
        case .remove(let id): [.ended(id)]
        case .identify(let id, let account): [.identified(id, as: account)]
        case .renew(let id, let renewal): [.renewed(id, renewal)]
        case .tell(let topic, let body): [.told(topic: topic, body: body)]
        case .removeMessages, .removeAll, .touch, .postpone, .send: []
        }
    }
}

extension Cookies {
    /// Returns the cookies of the answer to a request: that to a post also says what the browser has seen.
    func answering(_ request: SentRequest, _ model: Ledger.Model?, in registry: SessionRegistry?) -> Cookies {
        guard let registry, registry.hasNodes, !request.events.isEmpty else { return self }
        var cookies = self
        cookies.seen = registry.position(after: request.jar.seen)
        cookies.model = model
        return cookies
    }
}
