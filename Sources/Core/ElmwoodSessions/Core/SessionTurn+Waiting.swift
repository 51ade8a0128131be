import ElmwoodArchitecture
import ElmwoodSupervisor

extension SessionTurn {
    /// Runs one item of the inbox.
    borrowing func carryOut(_ item: Waiting) {
        if deferIfPaused(item) { return }
        switch item {
        case .request(let run): run(self)
        case .work(let work):
            if !hasEnded { work(self) }
        case .message(let message, let task):
            guard !(task?.isCancelled ?? false) else { return }
            follow(message, from: task, as: task?.origin ?? .sent, isEnd: task?.endsWithItsMessage ?? false)
        case .sent(let message, let request):
            follow(message, from: nil, as: .sent, for: request)
        case .delivered(let message):
            apply(message)
        case .signal(let source, let payload):
            carryOut(payload, from: source)
        case .page(let event):
            guard !hasEnded else { return }
            for message in event.messages(in: model) { follow(message, from: nil, as: .page(event)) }
        case .checkSubscriptions:
            session.state.withLock { $0.parts?.isToCompare = false }
            checkSubscriptions()
        case .finished(let task, let thrown):
            finish(task, thrown)
        case .stored(let save, let areDelivered):
            settle(save, areDelivered: areDelivered)
        case .call(let call): call()
        case .fetched(let messages, let name):
            take(messages, fetchedAs: name)
        case .received(let sent):
            take(sent)
        }
    }

    private borrowing func finish(_ task: EffectTask, _ thrown: (any Error)?) {
        if let thrown, !task.isCancelled, case .effect(let effect) = task.work {
            // The program's message for the error, unless that call has ended a process before.
            let key = again(for: task) ?? (hasEnded ? nil : model.faultKey)
            if let message = host.driver.failed(effect, thrown, identifiedBy: key) {
                follow(message, from: task, as: task.origin, isEnd: true)
            } else {
                host.log(
                    .effectFailed(program: host.name, effect: session.name(of: task), error: thrown),
                    EventContext(session: id, request: task.request?.name)
                )
            }
        }
        // A task that ends with its message was removed by the message's turn.
        transact { parts, _ in parts.tasks.remove(task) && task.endurance != nil }
        guard !task.isCancelled else { return }
        if let source = task.source { session.performAgain(task, for: source, thrown) }
        task.leave()
    }

    /// Runs the turn of a message without a request. If it fails, the error is logged.
    ///
    /// - Parameters:
    ///   - request: the request that led to it, if it does not come from a task.
    ///   - isEnd: whether its task ends with it.
    borrowing func follow(
        _ message: AnyMessage,
        from task: EffectTask?,
        as origin: TurnOrigin,
        for request: RequestOrigin? = nil,
        isEnd: Bool = false
    ) {
        var message = message
        if var key = again(for: task) {
            key.combine((try? JSON.encode(message.value)) ?? [])
            message.faultKey = key
        }
        let cause = Cause(origin, of: task?.request ?? request, ending: isEnd ? task : nil)
        do {
            guard let transaction = try run(message, cause) else { return }
            beginWork(of: transaction, by: task)
        } catch {}
    }

    /// Identifies the messages of a task that outlives the process. They are repeated in the next process with another version,
    /// since the session has been stored since. The key therefore contains the task's name instead of the version.
    private borrowing func again(for task: EffectTask?) -> FaultKey? {
        guard let name = task?.endurance?.name else { return nil }
        var key = host.faultKey(of: session.id, version: 0)
        key?.combine(name)
        return key
    }

    private borrowing func run(_ message: AnyMessage, _ cause: Cause) throws(SessionFailure) -> Transaction? {
        // The turns of one item run one after the other, so the model may be newer than the turn's.
        guard let model = session.current else { return nil }
        if let transaction = try transact([message], on: model, from: cause) { return transaction }
        guard let request = cause.request, !request.knows(session.id) else { return nil }
        // The id was renewed for another browser since: the message no longer counts as caused by a request.
        return try run(message, Cause(cause.origin, named: cause.requestName, ending: cause.task))
    }

    /// Returns the page that a navigation of a task's message moves; nil if a browser loads the next one, or no page is open.
    private borrowing func page(leftBy task: EffectTask?) -> Page? {
        if let pendingEffects = task?.pendingEffects, !pendingEffects.isAnswered {
            return pendingEffects.showsPage ? Page(base: host.base) : nil
        }
        return session.state.withLock { $0.parts?.pages.receiver(task?.page)?.page }
    }

    /// Passes a turn's outcome to the request or page that it comes from, and begins its tasks.
    borrowing func beginWork(of result: Transaction, by task: EffectTask?) {
        var transaction = result
        if let page = page(leftBy: task) { transaction = arrive(after: transaction, from: page, for: task?.request) }
        let outcome = transaction.outcome
        let pendingEffects = task?.pendingEffects
        if transaction.ends {
            // Before the tasks are cancelled, since that answers the request that waits for them.
            if !(pendingEffects?.add(outcome) ?? false) { session.deliverLast(outcome, on: task?.page) }
            launch(transaction)
            session.endByProgram(everywhere: transaction.endsEverywhere)
            return
        }
        if outcome.isForPage || outcome.created != nil, !(pendingEffects?.add(outcome) ?? false) {
            deliver(outcome, on: task?.page)
        }
        if let page = task?.page { for task in transaction.begun { task.page = page } }
        launch(transaction, for: pendingEffects)
    }
}
