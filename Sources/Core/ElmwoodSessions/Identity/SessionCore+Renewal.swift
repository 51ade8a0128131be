import ElmwoodArchitecture
import ElmwoodStorage

extension SessionCore {
    /// Replaces the session's id, and removes what does not belong to the browser that receives the new one. The streams end. A
    /// page that returns must present the new id, or prove that it may receive it.
    ///
    /// - Returns: the functions that wake the streams, so that they end.
    func renew(to id: SessionID, _ token: TokenRenewal, for origin: RequestOrigin) -> [@Sendable () -> Void] {
        let now = host.environment.now()
        return state.withLock { state in
            state.id = id
            if case .token(let token) = token { state.visitor = VisitorID(firstToken: token.hash) }
            state.identifyModel(by: host)
            guard let parts = state.parts else { return [] }
            var wakes: [@Sendable () -> Void] = []
            for page in parts.pages.open {
                wakes += page.waiting
                if let wake = page.wake { wakes.append(wake) }
                page.waiting = []
                page.streamNumber += 1
                if page.wake != nil, page.id == origin.page {
                    let name = page.id
                    page.awaySince = now
                    wakes.append { self.watchAbsence(of: name) }
                }
                page.wake = nil
                if page.id != origin.page { parts.pages.remember(page, since: now) }
            }
            parts.pages.open.removeAll { $0.id != origin.page }
            wakes.append { self.watchRemembered() }
            for task in parts.tasks.pending {
                guard let other = task.request else { continue }
                if origin.includes(other) { other.learn(id) } else { task.request = nil }
            }
            return wakes
        }
    }

    /// Records that a browser receives a new ticket in place of the one it presented.
    func replace(_ former: RenewalTicket, by ticket: RenewalTicket) {
        let tasks = state.withLock { $0.parts?.tasks.pending ?? [] }
        for task in tasks { task.request?.replace(former, by: ticket) }
    }

    /// Whether the session still has the id of the request; otherwise the request must search for it again.
    func isFound(by credentials: Credentials) -> Bool { credentials.session == id }

    /// Records which request has begun these tasks, if they can lead to a new id.
    func attribute(_ begun: [EffectTask], to origin: RequestOrigin, presenting ticket: RenewalTicket?) {
        let tasks = begun.filter { $0.canProduceMessage }
        guard !tasks.isEmpty, origin.knows(id) else { return }
        if let ticket { host.registry.replace(ticket, by: origin.ticket, of: id) }
        state.withLock { state in
            // Not after a renewal for another browser, which does not include these tasks.
            guard origin.knows(state.id) else { return }
            for task in tasks { task.request = origin }
        }
    }

    /// Returns the ticket for the browser of an answer, if tasks of its request are pending. The caller holds the lock.
    func ticket(of origin: RequestOrigin?, _ state: borrowing State) -> RenewalTicket? {
        guard let origin, let tasks = state.parts?.tasks.pending, tasks.contains(where: { $0.request === origin })
        else {
            return nil
        }
        return origin.ticket
    }

    /// Gives the visitor a new id if the commands of a turn request one. This happens before the session's model is replaced, so that the
    /// new model is never found under the old id.
    ///
    /// - Returns: the former id, the new id's token, and what follows for the visitor's token; nil if none is requested, or the session
    ///   is not registered.
    /// - Throws: ``RenewalWithoutRequest`` if no browser could receive the id.
    func renewID(
        asBy plan: CommandPlan,
        causedBy message: AnyMessage?,
        _ cause: Cause
    ) throws(TurnFailure) -> (former: SessionID, session: SessionToken, token: TokenRenewal)? {
        guard plan.renews, !plan.ends else { return nil }
        guard let id = state.withLock({ $0.hasEnded || $0.id == .unheld ? nil : $0.id }) else { return nil }
        guard let request = cause.request else { throw TurnFailure(of: message, reason: RenewalWithoutRequest()) }
        return host.registry.renew(id, for: request).map { (id, $0.session, $0.token) }
    }
}

/// The error of a turn that requested a new session id without a request.
struct RenewalWithoutRequest: Error, CustomStringConvertible {
    var description: String {
        ".renewSession needs a browser that receives the new id: use it in the update of a visitor's message, or of an effect or "
            + "a delayed message that follows from one, not in that of a timer, a topic or a page event without a request."
    }
}
