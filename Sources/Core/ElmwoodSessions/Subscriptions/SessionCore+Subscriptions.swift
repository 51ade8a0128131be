import ElmwoodArchitecture
import ElmwoodObservation
import ElmwoodStorage

extension SessionTurn {
    /// Compares the subscriptions of a new model with the running ones: new ones start, removed ones end, and the others receive
    /// the newer messages. Whether a page is connected is not checked again. If subscriptions run, the next check of the attention
    /// ends them.
    borrowing func compareSubscriptions(of model: AnyModel, with running: [Source]) {
        if SessionCore.isMatch(model.subscriptions, running), !session.changesAttendance(model.subscriptions) { return }
        session.change(running, to: model.subscriptions, isAttentionCheck: false)
    }

    /// Checks whether the visitor is present, and compares the model's subscriptions with the running ones. A transient session
    /// without a visitor ends.
    borrowing func checkSubscriptions() {
        if endIfUnattended() { return }
        let current = session.state.withLock { state in
            state.hasEnded ? nil : (state.model.subscriptions, state.parts?.sources.running ?? [])
        }
        guard let (subscriptions, running) = current else { return }
        session.change(running, to: subscriptions, isAttentionCheck: true)
    }
}

extension SessionCore {

    /// Whether exactly the required subscriptions run, which is nearly always so: each then receives its newer message.
    ///
    /// Manual loops, since in a function over any program each collection function costs more than the loop.
    fileprivate static func isMatch(_ subscriptions: [SessionSubscription], _ running: [Source]) -> Bool {
        var count = 0
        for index in 0..<subscriptions.count where subscriptions[index].isRun {
            guard count < running.count, running[count].subject.isSame(as: subscriptions[index]) else { return false }
            count += 1
        }
        guard count == running.count else { return false }
        var place = 0
        for index in 0..<subscriptions.count where subscriptions[index].isRun {
            running[place].replace(subscriptions.only(index))
            place += 1
        }
        return true
    }

    /// Starts and ends subscriptions.
    func change(_ running: [Source], to subscriptions: [SessionSubscription], isAttentionCheck: Bool) {
        var wanted = subscriptions.allSatisfy { $0.isRun } ? subscriptions : subscriptions.filter { $0.isRun }
        let attendance = attend(subscriptions)
        let isHere = attendance?.isHere ?? false
        if wanted.isEmpty && running.isEmpty && !isHere { return watchIfTransient() }
        let isAway = (isAttentionCheck || running.isEmpty) && !(attendance?.isHere ?? isVisitorPresent)
        if isPaused || isAway || attendance?.isLedByOther ?? false { wanted = [] }

        var sources: [Source] = []
        var started: [Source] = []
        var isBeyondLimit = false
        for group in Self.grouped(wanted, limit: host.limits.subscriptions, isBeyondLimit: &isBeyondLimit) {
            if let source = running.first(where: { $0.subject.isSame(as: group[0]) }) {
                source.replace(group)
                sources.append(source)
            } else {
                let source = Source(group, about: group[0])
                sources.append(source)
                started.append(source)
            }
        }
        let isAlive = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.activeParts().sources.running = sources
            return true
        }
        for source in running where !(isAlive && sources.contains { $0 === source }) { source.end() }
        guard isAlive else {
            // It may have ended after it was found that the visitor is here.
            endAttendance()
            return
        }
        if isBeyondLimit, !started.isEmpty {
            host.log(
                .tooManySubscriptions(program: host.name, limit: host.limits.subscriptions),
                EventContext(session: id)
            )
        }
        for source in started { start(source) }
        watch(!sources.isEmpty || isHere)
        if !started.isEmpty, !host.isShared { makeRoomForUnattended() }
    }

    /// Returns the subscriptions grouped by their source, in the order of the list.
    private static func grouped(
        _ subscriptions: [SessionSubscription],
        limit: Int,
        isBeyondLimit: inout Bool
    ) -> [[SessionSubscription]] {
        var groups: [[SessionSubscription]] = []
        for (place, subscription) in subscriptions.enumerated() {
            if let index = groups.firstIndex(where: { $0[0].isSame(as: subscription) }) {
                groups[index].append(subscription)
            } else if groups.count < limit {
                groups.append(subscriptions.only(place))
            } else {
                isBeyondLimit = true
            }
        }
        return groups
    }

    private func start(_ source: Source) {
        switch source.subject.kind {
        case .every(let interval):
            scheduleTick(of: source, each: interval, at: host.environment.now() + interval)
        case .topic(let name):
            let id = ObjectIdentifier(source)
            host.registry.topics.listen(to: name, as: id) { [weak self] payload in
                guard let self, enqueue(.signal(source, payload)) else { return nil }
                return { self.drain() }
            }
            let topics = host.registry.topics
            source.began { topics.leave(name, as: id) }
            if let address = SharedAddress(topic: name) { sendPresentModel(at: address, to: source) }
        case .running(let effect, _):
            perform(effect, for: source)
        case .watchers:
            listenToWatchers(source)
        case .page, .arrived:
            break
        }
    }

    // MARK: The visitor's attention

    /// Whether the visitor is present: a page is connected, or hidden and not gone, or the last request was recent. In a transient
    /// session, the time also counts from the last page's end.
    var isVisitorPresent: Bool {
        let isConnected = state.withLock { $0.parts?.pages.open.contains { $0.isOpen } ?? false }
        if isConnected { return true }
        if let topic = host.sharedTopic {
            if state.withLock({ !($0.parts?.watchers.told.isEmpty ?? true) }) { return true }
            if host.registry.reads.isShown(topic) { return true }
        }
        return inattention.map { $0 < host.limits.attention } ?? false
    }

    /// The time since the visitor's last request, if no page is connected; nil if the session is not in memory.
    private var inattention: Duration? {
        let (id, left) = state.withLock { ($0.id, $0.isTransient ? $0.parts?.sources.left : nil) }
        guard let last = host.registry.lastUsed(id) else { return nil }
        return host.environment.now() - max(last, left ?? last)
    }

    /// Schedules the check whether the visitor is present, if the session is transient.
    func watchIfTransient() {
        guard isTransient else { return }
        state.withLock { state in if !state.hasEnded { _ = state.activeParts() } }
        watch(false)
    }

    /// Schedules the next check whether the visitor is present, while that makes a difference: subscriptions run, here or at another
    /// node, or the session is transient.
    private func watch(_ isToBeChecked: Bool) {
        if !isToBeChecked, !isTransient {
            let attentionCheck = state.withLock { state in
                defer { state.parts?.sources.attentionCheck = nil }
                return state.parts?.sources.attentionCheck
            }
            attentionCheck?.cancel()
            return
        }
        guard state.withLock({ $0.parts.map { $0.sources.attentionCheck == nil } ?? false }) else { return }
        let attention = host.limits.attention
        let since = inattention ?? .zero
        let time = since < attention ? attention - since : attention
        let attentionCheck = host.environment.schedule(max(time, .milliseconds(10))) { [weak self] in
            guard let self else { return }
            state.withLock { $0.parts?.sources.attentionCheck = nil }
            checkSubscriptions()
        }
        state.withLock { $0.parts?.sources.attentionCheck = attentionCheck }
    }

    /// Records that the visitor requested the page: subscriptions that had stopped without a visitor start again.
    func resumeSubscriptions(_ snapshot: SessionSnapshot) {
        guard snapshot.model.subscriptions.isAnyRun else { return }
        if state.withLock({ $0.parts?.sources.running.isEmpty ?? true }) { checkSubscriptions() }
    }

    // MARK: Clocks

    private func scheduleTick(of source: Source, each interval: Duration, at time: Duration) {
        let call = host.environment.schedule(max(.zero, time - host.environment.now())) { [weak self] in
            self?.tick(source, each: interval, at: time)
        }
        source.began { call.cancel() }
    }

    private func tick(_ source: Source, each interval: Duration, at time: Duration) {
        guard !source.isEnded else { return }
        // A late tick does not shift the following ones, and missed ticks are skipped.
        var next = time + interval
        let now = host.environment.now()
        if next <= now { next = now + interval }
        scheduleTick(of: source, each: interval, at: next)
        guard source.tick() else { return }
        // The timer thread is shared by all sessions, so a turn runs on another one.
        host.environment.execute {
            if self.enqueue(.signal(source, nil)) { self.drain() }
        }
    }

    // MARK: Long-running effects

    private func perform(_ effect: AnyEffect, for source: Source) {
        guard !source.isEnded else { return }
        let task = EffectTask(.effect(effect), id: nil, for: source)
        source.began { task.cancel() }
        source.performing(since: host.environment.now())
        begin(task)
    }

    /// Performs a subscription's effect again after it has ended.
    func performAgain(_ task: EffectTask, for source: Source, _ thrown: (any Error)?) {
        guard case .effect(let effect) = task.work, !source.isEnded else { return }
        // A pause would not change an effect that has ended a process.
        if thrown is EndedProcess { return }
        if thrown == nil {
            host.log(.sourceEnded(program: host.name, effect: caseName(effect)), EventContext(session: id))
        }
        let call = host.environment.schedule(source.pause(at: host.environment.now())) { [weak self] in
            self?.perform(effect, for: source)
        }
        source.began { call.cancel() }
    }
}

extension SessionTurn {
    /// Runs the turns for a tick or a payload, one for each subscription to the source.
    borrowing func carryOut(_ payload: Payload?, from source: Source) {
        defer { if payload == nil { source.ticked() } }
        if source.subject.isOfWatchers {
            // Who comes from now on may be missing in what the model is told, and is told of by another turn.
            source.ticked()
            return tellWatchers(source)
        }
        let payload = source.next(payload)
        for subscription in source.subscriptions {
            guard !source.isEnded else { return }
            switch subscription.kind {
            case .every:
                if let message = subscription.source.message { follow(message, from: nil, as: .clock) }
            case .topic(let name):
                guard let payload else { continue }
                do {
                    if let message = try subscription.source.message(for: payload) {
                        follow(message, from: nil, as: .topic(name))
                    }
                } catch {
                    host.log(
                        .payloadDropped(
                            program: host.name,
                            topic: name,
                            type: "\(type(of: payload.value))",
                            error: error
                        ),
                        EventContext(session: id)
                    )
                }
            case .page, .arrived, .running, .watchers:
                continue
            }
        }
    }
}

extension Waiting {
    /// Its name in the log.
    var name: String {
        switch self {
        case .signal(let source, _):
            switch source.subject.kind {
            case .topic(let topic): "of the topic \(topic)"
            default: "of a clock"
            }
        case .page(let event): event.name
        case .message(let message, _), .sent(let message, _): caseName(message)
        case .request, .delivered, .finished, .stored, .call, .fetched, .received, .work, .checkSubscriptions: ""
        }
    }
}
