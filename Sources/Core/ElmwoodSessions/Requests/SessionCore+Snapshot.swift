import ElmwoodArchitecture
import ElmwoodStorage

extension SessionCore {
    /// Returns the session's current state or, if it has ended, the program's start.
    func shown<Refusal>(_ outcome: RequestOutcome, to show: Show<Refusal>) -> Eventual<SessionReply<Refusal>> {
        guard let result = snapshot(outcome, for: show.credentials, visit: show.visit) else {
            return inTurn(outcome) { $0.shown($1, to: show) }
        }
        return shown(result, outcome, to: show)
    }

    fileprivate func shown<Refusal>(
        _ result: Result<SessionSnapshot, SessionFailure>,
        _ outcome: RequestOutcome,
        to show: Show<Refusal>
    ) -> Eventual<SessionReply<Refusal>> {
        switch result {
        case .success(let snapshot): return .ready(.shown(snapshot))
        case .failure(.ended): break
        case .failure(let failure): return .ready(.failed(failure))
        }
        if isUnloaded {
            // It was evicted while the answer waited for the request's tasks. Its turns have been stored.
            return host.withSession(Credentials(session: id)) { session in
                session?.shown(outcome, to: show) ?? self.shownWhenRemoved(outcome, to: show)
            }
        }
        guard !show.isLast else { return .ready(.failed(.ended)) }
        return show.restart(on: host, with: credentialsAfterEnd, after: FormerSession(outcome))
    }

    /// Returns the same, once it is stored what the page that follows the answer tells the visitor. If another process has taken the session
    /// over meanwhile, it is told there.
    ///
    /// - Parameters:
    ///   - own: what the turn of the request tells. What messages of its tasks tell comes again with these.
    ///   - version: that of the turn. If it is not stored, the request runs again.
    func shown<Refusal>(
        _ outcome: RequestOutcome,
        to show: Show<Refusal>,
        telling own: Flash,
        ofVersion version: UInt64
    ) -> Eventual<SessionReply<Refusal>> {
        let answer = shown(outcome, to: show)
        guard let writer = host.writer, !own.isEmpty, !outcome.isShown(to: show.visit) else { return answer }
        let kept = state.withLock { $0.version }
        let promise = Promise<SessionReply<Refusal>>()
        writer.save(self) {
            let isLost = self.isUnloaded && self.state.withLock { $0.isStored(version) && !$0.isStored(kept) }
            guard isLost else { return answer.deliver(to: promise) }
            var outcome = outcome
            outcome.flash = own
            self.host.environment.execute { [outcome] in self.shown(outcome, to: show).deliver(to: promise) }
        }
        return .promised(promise)
    }

    /// Returns the program's start, since the session was removed while the answer waited for the request's tasks.
    private func shownWhenRemoved<Refusal>(
        _ outcome: RequestOutcome,
        to show: Show<Refusal>
    ) -> Eventual<SessionReply<Refusal>> {
        // Its visitor has received another id, which a new session's cookie would replace.
        if host.registry.wasRenewed(id) { return .ready(.failed(.renewed)) }
        var credentials = credentialsAfterEnd
        // One at too many places was removed. The visitor has others under the same id, which the browser retains.
        let isGood = host.registry.isGood(id)
        if isGood { credentials.session = id }
        return show.restart(on: host, with: credentials, after: FormerSession(outcome, isLast: !isGood))
    }

    /// The credentials with which the visitor continues when the session has ended.
    var credentialsAfterEnd: Credentials {
        Credentials(session: nil, visitor: .recognized(RecognizedVisitor(visitor)))
    }

    /// Returns the session's current state, with the outcome of its turns for an answer.
    ///
    /// - Parameter visit: evaluated only if the visitor is told anything, commands wait for a page, or the program is told of arrivals.
    /// - Returns: `.ended` if it has ended, and `.renewed` if it has an id that the request does not know; nil if what is told to the
    ///   visitor changes the session, which needs the turn.
    func snapshot(
        _ outcome: RequestOutcome,
        for credentials: Credentials,
        visit: @autoclosure () -> Visit
    ) -> Result<SessionSnapshot, SessionFailure>? {
        let result = taken(outcome, for: credentials)
        guard case .success(let taken) = result, taken.tells else { return result.map(\.snapshot) }
        if taken.state.hasFlashes || !outcome.flash.isEmpty || credentials.told != nil { return nil }
        return .success(complete(taken, outcome, visit()))
    }

    /// A session's state for an answer, before anything is taken from the session.
    fileprivate struct Taken {
        let snapshot: SessionSnapshot
        let state: SessionState
        /// Whether the answer may tell the visitor anything beside the model, or the program is told of arrivals.
        let tells: Bool
    }

    fileprivate func taken(_ outcome: RequestOutcome, for credentials: Credentials) -> Result<Taken, SessionFailure> {
        state.withLock { state in
            // Checked first: a request that does not know the id must not learn that the session has ended.
            guard state.id == credentials.session || state.id == outcome.created?.id else { return .failure(.renewed) }
            guard !state.hasEnded else { return .failure(.ended) }
            let taken = state.takeState()
            let tells =
                taken.hasCommands || taken.hasOverdue || taken.hasFlashes || !outcome.flash.isEmpty
                || credentials.told != nil || state.model.subscriptions.tellArrivals
            let ticket = ticket(of: outcome.origin, state)
            let snapshot = snapshot(state.model, taken, outcome, for: credentials, ticket)
            return .success(Taken(snapshot: snapshot, state: taken, tells: tells))
        }
    }

    /// Adds what has waited for an answer, and removes it from the session.
    fileprivate func complete(
        _ taken: Taken,
        _ outcome: RequestOutcome,
        _ visit: Visit,
        telling flash: (_ navigation: String?) -> Flash = { _ in Flash() }
    ) -> SessionSnapshot {
        var snapshot = taken.snapshot
        // A page that is loaded in advance, for a visitor who may never see it, gets no commands.
        if taken.state.hasCommands, visit.answer != .preview {
            let (navigation, pageCommands) = state.withLock { $0.takeCommands() }
            snapshot = SessionSnapshot(snapshot, after: pageCommands, navigation: navigation)
        }
        let flash = flash(snapshot.navigation)
        if snapshot.navigation == nil { expectReturn(to: visit, after: outcome) }
        let overdue = taken.state.hasOverdue ? overdueAnswer(to: visit, leadingTo: snapshot.navigation) : nil
        return SessionSnapshot(snapshot, flash: flash, overdue: overdue)
    }

    private func snapshot(
        _ model: AnyModel,
        _ taken: SessionState,
        _ outcome: RequestOutcome,
        for credentials: Credentials,
        _ ticket: RenewalTicket?
    ) -> SessionSnapshot {
        // If another answer has sent a newer id, this late one must not set the old one again.
        let told = outcome.created.flatMap { $0.id == taken.id ? $0 : nil }
        return SessionSnapshot(
            model: outcome.faultKey.map { model.identified(by: $0) } ?? model,
            version: taken.version,
            session: self,
            cookie: told.map { .set($0) } ?? .unchanged,
            navigation: outcome.navigation,
            pageCommands: outcome.pageCommands,
            isPaused: taken.isPaused,
            mayReceiveMessage: taken.mayReceiveMessage,
            visitor: VisitorChange(
                for: credentials.visitor,
                of: taken.visitor,
                after: told != nil ? outcome.tokenRenewal : .none
            ),
            hasEnded: outcome.hasEnded,
            ticket: ticket,
            view: outcome.view.flatMap { $0.version == taken.version ? $0.page : nil }
        )
    }
}

extension SessionTurn {
    borrowing func shown<Refusal>(
        _ outcome: RequestOutcome,
        to show: Show<Refusal>
    ) -> Eventual<SessionReply<Refusal>> {
        session.shown(snapshot(outcome, for: show.credentials, visit: show.visit), outcome, to: show)
    }

    /// Returns the session's current state, with the outcome of its turns for an answer.
    borrowing func snapshot(
        _ outcome: RequestOutcome,
        for credentials: Credentials,
        visit: @autoclosure () -> Visit
    ) -> Result<SessionSnapshot, SessionFailure> {
        if let told = credentials.told {
            var credentials = credentials
            credentials.told = nil
            return snapshot(outcome.telling(told), for: credentials, visit: visit())
        }
        return session.taken(outcome, for: credentials).map { taken in
            guard taken.tells else { return taken.snapshot }
            let visit = visit()
            return session.complete(taken, outcome, visit) { flash(of: outcome, for: visit, leadsTo: $0) }
        }
    }
}
