import Elmwood
import FoundationEssentials
import ElmwoodSessions
import ElmwoodStorage

extension ProgramTest {
    /// The server's process ends, and another one continues with what it has left: as at a deploy, or after a crash.
    ///
    /// ```swift
    /// test.click("Pay")
    /// test.expectCommand(.effect(.charge(12), durable: true))
    /// test.restart()
    /// test.perform(.charge(12))                // carried out again: `send.attempt.isRepeat`
    /// ```
    ///
    /// The session's model is what the store gives back of it, written as JSON and read again: what gets lost by that is a change of
    /// the model, to be accounted for. Delayed messages still come at their time. A durable effect begins again, as a repeat;
    /// others have ended. Open pages continue, with what is typed in them. What programs have saved is there. All visitors of the site
    /// have the same server.
    ///
    /// A session that has had no turn is not stored: it begins anew with the visitor's next request.
    public func restart(file: StaticString = #filePath, line: UInt = #line) {
        act("restart()", file, line, waits: true) { _ in context.site.restart() }
    }
}

extension Visitors {
    /// The server's process ends, and another one continues with what it has left: see ``ProgramTest/restart(file:line:)``.
    public func restart(file: StaticString = #filePath, line: UInt = #line) {
        act("restart()", file, line) { step in
            if let sentence = site.restart().impossible { step.report(sentence) }
        }
    }
}

extension TestSite {
    /// Another process takes the place of the one that has served the program so far.
    func restart() -> Outcome {
        guard let testHost else { return Outcome() }
        stays.removeAll { $0() == nil }
        let stays = stays.compactMap { $0() }
        for page in stays.flatMap(\.openPages) { page.loseServer() }
        settle()
        do {
            try testHost.restart { former, next in
                let ids = stays.map { former.currentID(of: $0.visitor.session, ticket: $0.visitor.ticket) }
                let stored = ids.map { $0.flatMap(former.stored) }
                former.registry.endAll()
                next.registry.takeOverRenewals(of: former.registry)
                settle()
                for (context, (id, session)) in zip(stays, zip(ids, stored)) {
                    context.goOn(with: session, id, in: next)
                }
            }
        } catch {
            return Outcome(impossible: error.description)
        }
        var outcome = Outcome()
        for context in stays {
            expectationLogs.actor = context.expectations
            for page in context.openPages { outcome.add(page.findServer()) }
        }
        return outcome
    }
}

extension VisitorContext {
    /// Another process has the visitor's session as it was stored; none where that is nil.
    fileprivate func goOn(with stored: StoredSession?, _ id: SessionID?, in host: ProgramHost<P>) {
        guard let id else { return }
        site.expectationLogs.actor = expectations
        let session = stored.flatMap { host.takeOver($0, id) }
        // The next process knows nothing of an id without a session.
        if session == nil { visitor.session = nil }
        if let session { site.expectationLogs.enter(session, in: expectations) }
        expectations.goOn(with: session, in: site.environment.step)
    }

    /// Holds a session for the visitor that was stored with that model.
    func hold(stored model: String) {
        guard let host = site.testHost?.host else { return }
        let now = Int64(site.environment.date.timeIntervalSince1970)
        let stored = StoredSession(
            version: 1,
            model: Array(model.utf8),
            visitor: visitor.visitor ?? VisitorID(),
            created: now,
            used: now
        )
        let id = SessionID()
        visitor.session = id
        goOn(with: stored, id, in: host)
        // It is what the visitor finds, and nothing that the test has done.
        expectations.begin(with: expectations.model)
    }
}

extension ExpectationLog {
    /// Another process has the session; none where that is nil.
    func goOn(with session: SessionReference<P>?, in step: TestStep) {
        state.withLock { state in
            state.session = session
            guard let model = session?.model else { return }
            state.model = model
            if model == state.known {
                state.changed = nil
            } else if state.changed == nil {
                state.changed = step
            }
        }
    }
}
