import Elmwood
import FoundationEssentials
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage

extension ProgramTest {
    /// Ends the server's process, and continues with another one, as after a deploy or a crash.
    ///
    /// ```swift
    /// test.click("Pay")
    /// test.expectCommand(.effect(.charge(12), durable: true))
    /// test.restart()
    /// test.perform(.charge(12))                // carried out again: `send.attempt.isRepeat`
    /// ```
    ///
    /// The session's model is restored from the store, that is, encoded as JSON and decoded again. If something is lost by that,
    /// the model has changed, which must be checked. Delayed messages are still sent at their times. A durable effect begins again,
    /// as a repeat; other effects have ended. Open pages continue, with the text that is typed in them. Values that programs have
    /// saved are preserved. The restart affects all visitors of the site.
    ///
    /// A session without a turn is not stored: it begins again with the visitor's next request.
    public func restart(file: StaticString = #filePath, line: UInt = #line) {
        act("restart()", file, line, waits: true) { _ in context.site.restart() }
    }
}

extension Visitors {
    /// Ends the server's process, and continues with another one: see ``ProgramTest/restart(file:line:)``.
    public func restart(file: StaticString = #filePath, line: UInt = #line) {
        act("restart()", file, line) { step in
            if let sentence = site.restart().impossible { step.report(sentence) }
        }
    }
}

extension TestSite {
    /// Replaces the process that serves the program.
    func restart() -> Outcome {
        guard let testHost else { return Outcome() }
        stays.removeAll { $0() == nil }
        let stays = stays.compactMap { $0() }
        for page in stays.flatMap(\.openPages) { page.loseServer() }
        settle()
        do {
            try testHost.restart { former, next in
                let ids = stays.map { former.sessions.currentID(of: $0.visitor.session?.id, ticket: $0.visitor.ticket) }
                let stored = ids.map { $0.flatMap(former.sessions.stored) }
                let accounts = ids.map(former.registry.account)
                former.registry.endAll()
                next.registry.takeOverRenewals(of: former.registry)
                settle()
                for (index, context) in stays.enumerated() {
                    context.continueSession(with: stored[index], ids[index], of: accounts[index], in: next)
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
    /// Continues in another process with the stored session, or without one if it is nil.
    ///
    /// - Parameter account: the account that the visitor has signed in to.
    fileprivate func continueSession(
        with stored: StoredSession?,
        _ id: SessionID?,
        of account: String?,
        in host: ProgramHost<P>
    ) {
        guard let id else { return }
        site.expectationLogs.actor = expectations
        let session = stored.flatMap { host.takeOver($0, id) }
        // The next process does not know an id without a session, unless the visitor has signed in at another program.
        if session == nil { visitor.session = account.map { host.registry.issueID(of: $0, visitor: visitorID) } }
        if let session { site.expectationLogs.enter(session, in: expectations) }
        expectations.continueSession(with: session, in: site.environment.step)
    }

    /// Stores a session for the visitor with that stored model.
    func setSession(stored model: String) {
        guard let host = site.testHost?.host else { return }
        let now = Int64(site.environment.date.timeIntervalSince1970)
        let account = host.registry.account(of: visitor.session?.id)
        let stored = StoredSession(
            version: 1,
            model: Array(model.utf8),
            visitor: visitorID,
            account: account,
            created: now,
            used: now
        )
        let token = SessionToken()
        visitor.session = token
        continueSession(with: stored, token.id, of: account, in: host)
        // It precedes the test, and need not be checked.
        expectations.begin(with: expectations.model)
    }
}

extension ExpectationLog {
    /// Continues with the session of another process, or without one if it is nil.
    func continueSession(with session: SessionReference<P>?, in step: TestStep) {
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
