import ElmwoodArchitecture
import ElmwoodStorage

/// The exclusive right to change a session, for the duration of one turn.
///
/// It is lent to one synchronous body, and ends when that returns. Operations that require a turn are functions of this type, so
/// they can be called neither without a turn nor after a suspension.
struct SessionTurn: ~Copyable {
    let session: SessionCore
    /// The model at the start of the turn. It counts no longer if the session has ended.
    let model: AnyModel
    /// Whether the session has ended before the turn.
    let hasEnded: Bool
    /// The session's id at the start of the turn.
    let id: SessionID
    /// Whether the session shows an earlier moment, in development.
    let isPaused: Bool
    /// The id of the visitor's cookie, for a session that has none yet.
    private let presented: SessionID?

    fileprivate init(
        _ session: SessionCore,
        _ state: borrowing SessionCore.State,
        presenting presented: SessionID? = nil
    ) {
        self.session = session
        self.presented = presented
        model = state.model
        hasEnded = state.hasEnded
        id = state.id
        isPaused = state.parts?.pause != nil
    }

    var host: SessionHost { session.host }

    /// The account that the visitor has signed in to.
    var account: String? { session.account(presenting: presented) }
}

extension SessionCore {
    /// What has become of an item that needs the turn.
    private enum Entry: ~Copyable {
        /// No other thread has the turn: the caller has it now, and carries the item out.
        case turn(SessionTurn)
        /// Whoever has the turn carries it out.
        case waits
        /// Too many wait already.
        case full
    }

    /// Takes the turn, or adds an item to the inbox.
    private func enter(isBounded: Bool = false, orWaitFor item: () -> Waiting) -> Entry {
        state.withLock { state in
            guard state.isTurning else {
                state.isTurning = true
                return .turn(SessionTurn(self, state))
            }
            let parts = state.activeParts()
            if isBounded, parts.waiting >= host.limits.messages { return .full }
            let item = item()
            if item.isCounted { parts.waiting += 1 }
            parts.inbox.append(item)
            return .waits
        }
    }

    /// Runs a request in the session's turn: now and on this thread if no other has it, otherwise after the waiting items.
    ///
    /// - Parameter body: receives the request, so that it has to capture nothing.
    /// - Returns: the result of the body, or a failure if too many items wait.
    func inTurn<Request: Sendable, Reply: RequestReply>(
        _ request: Request,
        _ body: @escaping @Sendable (borrowing SessionTurn, Request) -> Eventual<Reply>
    ) -> Eventual<Reply> {
        var later: Promise<Reply>?
        let entry = enter(isBounded: true) {
            let promise = Promise<Reply>()
            later = promise
            return .request { body($0, request).deliver(to: promise) }
        }
        guard case .turn(let turn) = consume entry else {
            return later.map { .promised($0) } ?? .ready(.failed(.tooManyMessages(limit: host.limits.messages)))
        }
        defer { endTurn() }
        return body(turn, request)
    }

    /// Runs the first turn of a session that was just created. A session that is not registered afterwards is never used again.
    ///
    /// - Parameter presented: the id of the visitor's cookie, under which other programs may have sessions.
    func inFirstTurn<Result, Failure: Error>(
        presenting presented: SessionID? = nil,
        _ body: (borrowing SessionTurn) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let turn = state.withLock { SessionTurn(self, $0, presenting: presented) }
        defer { if id != .unheld { endTurn() } }
        return try body(turn)
    }

    /// Carries out an item that no message is in: now, or after the current turn. It is not subject to the limit of waiting items.
    ///
    /// - Returns: false if the session has ended already.
    @discardableResult
    func enter(_ item: Waiting) -> Bool {
        guard case .turn(let turn) = enter(orWaitFor: { item }) else { return true }
        let isOver = turn.hasEnded
        turn.carryOut(item)
        endTurn()
        return !isOver
    }

    /// Runs an operation in the session's turn: now, or after the current turn. It is skipped if the session has ended by then.
    func onTurn(_ work: @escaping @Sendable (borrowing SessionTurn) -> Void) { enter(.work(work)) }

    /// Compares the subscriptions, and checks whether the visitor is present: now, or after the current turn.
    func checkSubscriptions() {
        let isWaiting = state.withLock { state in
            defer { if state.isTurning, !state.hasEnded { state.activeParts().isToCompare = true } }
            return state.hasEnded || state.parts?.isToCompare ?? false
        }
        if !isWaiting { enter(.checkSubscriptions) }
    }

    /// Adds items to the inbox, and runs them if no other thread has the turn.
    ///
    /// - Parameter onOtherThread: whether they never run on this thread.
    /// - Returns: false if too many items wait already. The limit applies only to a single message: a message together with an end
    ///   was counted as a delayed message before.
    @discardableResult
    func receive(_ items: [Waiting], onOtherThread: Bool = false) -> Bool {
        let isBounded = if items.count == 1, case .message = items[0] { true } else { false }
        switch addToInbox(items, isBounded: isBounded) {
        case .turn: if onOtherThread { host.environment.execute { self.drain() } } else { drain() }
        case .full: return false
        case .waits, .ended: break
        }
        return true
    }

    /// Adds an item to the inbox, if the limit permits it.
    ///
    /// - Returns: whether the caller has the turn now, and must run the inbox (``drain()``).
    func enqueue(_ item: Waiting) -> Bool {
        switch addToInbox([item], isBounded: true) {
        case .turn: return true
        case .waits, .ended: return false
        case .full:
            host.log(
                .messageDropped(program: host.name, message: item.name, limit: host.limits.messages),
                EventContext(session: id)
            )
            if case .signal(let source, nil) = item { source.ticked() }
            return false
        }
    }

    /// What has become of items for the inbox.
    enum Addition {
        /// The caller has the turn now, and must run the inbox.
        case turn
        case waits, full, ended
    }

    /// Adds items to the inbox.
    func addToInbox(_ items: [Waiting], isBounded: Bool = false) -> Addition {
        state.withLock { state in
            guard !state.hasEnded else { return .ended }
            let parts = state.activeParts()
            if isBounded, parts.waiting >= host.limits.messages { return .full }
            for item in items where item.isCounted { parts.waiting += 1 }
            parts.inbox += items
            defer { state.isTurning = true }
            return state.isTurning ? .waits : .turn
        }
    }

    // MARK: The end of a turn

    /// Ends a turn on the thread of a request, which must send its answer: waiting items run on another thread.
    private func endTurn() {
        let isStored = host.writer != nil
        let (news, isOver) = state.withLock { state -> (TurnNews, Bool) in
            let news = state.takeNews(isStored: isStored)
            let isOver = state.parts?.inbox.isEmpty ?? true
            if isOver { state.endTurn() }
            return (news, isOver)
        }
        spread(news)
        if !isOver { host.environment.execute { self.drain() } }
    }

    /// Runs all waiting items, in order, and ends the turn, which the caller has. The session is listed to be stored after the
    /// last of those that waited together, so that they are one write. Items that arrive meanwhile are the next ones.
    func drain() {
        let isStored = host.writer != nil
        var items: ArraySlice<Waiting> = []
        while true {
            var news = TurnNews()
            var next: Waiting?
            let turn = state.withLock { state -> SessionTurn? in
                news = state.takeNews(isLast: items.isEmpty, isStored: isStored)
                if items.isEmpty, let parts = state.parts {
                    items = parts.inbox[...]
                    parts.inbox = []
                }
                guard let item = items.popFirst() else {
                    state.endTurn()
                    return nil
                }
                if item.isCounted { state.parts?.waiting -= 1 }
                next = item
                return SessionTurn(self, state)
            }
            spread(news)
            guard let next, let turn else { return }
            turn.carryOut(next)
        }
    }

    /// The consequences of a turn outside of the session.
    fileprivate struct TurnNews: Sendable {
        /// The functions that wake the streams of pages that show another model.
        var wakes: [@Sendable () -> Void] = []
        /// Whether the session must be stored.
        var isToBeStored = false
    }

    private func spread(_ news: TurnNews) {
        for wake in news.wakes { wake() }
        if news.isToBeStored { host.writer?.save(self) }
    }
}

extension SessionCore.State {
    /// - Parameters:
    ///   - isLast: whether no more turns follow at once.
    ///   - isStored: whether sessions are stored.
    fileprivate mutating func takeNews(isLast: Bool = true, isStored: Bool) -> SessionCore.TurnNews {
        SessionCore.TurnNews(wakes: wakesOfChanged(), isToBeStored: isLast && isStored && list())
    }

    fileprivate mutating func endTurn() {
        isTurning = false
        dropIdleParts()
    }
}
