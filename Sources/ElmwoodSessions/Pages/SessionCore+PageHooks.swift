import ElmwoodArchitecture

// The effects of a session's open pages on its commands and subscriptions.

extension SessionCore {
    /// Updates the subscriptions after a page or its stream has opened or closed. No lock is held.
    func checkAttention() {
        let (model, isRunning, waiting) = state.withLock { state -> (AnyModel, Bool, RequestOutcome?) in
            let isRunning = !(state.activity?.sources.isEmpty ?? true)
            guard let activity = state.activity, !activity.pages.isEmpty else { return (state.model, isRunning, nil) }
            defer {
                activity.navigation = nil
                activity.pageCommands = []
            }
            return (
                state.model, isRunning,
                RequestOutcome(navigation: activity.navigation, pageCommands: activity.pageCommands)
            )
        }
        // The commands that no page was open to receive.
        if let waiting, waiting.isForPage { deliver(waiting, on: nil) }
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
        let receiver = state.withLock { state -> PageID? in
            guard !state.hasEnded else { return nil }
            // A hidden page polls once a minute, which is too late.
            let latest = state.activity?.pages.max {
                $0.isHidden == $1.isHidden ? $0.lastUsed < $1.lastUsed : $0.isHidden
            }
            guard let page = id.flatMap(state.page) ?? latest else {
                let activity = state.active()
                activity.navigation = outcome.navigation ?? activity.navigation
                for command in outcome.pageCommands { activity.pageCommands.add(command) }
                return nil
            }
            for command in outcome.pageCommands { page.commands.add(command) }
            return page.id
        }
        guard let id = receiver else { return }
        navigate(id, outcome)
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

extension SessionTurn {
    /// Begins the tasks of a visitor's action. Its commands go to the page of the action, now or when an effect of it returns them.
    borrowing func launch(_ committed: Committed, from page: PageID) {
        for task in committed.begun { task.page = page }
        if committed.outcome.isForPage { session.deliver(committed.outcome, on: page) }
        launch(committed)
    }
}

extension RequestOutcome {
    /// Whether it contains anything for a page.
    var isForPage: Bool { navigation != nil || !pageCommands.isEmpty }
}
