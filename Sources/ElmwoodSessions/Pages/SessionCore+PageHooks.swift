import ElmwoodArchitecture

// What the open pages of a session have to do with its commands and subscriptions.

extension SessionCore {
    /// Whether somebody looks has changed: a page or its stream has come or gone. No lock is held.
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
        // What no page was there to be told.
        if let waiting, waiting.isForPage { tell(waiting, on: nil) }
        if isRunning || model.subscriptions.isAnyRun { look() }
    }

    /// What happened to a page of the session with no request: the messages that the program asks for, each with its turn.
    func receive(_ event: PageEvent) {
        if enqueue(.page(event)) { host.environment.execute { self.drain() } }
    }

    /// Has a page do what no request is there to be told of: that page, else the one that was used last, else the
    /// visitor whose request is answered next.
    func tell(_ outcome: RequestOutcome, on id: PageID?) {
        let told = state.withLock { state -> PageID? in
            guard !state.hasEnded else { return nil }
            // A hidden page asks once a minute, which is no use of it.
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
        guard let id = told else { return }
        navigate(id, outcome)
        let wake = state.withLock { $0.page(id)?.takeWake() }
        wake?()
    }

    /// Has a page do what the turn asks of it that has ended the session: its stream tells it so, and ends.
    func tellLast(_ outcome: RequestOutcome, on id: PageID?) {
        state.withLock { state in
            let connected = state.activity?.pages.filter { $0.wake != nil } ?? []
            let page = connected.first { $0.id == id } ?? connected.max { $0.lastUsed < $1.lastUsed }
            for command in outcome.pageCommands { page?.commands.add(command) }
        }
    }
}

extension SessionTurn {
    /// Begins what the visitor has begun on a page: what that asks of a page is asked of that one, now or when an effect of it does.
    borrowing func launch(_ committed: Committed, from page: PageID) {
        for task in committed.begun { task.page = page }
        if committed.outcome.isForPage { session.tell(committed.outcome, on: page) }
        launch(committed)
    }
}

extension RequestOutcome {
    /// Whether there is anything for a page in it.
    var isForPage: Bool { navigation != nil || !pageCommands.isEmpty }
}
