import ElmwoodArchitecture

// The effects of a session's open pages on its commands and subscriptions.

extension SessionCore {
    /// Updates the subscriptions after a page or its stream has opened or closed. No lock is held.
    func checkAttention() {
        let (model, isRunning, waiting) = state.withLock { state -> (AnyModel, Bool, RequestOutcome?) in
            let isRunning = !(state.activity?.sources.isEmpty ?? true)
            guard let activity = state.activity, !activity.pages.isEmpty else { return (state.model, isRunning, nil) }
            var waiting = RequestOutcome(navigation: activity.navigation, pageCommands: activity.pageCommands)
            // What was kept for a page at a certain address waits for that page to be loaded.
            for entry in activity.waitingFlashes where entry.address == nil { waiting.flash.add(entry.flash) }
            activity.navigation = nil
            activity.pageCommands = []
            if !waiting.flash.isEmpty {
                activity.waitingFlashes.removeAll { $0.address == nil }
                state.changeStoredActivity()
            }
            return (state.model, isRunning, waiting)
        }
        // The commands that no page was open to receive.
        if let waiting, waiting.isForPage { deliver(waiting, on: nil) }
        if let waiting, !waiting.flash.isEmpty { scheduleWrite() }
        if isRunning || model.subscriptions.isAnyRun { checkSubscriptions() }
    }

    /// Receives an event of a page that happened without a request: the messages that the program subscribes to, each with its
    /// turn.
    func receive(_ event: PageEvent) {
        if enqueue(.page(event)) { host.environment.execute { self.drain() } }
    }

    /// Sends the commands of a turn that has no request. They go to that page, or else to the page that was used last. If no page
    /// is open, the answer to the visitor's next request contains them.
    func deliver(_ outcome: RequestOutcome, on id: PageID?) {
        let now = host.registry.millisecondsSince1970
        let receiver = state.withLock { state -> PageID? in
            guard !state.hasEnded else { return nil }
            guard let page = state.receiver(id) else {
                let activity = state.active()
                if !outcome.flash.isEmpty {
                    activity.waitingFlashes.add(outcome.flash, for: nil, at: now)
                    state.changeStoredActivity()
                }
                activity.navigation = outcome.navigation ?? activity.navigation
                for command in outcome.pageCommands { activity.pageCommands.add(command) }
                return nil
            }
            for command in outcome.pageCommands { page.commands.add(command) }
            return page.id
        }
        guard let id = receiver else { return }
        navigate(id, outcome)
        show(outcome.flash, on: id)
        let wake = state.withLock { $0.page(id)?.takeWake() }
        wake?()
    }

    /// Sends the commands of the turn that has ended the session. The page's stream sends them, and ends.
    func deliverLast(_ outcome: RequestOutcome, on id: PageID?) {
        state.withLock { state in
            let connected = state.activity?.pages.filter { $0.wake != nil } ?? []
            let page = connected.first { $0.id == id } ?? connected.max { $0.lastUsed < $1.lastUsed }
            for command in outcome.pageCommands { page?.commands.add(command) }
        }
    }
}

extension SessionCore.State {
    /// Returns the page that receives what is meant for that one: another one, used last, if that is not open. Nil if none is.
    func receiver(_ id: PageID?) -> LivePage? {
        // A hidden page polls once a minute, which is too late.
        let latest = activity?.pages.max {
            $0.isHidden == $1.isHidden ? $0.lastUsed < $1.lastUsed : $0.isHidden
        }
        return id.flatMap(page) ?? latest
    }
}

extension SessionTurn {
    /// Begins the tasks of a visitor's action. Its commands go to the page of the action, now or when an effect of it returns them.
    borrowing func launch(_ transaction: Transaction, from page: PageID) {
        for task in transaction.begun { task.page = page }
        if transaction.outcome.isForPage { session.deliver(transaction.outcome, on: page) }
        launch(transaction)
    }
}

extension RequestOutcome {
    /// Whether it contains anything for a page.
    var isForPage: Bool { navigation != nil || !pageCommands.isEmpty || !flash.isEmpty }
}
