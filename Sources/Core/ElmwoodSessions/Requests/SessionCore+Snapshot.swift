import ElmwoodArchitecture
import ElmwoodStorage

extension SessionCore {
    /// Returns the session's current state or, if it has ended, the program's start.
    func shown<Refusal>(_ outcome: RequestOutcome, to show: Show<Refusal>) -> Eventual<SessionReply<Refusal>> {
        switch snapshot(outcome, for: show.credentials, visit: show.visit) {
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
    /// - Returns: `.ended` if it has ended, and `.renewed` if it has an id that the request does not know.
    func snapshot(
        _ outcome: RequestOutcome,
        for credentials: Credentials,
        visit: @autoclosure () -> Visit
    ) -> Result<SessionSnapshot, SessionFailure> {
        var tells = !outcome.flash.isEmpty
        var hasCommands = false
        var hasOverdue = false
        let taken = state.withLock { state -> Result<SessionSnapshot, SessionFailure> in
            // Checked first: a request that does not know the id must not learn that the session has ended.
            guard state.id == credentials.session || state.id == outcome.created?.id else { return .failure(.renewed) }
            guard !state.hasEnded else { return .failure(.ended) }
            let taken = state.takeState()
            hasCommands = taken.hasCommands
            hasOverdue = taken.hasOverdue
            if taken.hasFlashes || state.model.subscriptions.tellArrivals { tells = true }
            let ticket = ticket(of: outcome.origin, state)
            return .success(snapshot(state.model, taken, outcome, for: credentials, ticket))
        }
        guard tells || hasCommands || hasOverdue, case .success(var snapshot) = taken else { return taken }
        let visit = visit()
        // A page that is loaded in advance, for a visitor who may never see it, does not get them.
        if hasCommands, visit.answer != .preview {
            let (navigation, pageCommands) = state.withLock { $0.takeCommands() }
            snapshot = SessionSnapshot(snapshot, after: pageCommands, navigation: navigation)
        }
        let flash = flash(of: outcome, for: visit, leadsTo: snapshot.navigation)
        if snapshot.navigation == nil { expectReturn(to: visit, after: outcome) }
        scheduleWrite()
        let overdue = hasOverdue ? overdueAnswer(to: visit, leadingTo: snapshot.navigation) : nil
        return .success(SessionSnapshot(snapshot, flash: flash, overdue: overdue))
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
