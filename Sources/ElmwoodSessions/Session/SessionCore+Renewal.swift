import ElmwoodArchitecture
import ElmwoodStorage

extension SessionCore {
    /// Takes the id that has replaced the session's, and leaves behind all that is not of the browser that is told it: the streams
    /// end, and a page that comes back has to present the new id, or to prove that it may be told.
    ///
    /// - Returns: what wakes the streams, so that they end.
    func renew(to id: SessionID, for origin: RequestOrigin) -> [@Sendable () -> Void] {
        let now = host.environment.now()
        return state.withLock { state in
            state.id = id
            state.identifyModel(by: host)
            guard let activity = state.activity else { return [] }
            var wakes: [@Sendable () -> Void] = []
            for page in activity.pages {
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
                if page.id != origin.page { activity.remember(page, since: now) }
            }
            activity.pages.removeAll { $0.id != origin.page }
            wakes.append { self.watchRemembered() }
            for task in activity.tasks {
                guard let other = task.request else { continue }
                if origin.includes(other) { other.learn(id) } else { task.request = nil }
            }
            return wakes
        }
    }

    /// A browser that presents a ticket is given another one in its place.
    func replace(_ former: RenewalTicket, by ticket: RenewalTicket) {
        let tasks = state.withLock { $0.activity?.tasks ?? [] }
        for task in tasks { task.request?.replace(former, by: ticket) }
    }

    /// Whether the session still has the id that the request has found it by; else it is to be found anew.
    func isFound(by credentials: Credentials) -> Bool { credentials.session == id }

    /// Notes which request has begun this, where a new id may come of it.
    func attribute(_ begun: [EffectTask], to origin: RequestOrigin, presenting ticket: RenewalTicket?) {
        let tasks = begun.filter { $0.mayTell }
        guard !tasks.isEmpty, origin.knows(id) else { return }
        if let ticket { host.registry.replace(ticket, by: origin.ticket, of: id) }
        state.withLock { state in
            // Not after a renewal for another browser, which has left behind what went on then.
            guard origin.knows(state.id) else { return }
            for task in tasks { task.request = origin }
        }
    }

    /// The ticket that an answer has to give to the browser: something that its request began is still under way.
    func ticket(of origin: RequestOrigin?) -> RenewalTicket? {
        guard let origin else { return nil }
        let goesOn = state.withLock { $0.activity?.tasks.contains { $0.request === origin } ?? false }
        return goesOn ? origin.ticket : nil
    }

    /// Gives the visitor a new id, where the commands of a turn ask for one and can be carried out: before the turn's model is in
    /// its place, so that nobody finds that under the old id.
    ///
    /// - Returns: the id; nil where none is asked for, or nobody holds the session.
    /// - Throws: where nobody could be told the id: ``RenewalWithoutRequest``.
    func renewID(
        asBy commands: [SessionCommand],
        causedBy message: AnyMessage?,
        _ cause: Cause
    ) throws(TurnFailure) -> SessionID? {
        guard commands.contains(where: { if case .renewSession = $0.kind { true } else { false } }) else { return nil }
        let id = state.withLock { state -> SessionID? in
            guard !state.hasEnded, state.id != .unheld else { return nil }
            let plan = plan(commands, state, by: cause.task)
            return plan.failure == nil && !plan.ends ? state.id : nil
        }
        guard let id else { return nil }
        guard let request = cause.request else {
            let message = message.map { String(describing: $0) } ?? "start"
            throw TurnFailure(message: message, reason: RenewalWithoutRequest())
        }
        return host.registry.renew(id, for: request)
    }
}

/// A turn that no request began asked for a new session id.
struct RenewalWithoutRequest: Error, CustomStringConvertible {
    var description: String {
        ".renewSession needs a browser that is told the new id: it can be asked for by what a visitor did, and by effects and "
            + "delayed messages that came of it, not by a clock, a topic or a page event that no request brought."
    }
}
