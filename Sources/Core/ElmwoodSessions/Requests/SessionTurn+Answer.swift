import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

// The answers to requests that lead to a page: a post, or a visitor's arrival.

extension SessionTurn {
    /// Applies the messages of a request, and answers it.
    ///
    /// - Parameters:
    ///   - show: the request, without its messages.
    ///   - sent: returns the fields of a post.
    /// - Returns: the answer, which does not wait for the store yet, and whether nothing has changed; nil if the session has ended, or has an
    ///   id that the request does not know.
    borrowing func apply<Refusal>(
        _ messages: [AnyMessage],
        from origin: TurnOrigin,
        isSecret: Bool = false,
        of show: Show<Refusal>,
        verify: (TurnResult) throws -> RenderedPage?,
        sent: @escaping @Sendable () -> [FormOverlay.Field] = { [] }
    ) throws(SessionFailure) -> (answer: Eventual<SessionReply<Refusal>>, isUnchanged: Bool)? {
        let request = RequestOrigin(page: nil, session: id, show.name, host.environment.bits)
        var cause = Cause(origin, of: request, isSecret: isSecret)
        cause.awaitsDeliveries = true
        guard var transaction = try transact(messages, on: model, from: cause, verify: verify) else { return nil }
        if show.request.answer == .page {
            // No browser follows a redirect: the answer is the page that it would lead to.
            transaction = arrive(after: transaction, from: Page(base: host.base), for: request)
        }
        if transaction.outcome.created == nil { transaction.outcome.created = show.credentials.successor }
        let tokenRenewal = show.credentials.tokenRenewal.followed(by: transaction.outcome.tokenRenewal)
        transaction.outcome.tokenRenewal = tokenRenewal
        return (answer(transaction, to: show, by: request, sent: sent), transaction.isUnchanged)
    }

    /// Answers a newcomer, who learns the id of the session that has begun.
    borrowing func answer<Refusal>(
        _ transaction: Transaction,
        to show: Show<Refusal>,
        as newcomer: Newcomer,
        sent: @escaping @Sendable () -> [FormOverlay.Field]
    ) -> Eventual<SessionReply<Refusal>> {
        if newcomer.id != show.credentials.session {
            transaction.outcome.created = newcomer.token
            // Valid until the visitor knows the session's id.
            var faultKey = transaction.model.faultKey
            // The messages of effects may depend on the visitor.
            if !transaction.begun.isEmpty, let visitor = show.credentials.visitor.recognized, visitor.newToken == nil {
                faultKey?.combine(visitor.id)
            }
            transaction.outcome.faultKey = faultKey
        }
        return answer(transaction, to: show, by: newcomer.origin, isNewcomer: true, sent: sent)
    }

    /// Begins the tasks of a request's transaction, and answers the request: at once, or when they have settled.
    ///
    /// - Parameters:
    ///   - isNewcomer: whether the session has begun with the request.
    ///   - sent: returns the fields of the post, which a page shows again that is sent before the tasks have ended.
    private borrowing func answer<Refusal>(
        _ transaction: Transaction,
        to show: Show<Refusal>,
        by origin: RequestOrigin,
        isNewcomer: Bool = false,
        sent: @escaping @Sendable () -> [FormOverlay.Field]
    ) -> Eventual<SessionReply<Refusal>> {
        transaction.outcome.origin = origin
        transaction.outcome.view = transaction.view.map { ($0, transaction.version) }
        if transaction.ends {
            launch(transaction)
            let credentials = host.registry.end(session, everywhere: transaction.endsEverywhere)
            let former = FormerSession(transaction.outcome)
            return host.registry.onceWritten(show.restart(on: host, with: credentials, after: former))
        }
        session.attribute(transaction.begun, to: origin, presenting: show.credentials.ticket)
        let deliveries = transaction.awaited
        let awaitsTasks = transaction.begun.contains { $0.isAwaited(delayedBelow: host.effectWait) }
        if !awaitsTasks, deliveries.isEmpty {
            launch(transaction)
            return shown(transaction.outcome, to: show)
        }
        let (own, version) = (transaction.outcome.flash, transaction.version)
        let answer = { @Sendable [session] (outcome: RequestOutcome) -> Eventual<SessionReply<Refusal>> in
            session.once(deliveries) { $0.shown(outcome, to: show, telling: own, ofVersion: version) }
        }
        guard awaitsTasks else {
            launch(transaction)
            return answer(transaction.outcome)
        }
        let pendingEffects = PendingEffects(outcome: transaction.outcome, showsPage: show.request.answer == .page)
        let wait = session.wait(for: pendingEffects, by: show.request, isNewcomer: isNewcomer)
        launch(transaction, for: pendingEffects)
        guard wait.time > .zero else {
            let outcome = pendingEffects.finish()
            session.note(overdue: pendingEffects, of: show.request, after: outcome, sent: sent)
            return deliveries.isEmpty ? shown(outcome, to: show) : answer(outcome)
        }
        let promise = Promise<SessionReply<Refusal>>()
        pendingEffects.finish(within: wait.time, in: host.environment) { [session] outcome in
            wait.end()
            session.note(overdue: pendingEffects, of: show.request, after: outcome, sent: sent)
            answer(outcome).deliver(to: promise)
        }
        return .promised(promise)
    }
}
