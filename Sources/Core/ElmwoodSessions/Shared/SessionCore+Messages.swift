import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodLanguages
import ElmwoodStorage

// Messages from programs to shared models, and answers to them.
//
// The store is the queue: a message is stored with the turn that sends it, and removed with the turn that applies it. Its recipient
// reads what waits in batches, each once the one before is stored. So a message is applied once, and those of one sender in their
// order, whichever processes run. A recipient in the process that has stored a message is given it, and need not read it.

extension SessionCore {
    /// Reads the messages that wait in the store, and applies them.
    func fetchMessages() {
        guard let writer = host.writer else { return }
        let name = host.environment.bits()
        let begins = state.withLock { state -> Bool in
            guard !state.hasEnded else { return false }
            let activity = state.active()
            if activity.mail.fetching != .none {
                activity.mail.mayHaveMore = true
                return false
            }
            activity.mail.fetching = .reading
            activity.mail.batchName = name
            return true
        }
        guard begins else { return }
        writer.loadMessages(to: host.key(id), limit: Mail.batch) { self.receive(fetched: $0, as: name) }
    }

    private func receive(fetched result: Result<[WaitingMessage], any Error>, as name: UInt64) {
        let messages = (try? result.get()) ?? []
        let outcome = state.withLock { state -> (hasMore: Bool, hasTurn: Bool)? in
            guard !state.hasEnded, let activity = state.activity, activity.mail.batchName == name else { return nil }
            activity.mail.fetching = .applying
            activity.mail.unapplied = Set(messages.map(\.number))
            activity.mail.last = messages.last?.number
            if messages.count == Mail.batch { activity.mail.mayHaveMore = true }
            guard messages.isEmpty else {
                // Under the same lock: a message that is received from now on follows these.
                activity.inbox += messages.map { .delivered($0) }
                defer { state.isTurning = true }
                return (false, !state.isTurning)
            }
            let hasMore = activity.mail.endBatch()
            if !state.isTurning { state.dropIdleActivity() }
            return (hasMore, false)
        }
        guard let outcome else { return }
        if host.isShared, case .success = result, messages.count < Mail.batch {
            host.registry.shared.setWaiting(messages.count, for: id)
        }
        if case .failure(let error) = result { host.log(.sessionsNotStored(error: error)) }
        if outcome.hasTurn { host.environment.execute { self.drain() } }
        if outcome.hasMore { fetchMessages() }
    }

    /// Receives messages that this process has just stored.
    ///
    /// - Returns: false if they must be read, since others may wait before them.
    func receive(_ sent: [SentMessage]) -> Bool {
        let (isReceived, hasTurn) = state.withLock { state -> (Bool, Bool) in
            guard !state.hasEnded, state.activity?.mail.accepts(sent) ?? (sent.first?.former == nil) else {
                return (false, false)
            }
            let activity = state.active()
            activity.mail.add(sent)
            activity.inbox += sent.map { .delivered($0.waiting) }
            defer { state.isTurning = true }
            return (true, !state.isTurning)
        }
        if hasTurn { host.environment.execute { self.drain() } }
        return isReceived
    }

    /// Takes a message that no store has. If the session has ended, another one at its key takes it.
    func take(_ message: StoredMessage) {
        let hasTurn = state.withLock { state -> Bool? in
            guard !state.hasEnded else { return nil }
            state.active().inbox.append(.delivered(WaitingMessage(number: 0, message)))
            defer { state.isTurning = true }
            return !state.isTurning
        }
        let execute = host.environment.executeAwaited ?? host.environment.execute
        switch hasTurn {
        case true?: execute { self.drain() }
        case false?: break
        case nil: execute { [registry = host.registry] in registry.deliver(message) }
        }
    }

    // MARK: Sending

    /// Who the session is for those to whom it sends.
    private var sender: Sender {
        if host.isShared { return Sender(id: "\(host.name)/\(host.place ?? "")") }
        return Sender(id: visitor.publicName, account: account())
    }

    /// Returns the messages to be stored or delivered. One that cannot be encoded is logged.
    func messages(_ outgoing: [Outgoing]) -> [StoredMessage] {
        guard !outgoing.isEmpty else { return [] }
        let (sender, key) = (sender, host.key(id))
        return outgoing.compactMap { outgoing in
            do {
                return try outgoing.message(from: sender, of: host.isShared ? nil : host.name, at: key)
            } catch {
                host.log(.sessionsNotStored(error: error), EventContext(session: id))
                return nil
            }
        }
    }

    /// Sends messages that no save of the session contains.
    func send(_ outgoing: [Outgoing]) {
        let messages = messages(outgoing)
        guard !messages.isEmpty else { return }
        guard let writer = host.registry.writer else {
            for message in messages { host.registry.deliver(message) }
            return
        }
        writer.add(.send(messages))
        writer.afterwards { [registry = host.registry] in registry.wakeSoon(messages.map(\.recipient)) }
    }

    /// Begins the delivery of a turn's messages if no save of the session will contain them.
    func beginDelivery() { if host.writer == nil { sendAll() } else { sendAfterEnd() } }

    /// If the session has ended with messages that are not stored, it sends them without a save.
    func sendAfterEnd() {
        let isOver = state.withLock { $0.life == .ended && !($0.activity?.mail.isBeingWritten ?? true) }
        if isOver { sendAll() }
    }

    private func sendAll() {
        let outgoing = state.withLock { state -> [Outgoing] in
            guard let activity = state.activity else { return [] }
            defer { activity.mail.outgoing = [] }
            return activity.mail.outgoing.map(\.message)
        }
        send(outgoing)
    }

    /// Returns what a request waits for, so that its answer shows what came of its messages: until they are applied, but no longer
    /// than `SessionLimits.deliveryWait`. Nil if there are none.
    ///
    /// It is called before the turn's commit: from then on another thread may store and deliver them.
    func awaiting(_ commands: [SessionCommand]) -> AwaitedMessages? {
        let names = commands.compactMap { if case .deliver(_, _, let name) = $0.kind { name } else { nil } }
        guard !names.isEmpty, host.limits.deliveryWait > .zero else { return nil }
        return AwaitedMessages(names, host.registry.shared)
    }

    /// Returns an answer that is made once what it waits for has happened.
    func once<Reply: Sendable>(
        _ awaited: [AwaitedMessages],
        _ answer: @escaping @Sendable (SessionCore) -> Eventual<Reply>
    ) -> Eventual<Reply> {
        guard let first = awaited.first else { return answer(self) }
        let promise = Promise<Reply>()
        first.pending.finish(within: host.limits.deliveryWait, in: host.environment) { _ in
            first.end()
            self.once(Array(awaited.dropFirst()), answer).deliver(to: promise)
        }
        return .promised(promise)
    }

    // MARK: Storing

    /// Returns what a save of the session does to messages.
    func exchange(_ mail: Mail) -> MessageExchange {
        MessageExchange(
            sent: messages(mail.outgoing.map(\.message)),
            applied: mail.applied.filter { !$0.isAside }.map(\.number),
            setAside: mail.applied.filter(\.isAside).map(\.number)
        )
    }

    /// Returns what the other nodes are told of the messages that a save of a shared model applies: what they have sent. Nil for nothing.
    func told(of mail: Mail) -> NodeMessage? {
        guard host.registry.nodes != nil, let address = host.sharedAddress else { return nil }
        let names = host.registry.shared.notAwaited(mail.applied.compactMap(\.name))
        return names.isEmpty ? nil : .applied(AppliedMessages(address: address, names: names))
    }

    /// Messages are stored with the session: their recipients are told if they do not have them, and the next batch is read.
    func exchanged(_ mail: Mail.Stored, areDelivered: Bool) {
        host.registry.shared.applied(mail.applied)
        if host.isShared { host.registry.shared.countWaiting(-mail.count, for: id) }
        if mail.mayHaveMore { fetchMessages() }
        for outgoing in mail.sent {
            if case .delivery = outgoing.content { host.registry.shared.countWaiting(1, for: outgoing.recipient.id) }
        }
        if !areDelivered { host.registry.wakeSoon(mail.sent.map(\.recipient)) }
    }
}

extension SessionHost {
    /// Returns the commands of a turn with names for its messages, and without those to models for which too many wait. Their sender is
    /// told, if it asks to be, in the language of the turn's page.
    func admitting(_ commands: [SessionCommand], shown view: RenderedPage?) -> [SessionCommand] {
        guard commands.contains(where: { if case .deliver = $0.kind { true } else { false } }) else { return commands }
        return commands.compactMap { command in
            guard case .deliver(let delivery, let recipient, _) = command.kind else { return command }
            let sentence: Sentence
            let limit: Int
            if registry.shared.waiting(for: recipient.id) >= limits.waitingMessages {
                limit = limits.waitingMessages
                sentence = .messagesWait(limit: limit)
            } else if registry.hasRoomForShared(recipient) {
                return SessionCommand(kind: .deliver(delivery, to: recipient, name: environment.bits()), id: nil)
            } else {
                limit = limits.sharedModels
                sentence = .noRoomFor(recipient.program)
            }
            log(.messageDropped(program: recipient.program, message: delivery.name(), limit: limit))
            let text = environment.sentences[view?.rendering.languages ?? []][sentence]
            return delivery.refused.map { SessionCommand(kind: .after(.zero, $0(text)), id: nil) }
        }
    }
}

extension SessionTurn {
    /// Applies a message that another program has sent.
    borrowing func apply(_ waiting: WaitingMessage) {
        let stored = waiting.message
        // Another node may have applied the batch since it was read.
        let isDropped =
            waiting.number > 0
            && session.state.withLock { state in
                !(state.activity?.mail.unapplied.contains(waiting.number) ?? false)
            }
        if isDropped { return }
        if host.writer == nil, host.isShared { host.registry.shared.countWaiting(-1, for: session.id) }
        var key = host.faultKey(of: session.id, version: 0)
        key?.combine(stored.name)
        let cause = Cause(.delivered(waiting))
        do throws(SessionFailure) {
            var message: AnyMessage
            do {
                message = try host.driver.message(json: stored.content, identifiedBy: key)
            } catch {
                throw host.failed(TurnFailure(message: "message", reason: error), from: cause, of: id)
            }
            message.faultKey = key
            guard let model = session.current else {
                // With a store it still waits there.
                if host.writer == nil { session.take(stored) }
                return
            }
            guard let transaction = try transact([message], on: model, from: cause) else { return }
            begin(transaction, by: nil)
        } catch {
            session.reject(waiting, error)
        }
        if host.writer == nil, stored.answer == nil { host.registry.shared.applied([stored.name]) }
    }
}

extension SessionCore {
    /// Removes a message that failed, and answers it.
    fileprivate func reject(_ waiting: WaitingMessage, _ failure: SessionFailure) {
        let isAside = failure.isOfEndedProcess
        let sentence =
            failure.problems?.first?.sentence ?? host.environment.sentences.base.texts[failure.refusal.sentence]
        state.withLock { state in
            guard !state.hasEnded else { return }
            // There is no turn, but the stored state changes.
            state.version += 1
            state.addMail(waiting.answer(.failed(sentence)).map { [$0] } ?? [], applying: waiting, isAside: isAside)
        }
        beginDelivery()
    }
}

extension Mail {
    /// Records that a message was applied, or has failed.
    mutating func add(_ waiting: WaitingMessage, at version: UInt64, isAside: Bool = false) {
        unapplied.remove(waiting.number)
        asked.removeAll { $0 == waiting.message.name }
        // Without a store there is nothing to remove.
        guard waiting.number > 0 else { return }
        let name = waiting.message.answer == nil ? waiting.message.name : nil
        applied.append(Applied(version: version, number: waiting.number, name: name, isAside: isAside))
    }
}

extension SessionCore.State {
    /// Records the messages of a turn. The caller holds the lock.
    ///
    /// - Parameter delivery: the message that caused it, if another program has sent that.
    mutating func addMail(_ sent: [Outgoing], applying delivery: WaitingMessage?, isAside: Bool = false) {
        let activity = active()
        for message in sent {
            activity.mail.outgoing.append((version, message))
            if message.isAsked { activity.mail.asked.append(message.name) }
        }
        if let delivery { activity.mail.add(delivery, at: version, isAside: isAside) }
    }
}

extension SessionCore {
    /// Ends a session whose update has commanded it.
    func endByProgram(everywhere: Bool) {
        guard host.isShared else {
            host.registry.end(self, everywhere: everywhere)
            return
        }
        if host.writer == nil { endShared() } else { scheduleWrite() }
    }

    /// A shared model has another value in the store. One that has ended there is forgotten.
    func sharedModelChanged(_ topic: String) {
        let (isEnding, model) = state.withLock { state in
            guard state.life == .ending else { return (false, state.activity?.storedModel ?? state.model) }
            state.life = .ended
            return (true, state.model)
        }
        if isEnding { endShared() } else { tellOfChange(on: topic, model) }
    }

    private func endShared() {
        host.registry.forget(self)
        host.registry.nodes?.forgetSaver(of: id)
        end()
        if let topic = host.sharedTopic { tellOfChange(on: topic, nil) }
        // What still waits begins a new model.
        host.registry.wake(host.key(id))
    }
}

extension WaitingMessage {
    /// Returns the answer to be sent; nil if the sender does not ask.
    func answer(_ answer: SendOutcome) -> Outgoing? {
        message.answer.map { stored in
            let json = stored.json(answer, about: message.name)
            return Outgoing(recipient: stored.sender, content: .answer(json), name: message.name)
        }
    }
}

extension SessionFailure {
    /// Whether the call was refused since it has ended a process before.
    fileprivate var isOfEndedProcess: Bool {
        if case .update(let error) = self { error is EndedProcess } else { false }
    }
}
