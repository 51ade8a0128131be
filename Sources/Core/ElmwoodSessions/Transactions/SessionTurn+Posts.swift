import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodStorage
import ElmwoodViewTree

/// A post, and its check.
final class Post<Refusal: Sendable>: Sendable {
    let credentials: Credentials
    let request: any VisitorRequest
    let check: any PostCheck<Refusal>
    /// Handles the request again if it is a visitor's arrival, which only tells the program of it. Nil if it is a post.
    let arrival: (@Sendable (Post<Refusal>) -> Eventual<SessionReply<Refusal>>)?

    init(
        credentials: Credentials,
        request: any VisitorRequest,
        check: any PostCheck<Refusal>,
        arrival: (@Sendable (Post<Refusal>) -> Eventual<SessionReply<Refusal>>)? = nil
    ) {
        self.credentials = credentials
        self.request = request
        self.check = check
        self.arrival = arrival
    }

    /// The same post with other credentials.
    convenience init(_ post: Post<Refusal>, by credentials: Credentials) {
        self.init(credentials: credentials, request: post.request, check: post.check, arrival: post.arrival)
    }

    /// The same post with another check.
    convenience init(_ post: Post<Refusal>, by check: any PostCheck<Refusal>) {
        self.init(credentials: post.credentials, request: post.request, check: check, arrival: post.arrival)
    }

    /// Returns the reply if the post's turns failed, which is a refusal if the program has refused the input.
    func reply(to failure: SessionFailure, on model: AnyModel) -> SessionReply<Refusal> {
        failure.problems.flatMap { check.refusal(with: $0, on: model) }.map { .refused($0) } ?? .failed(failure)
    }

    /// Verifies the result of the post's turns, at the path that they navigate to.
    func verify(_ result: TurnResult) throws -> RenderedPage? {
        var path: String?
        for command in result.commands { if case .page(let command) = command.kind { path = command.path ?? path } }
        return try check.verify(result.model, at: path)
    }
}

extension SessionTurn {
    /// Checks a post, and applies it.
    borrowing func handle<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        // If the session ended while the post waited, or received another id, the post is handled as if it had arrived later.
        guard !hasEnded, id == post.credentials.session else { return session.forward(post) }
        if isPaused { return post.arrival?(post) ?? .ready(.failed(.paused)) }
        session.note(client: post.request.client)
        do {
            let messages: [AnyMessage]
            let isSecret: Bool
            switch try host.decide(post, model) {
            case .refuse(let refusal): return .ready(.refused(refusal))
            case .apply(let accepted, let secret): (messages, isSecret) = (accepted, secret)
            }
            let request = RequestOrigin(page: nil, session: id, post.request.name, host.environment.bits)
            var cause = Cause(post.arrival == nil ? .visitor : .arrival, of: request, isSecret: isSecret)
            cause.awaitsDeliveries = true
            guard var transaction = try transact(messages, on: model, from: cause, verify: post.verify) else {
                return session.forward(post)
            }
            if post.request.answer == .page {
                // No browser follows a redirect: the answer is the page that it would lead to.
                transaction = arrive(after: transaction, from: Page(base: host.base), for: request)
            }
            if transaction.outcome.created == nil { transaction.outcome.created = post.credentials.successor }
            transaction.outcome.tokenRenewal =
                post.credentials.tokenRenewal.followed(by: transaction.outcome.tokenRenewal)
            let answer: Eventual<SessionReply<Refusal>> = answer(
                transaction,
                to: post.request,
                post.credentials,
                request,
                sent: { [model] in post.check.sentFields(on: model) }
            )
            // Nothing has to be waited for.
            if host.writer == nil { return answer }
            let again = { @Sendable [host] in post.arrival?(post) ?? host.handle(post) }
            // Without a store that works, a page is still shown.
            if post.arrival != nil { return session.onceStored(answer, isShow: true, orAgain: again) }
            guard transaction.isUnchanged else { return session.onceStored(answer, orAgain: again) }
            return session.onceConfirmed(answer, orAgain: again)
        } catch {
            return .ready(post.reply(to: error, on: model))
        }
    }

    /// Begins the tasks of a request's transaction, and answers the request: at once, or when they have settled.
    ///
    /// - Parameters:
    ///   - isNewcomer: whether the session has begun with the request.
    ///   - isLast: see ``SessionHost/startSession(_:_:isLast:after:)``.
    ///   - sent: returns the fields of the post, which a page shows again that is sent before the tasks have ended.
    borrowing func answer<Refusal>(
        _ transaction: Transaction,
        to visitor: any VisitorRequest,
        _ credentials: Credentials,
        _ origin: RequestOrigin,
        isNewcomer: Bool = false,
        isLast: Bool = false,
        sent: @escaping @Sendable () -> [FormOverlay.Field]
    ) -> Eventual<SessionReply<Refusal>> {
        transaction.outcome.origin = origin
        transaction.outcome.view = transaction.view.map { ($0, transaction.version) }
        if transaction.ends {
            launch(transaction)
            let credentials = host.registry.end(session, everywhere: transaction.endsEverywhere)
            return host.registry.onceWritten(
                host.startSession(visitor.visit, credentials, isLast: true, after: transaction.outcome)
            )
        }
        session.attribute(transaction.begun, to: origin, presenting: credentials.ticket)
        let deliveries = transaction.awaited
        guard transaction.begun.contains(where: { $0.isAwaited(delayedBelow: host.effectWait) }) else {
            launch(transaction)
            return shown(transaction.outcome, after: deliveries, to: visitor, credentials, isLast: isLast)
        }
        let pendingEffects = PendingEffects(outcome: transaction.outcome, showsPage: visitor.answer == .page)
        let wait = session.wait(for: pendingEffects, by: visitor, isNewcomer: isNewcomer)
        launch(transaction, for: pendingEffects)
        let answer = { @Sendable [session] (outcome: RequestOutcome) -> Eventual<SessionReply<Refusal>> in
            session.note(overdue: pendingEffects, of: visitor, after: outcome, sent: sent)
            return session.once(deliveries) { session in
                session.shown(outcome, to: visitor, credentials, isLast: isLast)
            }
        }
        guard wait.time > .zero else {
            let outcome = pendingEffects.finish()
            session.note(overdue: pendingEffects, of: visitor, after: outcome, sent: sent)
            return shown(outcome, after: deliveries, to: visitor, credentials, isLast: isLast)
        }
        let promise = Promise<SessionReply<Refusal>>()
        pendingEffects.finish(within: wait.time, in: host.environment) { outcome in
            wait.end()
            answer(outcome).deliver(to: promise)
        }
        return .promised(promise)
    }

    /// Returns the session's current state, once the messages have come to something for which the answer waits.
    private borrowing func shown<Refusal>(
        _ outcome: RequestOutcome,
        after deliveries: [AwaitedMessages],
        to visitor: any VisitorRequest,
        _ credentials: Credentials,
        isLast: Bool
    ) -> Eventual<SessionReply<Refusal>> {
        guard deliveries.isEmpty else {
            return session.once(deliveries) { $0.shown(outcome, to: visitor, credentials, isLast: isLast) }
        }
        return shown(outcome, to: visitor, credentials, isLast: isLast)
    }

    fileprivate borrowing func shown<Refusal>(
        _ outcome: RequestOutcome,
        to visitor: any VisitorRequest,
        _ credentials: Credentials,
        isLast: Bool
    ) -> Eventual<SessionReply<Refusal>> {
        let result = snapshot(outcome, for: credentials, visit: visitor.visit)
        return session.shown(result, outcome, to: visitor, credentials, isLast: isLast)
    }

    /// Returns the session's current state, with the outcome of its turns for an answer.
    borrowing func snapshot(
        _ outcome: RequestOutcome,
        for credentials: Credentials,
        visit: @autoclosure () -> Visit
    ) -> Result<SessionSnapshot, SessionFailure> {
        let outcome = outcome.telling(credentials.told)
        return session.taken(outcome, for: credentials).map { taken in
            guard taken.tells else { return taken.snapshot }
            let visit = visit()
            let snapshot = session.takeCommands(taken, for: visit)
            return session.complete(
                snapshot,
                taken,
                outcome,
                visit,
                telling: flash(of: outcome, for: visit, leadsTo: snapshot.navigation)
            )
        }
    }
}

extension SessionCore {
    /// Performs a post: now, or after the current turn.
    func handle<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> { inTurn(post) { $0.handle($1) } }

    /// Passes on a post whose session has ended: to a new session, or to the session when it is restored from the store.
    fileprivate func forward<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        if let arrival = post.arrival { return arrival(post) }
        guard isUnloaded || !isFound(by: post.credentials) else { return host.startSession(post) }
        return host.handle(post)
    }

    /// Returns the session's current state or, if it has ended, the program's start.
    fileprivate func shown<Refusal>(
        _ outcome: RequestOutcome,
        to visitor: any VisitorRequest,
        _ credentials: Credentials,
        isLast: Bool
    ) -> Eventual<SessionReply<Refusal>> {
        guard let result = snapshot(outcome, for: credentials, visit: visitor.visit) else {
            return inTurn(outcome) { $0.shown($1, to: visitor, credentials, isLast: isLast) }
        }
        return shown(result, outcome, to: visitor, credentials, isLast: isLast)
    }

    fileprivate func shown<Refusal>(
        _ result: Result<SessionSnapshot, SessionFailure>,
        _ outcome: RequestOutcome,
        to visitor: any VisitorRequest,
        _ credentials: Credentials,
        isLast: Bool
    ) -> Eventual<SessionReply<Refusal>> {
        switch result {
        case .success(let snapshot): return .ready(.shown(snapshot))
        case .failure(.ended): break
        case .failure(let failure): return .ready(.failed(failure))
        }
        if isUnloaded {
            // It was evicted while the answer waited for the request's tasks. Its turns have been stored.
            return host.withSession(Credentials(session: id)) { session in
                if let session { return session.shown(outcome, to: visitor, credentials, isLast: isLast) }
                // Its visitor has received another id, which a new session's cookie would replace.
                if self.host.registry.wasRenewed(self.id) { return .ready(.failed(.renewed)) }
                // It was removed, as one at too many places. The visitor has others under the same id, which the browser retains.
                if self.host.registry.isGood(self.id) {
                    var credentials = self.credentialsAfterEnd
                    credentials.session = self.id
                    return self.host.startSession(visitor.visit, credentials, after: outcome)
                }
                return self.host.startSession(visitor.visit, self.credentialsAfterEnd, isLast: true, after: outcome)
            }
        }
        guard !isLast else { return .ready(.failed(.ended)) }
        return host.startSession(visitor.visit, credentialsAfterEnd, isLast: true, after: outcome)
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
        if taken.hasFlashes || !outcome.flash.isEmpty || credentials.told != nil { return nil }
        let visit = visit()
        return .success(complete(takeCommands(taken, for: visit), taken, outcome, visit, telling: Flash()))
    }

    /// A session's state for an answer, before anything is taken from the session.
    fileprivate struct Taken {
        let snapshot: SessionSnapshot
        /// Whether commands wait for a page.
        let hasCommands: Bool
        let hasOverdue: Bool
        /// Whether anything waits to be told to the visitor, or was told by a page whose script may still connect.
        let hasFlashes: Bool
        /// Whether the answer may tell the visitor anything beside the model, or the program is told of arrivals.
        let tells: Bool
    }

    fileprivate func taken(_ outcome: RequestOutcome, for credentials: Credentials) -> Result<Taken, SessionFailure> {
        state.withLock { state in
            // Checked first: a request that does not know the id must not learn that the session has ended.
            guard state.id == credentials.session || state.id == outcome.created?.id else { return .failure(.renewed) }
            guard !state.hasEnded else { return .failure(.ended) }
            let taken = state.takeState()
            let tellArrivals = state.model.subscriptions.tellArrivals
            let ticket = ticket(of: outcome.origin, state)
            return .success(
                Taken(
                    snapshot: snapshot(state.model, taken, outcome, for: credentials, ticket),
                    hasCommands: taken.hasCommands,
                    hasOverdue: taken.hasOverdue,
                    hasFlashes: taken.hasFlashes,
                    tells: taken.hasCommands || taken.hasOverdue || taken.hasFlashes || tellArrivals
                        || !outcome.flash.isEmpty || credentials.told != nil
                )
            )
        }
    }

    /// Adds the commands that wait for a page. A page that is loaded in advance, for a visitor who may never see it, does not get them.
    fileprivate func takeCommands(_ taken: Taken, for visit: Visit) -> SessionSnapshot {
        guard taken.hasCommands, visit.answer != .preview else { return taken.snapshot }
        let (navigation, pageCommands) = state.withLock { $0.takeCommands() }
        return SessionSnapshot(taken.snapshot, after: pageCommands, navigation: navigation)
    }

    fileprivate func complete(
        _ snapshot: SessionSnapshot,
        _ taken: Taken,
        _ outcome: RequestOutcome,
        _ visit: Visit,
        telling flash: Flash
    ) -> SessionSnapshot {
        if snapshot.navigation == nil { expectReturn(to: visit, after: outcome) }
        let overdue = taken.hasOverdue ? overdueAnswer(to: visit, leadingTo: snapshot.navigation) : nil
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
