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
    /// Takes a message that no store has. If the session has ended, another one at its key takes it.
    func take(_ message: StoredMessage) {
        let execute = host.environment.executeAwaited ?? host.environment.execute
        switch addToInbox([.delivered(WaitingMessage(number: 0, message))]) {
        case .turn: execute { self.drain() }
        case .waits, .full: break
        case .ended: execute { [registry = host.registry] in registry.deliver(message) }
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
        writer.append(.send(messages))
        writer.afterwards { [registry = host.registry] in registry.wakeSoon(messages.map(\.recipient)) }
    }

    /// Begins the delivery of a turn's messages if no save of the session will contain them.
    func beginDelivery() { if host.writer == nil { sendAll() } else { sendAfterEnd() } }

    /// If the session has ended with messages that are not stored, it sends them without a save.
    func sendAfterEnd() {
        let isOver = state.withLock { $0.life == .ended && !($0.parts?.isBeingWritten ?? true) }
        if isOver { sendAll() }
    }

    private func sendAll() {
        let outgoing = state.withLock { state -> [Outgoing] in
            guard let parts = state.parts else { return [] }
            defer { parts.mail.outgoing = [] }
            return parts.mail.outgoing
        }
        send(outgoing)
    }

    /// Returns what a request waits for, so that its answer shows what came of its messages: until they are applied, but no longer
    /// than `SessionLimits.deliveryWait`. Nil if there are none.
    ///
    /// It is called before the turn is published: from then on another thread may store and deliver them.
    func awaiting(_ deliveries: [Outgoing]) -> AwaitedMessages? {
        let names = deliveries.compactMap { if case .delivery = $0.content { $0.name } else { nil } }
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
    func exchange(_ mail: Mail.Row) -> MessageExchange {
        MessageExchange(
            sent: messages(mail.sent),
            applied: mail.applied.filter { !$0.isAside }.map(\.number),
            setAside: mail.applied.filter(\.isAside).map(\.number)
        )
    }

    /// Returns what the other nodes are told of the messages that a save of a shared model applies: what they have sent. Nil for nothing.
    func told(of mail: Mail.Row) -> NodeMessage? {
        guard host.registry.nodes.mayBeSeveral, let address = host.sharedAddress else { return nil }
        let names = host.registry.shared.notAwaited(mail.applied.compactMap(\.name))
        return names.isEmpty ? nil : .applied(AppliedMessages(address: address, names: names))
    }

    /// Messages are stored with the session: their recipients are told if they do not have them.
    func exchanged(_ mail: Mail.Row, areDelivered: Bool) {
        let shared = host.registry.shared
        shared.applied(mail.applied.compactMap(\.name))
        if host.isShared { shared.countWaiting(-mail.applied.count, for: id) }
        for outgoing in mail.sent {
            if case .delivery = outgoing.content { shared.countWaiting(1, for: outgoing.recipient.id) }
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
    /// Reads the messages that wait in the store, and applies them, unless that is done already: then it is done once more.
    borrowing func fetchMessages() {
        guard let writer = host.writer else { return }
        let name = host.environment.bits()
        let begins = session.state.withLock { !$0.hasEnded && $0.activeParts().mail.beginReading(as: name) }
        guard begins else { return }
        writer.loadMessages(to: host.key(session.id), limit: Mail.batch) { [session] result in
            if case .failure(let error) = result {
                session.host.log(.sessionsNotStored(error: error), EventContext(session: session.id))
            }
            session.receive([.fetched(try? result.get(), as: name)], onOtherThread: true)
        }
    }

    /// Applies the messages that were read for the batch of that name; nil if they could not be read.
    borrowing func take(_ fetched: [WaitingMessage]?, fetchedAs name: UInt64) {
        let messages = fetched ?? []
        let hasMore = session.state.withLock { state -> Bool? in
            guard let parts = state.parts, parts.mail.batchName == name else { return nil }
            parts.inbox += messages.map { .delivered($0) }
            return parts.mail.beginApplying(messages)
        }
        guard !hasEnded, let hasMore else { return }
        if host.isShared, fetched != nil, messages.count < Mail.batch {
            host.registry.shared.setWaiting(messages.count, for: session.id)
        }
        if hasMore { fetchMessages() }
    }

    /// Applies messages that this process has stored, or reads them if others may wait before them.
    borrowing func take(_ sent: [SentMessage]) {
        if hasEnded { return host.registry.wakeSoon([host.key(session.id)]) }
        let isReceived = session.state.withLock { state -> Bool in
            let parts = state.activeParts()
            guard parts.mail.accepts(sent) else { return false }
            parts.mail.add(sent)
            parts.inbox += sent.map { .delivered($0.waiting) }
            return true
        }
        if !isReceived { fetchMessages() }
    }

    /// Applies a message that another program has sent.
    borrowing func apply(_ waiting: WaitingMessage) {
        let stored = waiting.message
        // Another node may have applied the batch since it was read.
        let isDropped =
            waiting.number > 0
            && session.state.withLock { state in
                !(state.parts?.mail.unapplied.contains(waiting.number) ?? false)
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
            beginWork(of: transaction, by: nil)
        } catch {
            reject(waiting, error)
        }
        if host.writer == nil, stored.answer == nil { host.registry.shared.applied([stored.name]) }
    }
}

extension SessionTurn {
    /// Removes a message that failed, and answers it.
    private borrowing func reject(_ waiting: WaitingMessage, _ failure: SessionFailure) {
        let sentence =
            failure.problems?.first?.sentence ?? host.environment.sentences.base.texts[failure.refusal.sentence]
        let answer = waiting.answer(.failed(sentence))
        transact { parts, _ in
            parts.mail.add(answer.map { [$0] } ?? [], applying: waiting, isAside: failure.isOfEndedProcess)
            return true
        }
        session.beginDelivery()
    }
}

extension Mail {
    /// Adds what a change sends, and the message that caused it, if another program has sent that.
    ///
    /// - Parameter isAside: whether that message has ended a process.
    mutating func add(_ sent: [Outgoing], applying waiting: WaitingMessage?, isAside: Bool = false) {
        outgoing += sent
        for message in sent where message.isAsked { asked.append(message.name) }
        guard let waiting else { return }
        unapplied.remove(waiting.number)
        asked.removeAll { $0 == waiting.message.name }
        // Without a store there is nothing to remove.
        guard waiting.number > 0 else { return }
        let name = waiting.message.answer == nil ? waiting.message.name : nil
        applied.append(Applied(number: waiting.number, name: name, isAside: isAside))
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
            guard state.life == .ending else { return (false, state.parts?.storedModel ?? state.model) }
            state.life = .ended
            return (true, state.model)
        }
        if isEnding { endShared() } else { tellOfChange(on: topic, model) }
    }

    private func endShared() {
        host.registry.forget(self)
        host.registry.nodes.forgetSaver(of: id)
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
