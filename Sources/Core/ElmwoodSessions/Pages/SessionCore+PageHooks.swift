import ElmwoodArchitecture

// The effects of a session's open pages on its commands and subscriptions.

extension SessionCore {
    /// Updates the subscriptions after a page or its stream has opened or closed. No lock is held.
    func checkAttention() {
        let (model, isRunning) = state.withLock { ($0.model, !($0.parts?.sources.running.isEmpty ?? true)) }
        if isRunning || model.subscriptions.isAnyRun { checkSubscriptions() }
    }

    /// Receives an event of a page that happened without a request: the messages that the program subscribes to, each with its
    /// turn.
    func receive(_ event: PageEvent) {
        if enqueue(.page(event)) { host.environment.execute { self.drain() } }
    }

    /// Sends the commands of the turn that has ended the session. The page's stream sends them, and ends.
    func deliverLast(_ outcome: RequestOutcome, on id: PageID?) {
        state.withLock { state in
            let connected = state.parts?.pages.open.filter { $0.wake != nil } ?? []
            let page = connected.first { $0.id == id } ?? connected.max { $0.lastUsed < $1.lastUsed }
            for command in outcome.pageCommands { page?.commands.add(command) }
        }
    }
}

extension SessionParts {
    /// Whether anything waits for the visitor's next page.
    var hasWaitingForPage: Bool { pages.navigation != nil || !pages.commands.isEmpty || telling.hasWaiting(for: nil) }
}

extension SessionTurn {
    /// Sends the commands of a turn that has no request. They go to that page, or else to the page that was used last. If no page
    /// is open, the answer to the visitor's next request contains them.
    borrowing func deliver(_ outcome: RequestOutcome, on id: PageID?) {
        let now = host.registry.millisecondsSince1970
        var receiver: PageID?
        transact { parts, _ in
            guard let page = parts.pages.receiver(id) else {
                parts.pages.navigation = outcome.navigation ?? parts.pages.navigation
                for command in outcome.pageCommands { parts.pages.commands.add(command) }
                if outcome.flash.isEmpty { return false }
                parts.telling.keep(outcome.flash, for: nil, at: now)
                return true
            }
            for command in outcome.pageCommands { page.commands.add(command) }
            receiver = page.id
            return false
        }
        guard let receiver else { return }
        session.navigate(receiver, outcome)
        tell(outcome, on: receiver)
        let wake = session.state.withLock { $0.page(receiver)?.takeWake() }
        wake?()
    }

    /// Begins the tasks of a visitor's action. Its commands go to the page of the action, now or when an effect of it returns them.
    borrowing func launch(_ transaction: Transaction, from page: PageID) {
        for task in transaction.begun { task.page = page }
        if transaction.outcome.isForPage { deliver(transaction.outcome, on: page) }
        launch(transaction)
    }
}

extension RequestOutcome {
    /// Whether it contains anything for a page.
    var isForPage: Bool { navigation != nil || !pageCommands.isEmpty || !flash.isEmpty }
}
