import ElmwoodArchitecture
import ElmwoodStorage

/// The turn of a session: who has it may change the session, and nobody else does meanwhile.
///
/// It is lent to one synchronous body, and over when that returns. What may only be done in a turn is a function of this type: so it
/// cannot be called without a turn, nor after a wait.
struct SessionTurn: ~Copyable {
    let session: SessionCore
    /// The model as the turn began; nil where the session has ended.
    let model: AnyModel?
    /// The session's id as the turn began.
    let id: SessionID
    /// Whether the session stands still at an earlier moment, in development.
    let isPaused: Bool

    fileprivate init(_ session: SessionCore, _ beginning: Beginning) {
        self.session = session
        model = beginning.model
        id = beginning.id
        isPaused = beginning.isPaused
    }

    var host: SessionHost { session.host }

    /// The session as a turn begins.
    fileprivate struct Beginning: Sendable {
        var model: AnyModel?
        var id: SessionID
        var isPaused: Bool

        init(_ state: borrowing SessionCore.State) {
            model = state.hasEnded ? nil : state.model
            id = state.id
            isPaused = state.activity?.pause != nil
        }
    }
}

extension SessionCore {
    /// Carries a request out in the session's turn: now and on this thread where nobody has it, else after what waits.
    ///
    /// - Returns: what the body returns, or that too much waits.
    func inTurn<Reply: Failable>(
        _ body: @escaping @Sendable (borrowing SessionTurn) -> Eventual<Reply>
    ) -> Eventual<Reply> {
        let (begun, later) = state.withLock { state -> (SessionTurn.Beginning?, Promise<Reply>?) in
            guard state.isTurning else {
                state.isTurning = true
                return (SessionTurn.Beginning(state), nil)
            }
            let activity = state.active()
            guard activity.waiting < host.limits.messages else { return (nil, nil) }
            activity.waiting += 1
            let later = Promise<Reply>()
            activity.inbox.append(.request { body($0).deliver(to: later) })
            return (nil, later)
        }
        guard let begun else {
            return later.map { .promised($0) } ?? .ready(.failed(.tooManyMessages(limit: host.limits.messages)))
        }
        defer { endTurn() }
        return body(SessionTurn(self, begun))
    }

    /// The first turn of a session that was just made: nobody else has had one. Where nobody holds the session after it, nobody ever will.
    func inFirstTurn<Result, Failure: Error>(
        _ body: (borrowing SessionTurn) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let beginning = state.withLock { SessionTurn.Beginning($0) }
        defer { if id != .unheld { endTurn() } }
        return try body(SessionTurn(self, beginning))
    }

    /// Does something in the session's turn: now, or after the turn that another has. It waits however much else does: a
    /// developer asks for it, and no visitor can. A session that has ended by then is left alone.
    func onTurn(_ work: @escaping @Sendable (borrowing SessionTurn) -> Void) {
        let beginning = state.withLock { state -> SessionTurn.Beginning? in
            guard state.isTurning else {
                state.isTurning = true
                return SessionTurn.Beginning(state)
            }
            state.active().inbox.append(.work(work))
            return nil
        }
        guard let beginning else { return }
        if beginning.model != nil { work(SessionTurn(self, beginning)) }
        endTurn()
    }

    /// Compares the subscriptions, and whether anybody looks: now, or after the current turn.
    func look() {
        let beginning = state.withLock { state -> SessionTurn.Beginning? in
            guard !state.hasEnded else { return nil }
            guard state.isTurning else {
                state.isTurning = true
                return SessionTurn.Beginning(state)
            }
            let activity = state.active()
            if !activity.isToCompare {
                activity.isToCompare = true
                activity.inbox.append(.look)
            }
            return nil
        }
        guard let beginning else { return }
        SessionTurn(self, beginning).look()
        endTurn()
    }

    /// Lets items wait for their turn, and carries them out where nobody has it.
    ///
    /// - Returns: false where too much waits already. That counts for messages alone of items given singly: what is given
    ///   with an end has been counted as a delayed message before.
    @discardableResult
    func receive(_ items: [Waiting]) -> Bool {
        let isBounded = if items.count == 1, case .message = items[0] { true } else { false }
        let (isTaken, hasTurn) = add(items, isBounded: isBounded)
        if hasTurn { drain() }
        return isTaken
    }

    /// Lets an item wait for its turn, where there is room.
    ///
    /// - Returns: whether the caller has the turn now, and is to carry out what waits (``drain()``).
    func enqueue(_ item: Waiting) -> Bool {
        let (isTaken, hasTurn) = add([item], isBounded: true)
        if !isTaken {
            host.log(.messageDropped(program: host.name, message: item.name, limit: host.limits.messages))
            if case .told(let source, nil) = item { source.ticked() }
        }
        return hasTurn
    }

    private func add(_ items: [Waiting], isBounded: Bool) -> (isTaken: Bool, hasTurn: Bool) {
        state.withLock { state in
            guard !state.hasEnded else { return (true, false) }
            let activity = state.active()
            if isBounded, activity.waiting >= host.limits.messages { return (false, false) }
            for item in items where item.isCounted { activity.waiting += 1 }
            activity.inbox += items
            defer { state.isTurning = true }
            return (true, !state.isTurning)
        }
    }

    // MARK: The end of a turn

    /// Ends a turn on a request's thread, which has an answer to send: what waits is carried out on another.
    private func endTurn() {
        let (news, isOver) = state.withLock { state -> (TurnNews, Bool) in
            let news = state.takeNews()
            let isOver = state.activity?.inbox.isEmpty ?? true
            if isOver { state.endTurn() }
            return (news, isOver)
        }
        spread(news)
        if !isOver { host.environment.execute { self.drain() } }
    }

    /// Carries out all that waits, in order, and ends the turn. The caller has it.
    func drain() {
        var items: ArraySlice<Waiting> = []
        while true {
            let (news, next) = state.withLock {
                state -> (TurnNews, (item: Waiting, beginning: SessionTurn.Beginning)?) in
                let news = state.takeNews()
                if items.isEmpty, let activity = state.activity {
                    items = activity.inbox[...]
                    activity.inbox = []
                }
                guard let item = items.popFirst() else {
                    state.endTurn()
                    return (news, nil)
                }
                if item.isCounted { state.activity?.waiting -= 1 }
                return (news, (item, SessionTurn.Beginning(state)))
            }
            spread(news)
            guard let next else { return }
            SessionTurn(self, next.beginning).carryOut(next.item)
        }
    }

    /// What others are to know of a turn.
    fileprivate struct TurnNews: Sendable {
        /// What wakes the streams of pages that show another model.
        var wakes: [@Sendable () -> Void] = []
        /// Whether the session is to be stored.
        var isToBeStored = false
    }

    private func spread(_ news: TurnNews) {
        for wake in news.wakes { wake() }
        if news.isToBeStored { host.writer?.add(self) }
    }
}

extension SessionCore.State {
    fileprivate mutating func takeNews() -> SessionCore.TurnNews {
        SessionCore.TurnNews(wakes: wakesOfChanged(), isToBeStored: list())
    }

    fileprivate mutating func endTurn() {
        isTurning = false
        dropIdleActivity()
    }
}
