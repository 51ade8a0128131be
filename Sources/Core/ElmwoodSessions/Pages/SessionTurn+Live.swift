import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree

extension SessionCore {
    /// Performs the actions of a live page, and returns the changes of the page.
    func handle(_ request: LiveRequest) -> Eventual<LiveReply> {
        if host.needsPreparation(request), let model = modelOfUnknown(request.id) {
            return host.prepare(request, model).then { self.handle($0) }
        }
        return needsTurn(request) ? inTurn(request) { $0.handle($1) } : sync(request)
    }

    /// The session's model; nil if the page is open, or the session has ended.
    private func modelOfUnknown(_ id: PageID) -> AnyModel? {
        state.withLock { state in state.hasEnded || state.page(id) != nil ? nil : state.model }
    }

    /// Whether the request can result in messages: by its actions, or because the page is new.
    private func needsTurn(_ request: LiveRequest) -> Bool {
        guard request.actions.isEmpty else { return true }
        let (isKnown, moves, receives, model) = state.withLock { state in
            let isRemembered = state.parts?.pages.remembered[request.id]?.isOpen ?? false
            let page = state.page(request.id)
            let moves = page.map { $0.isElsewhere(request.page) } ?? (state.parts?.pages.navigation != nil)
            let receives = page == nil && state.parts?.hasWaitingForPage ?? false
            return (isRemembered || page != nil, moves, receives, state.model)
        }
        if receives { return true }
        if moves, model.subscriptions.tellArrivals { return true }
        return !isKnown && !PageEvent.opened.messages(in: model).isEmpty
    }

    /// Returns the changes of a page, at its present or its new address.
    private func sync(_ request: LiveRequest) -> Eventual<LiveReply> {
        guard attach(request) != nil else { return forward(request) }
        let answer = forwardIfRenewed(renderPatch(request.id, PatchRequest(of: request.credentials)), request)
        if case .ready(.failed(.ended)) = answer, isUnloaded || !isFound(by: request.credentials) {
            return host.serve(request)
        }
        return onceStored(answer, isShow: true) { [host] in host.serve(request) }
    }

    /// Performs the request anew if the session has received another id before the page was rendered. Actions that were carried out
    /// are skipped by their numbers.
    fileprivate func forwardIfRenewed(_ answer: Eventual<LiveReply>, _ request: LiveRequest) -> Eventual<LiveReply> {
        if case .ready(.patch) = answer { return answer }
        return answer.revised { reply in
            guard case .failed(.ended) = reply, !self.isFound(by: request.credentials), self.current != nil else {
                return .ready(reply)
            }
            return self.host.serve(request)
        }
    }
}

extension SessionTurn {
    /// Performs the actions of a live page, each as a transaction, and returns the changes of the page.
    borrowing func handle(_ request: LiveRequest) -> Eventual<LiveReply> {
        let awaitsPage = session.state.withLock { $0.parts?.pages.navigation != nil }
        guard !hasEnded, let arrival = session.attach(request) else { return session.forward(request) }
        // A page whose farewell comes late, or again, is open only until it is answered: what waits is for another page.
        if arrival.isNew, arrival != .gone, !request.isFarewell { deliverWaiting() }
        if !request.actions.isEmpty { session.note(client: request.visit.client) }
        var work = LiveWork(model: model, visit: request.visit)
        work.origin = RequestOrigin(
            page: request.id,
            session: request.credentials.session,
            request.visit.request,
            host.environment.bits
        )
        if arrival == .opened { carryOut(.opened, of: request, in: &work) }
        // A page that connects may be the first to carry out a navigation.
        let isNavigated = awaitsPage && session.state.withLock { $0.parts?.pages.navigation == nil }
        if arrival == .moved || isNavigated, !isPaused {
            let page = session.pageState(request.id)?.page ?? request.page
            do throws(SessionFailure) {
                if let arrived = try arrive(at: page, on: work.model, for: work.origin) { work.add(arrived) }
            } catch {
                // The browser loads the page, which shows the failure.
                return .ready(.failed(error))
            }
        }
        carryOut(request, isNew: arrival.isNew, in: &work)
        arriveAfterNavigation(of: request, in: &work)
        if let transaction = work.transaction { beginWork(of: transaction, for: request, by: work.origin) }
        if work.isSuperseded { return host.serve(request) }
        if let missing = work.missing {
            // What was carried out before is skipped by its number.
            return session.reading(missing, on: request.id) { [host] in host.serve(request) }
        }
        if work.ends {
            if session.isUnloaded { return host.serve(request) }
            let credentials = host.registry.end(session, everywhere: work.transaction?.endsEverywhere ?? false)
            let former = FormerSession(work.transaction?.outcome ?? RequestOutcome())
            return host.registry.onceWritten(request.restart(on: host, with: credentials, after: former))
        }
        var order = work.order()
        order.answered = request.actions.last?.sequence
        order.session = request.credentials.session
        order.visitor = request.credentials.visitor
        order.tokenRenewal = request.credentials.tokenRenewal.followed(
            by: work.transaction?.outcome.tokenRenewal ?? .none
        )
        order.sessionTokens = [request.credentials.successor, work.transaction?.outcome.created].compactMap(\.self)
        let answer = session.forwardIfRenewed(session.renderPatch(request.id, order), request)
        if arrival == .gone { session.close(request.id, by: request.actions.last?.sequence) }
        // The request is copied only for a store that it may have to wait for.
        guard host.writer != nil else { return answer }
        return session.onceStored(answer) { [host] in host.serve(request) }
    }

    /// Tells the program that its navigation has brought the page to another address.
    borrowing func arriveAfterNavigation(of request: LiveRequest, in work: inout LiveWork) {
        guard !work.ends, !work.isSuperseded, !request.actions.isEmpty, let path = work.transaction?.outcome.navigation,
            let page = session.pageState(request.id)?.page,
            let arrived = try? arrive(at: page.moved(to: path), on: work.model, for: work.origin)
        else { return }
        work.add(arrived)
    }

    private borrowing func beginWork(of transaction: Transaction, for request: LiveRequest, by origin: RequestOrigin?) {
        if let origin { session.attribute(transaction.begun, to: origin, presenting: request.credentials.ticket) }
        launch(transaction, from: request.id)
    }

    /// Performs the actions of a page, in order, and records how many of them.
    ///
    /// Repeated actions are skipped. All actions of a repeated request are skipped if the page is no longer known, since they may
    /// have been performed before.
    borrowing func carryOut(_ request: LiveRequest, isNew: Bool, in work: inout LiveWork) {
        for action in request.actions {
            guard !work.ends, !work.isSuperseded, work.missing == nil else { break }
            var state = session.pageState(request.id) ?? PageState(closed: request)
            if !state.page.briefNotices.isEmpty, action.isAct, action.sequence > state.sequence {
                session.endBriefNotices(on: request.id)
                state = session.pageState(request.id) ?? state
            }
            guard action.sequence > state.sequence else {
                work.isAgain = true
                work.refusals += state.lastRefusals.filter { $0.sequence == action.sequence }
                continue
            }
            var problems: [Problem]?
            if isNew, state.sequence == 0, request.isRepeat, action.sequence > 1, !work.isUnheld {
                _ = try? rendering(of: request.id, on: state, in: &work)
                let sentences = work.sentences(of: host)
                let notice = FailureNotice.element(.perhapsDone, in: sentences)
                work.refuse(action, 409, sentences[.perhapsDone], notice: notice)
            } else {
                problems = carryOut(action, of: request, on: state, in: &work)
            }
            guard !work.isSuperseded, work.missing == nil else { break }
            session.note(action, of: request.id, work.refusals, leaving: problems)
        }
    }

    /// Performs one action of a page.
    ///
    /// - Returns: the problems of the page's fields afterwards; nil if they are unchanged.
    private borrowing func carryOut(
        _ action: PageAction,
        of request: LiveRequest,
        on state: PageState,
        in work: inout LiveWork
    ) -> [Problem]? {
        let page = state.page
        if case .page(let name) = action.kind {
            if name.utf8.span.hasPrefix("loop ") {
                diagnoseLoop(of: String(name.dropFirst(5)), of: request, on: state, in: &work)
                return nil
            }
            guard let event = PageEvent(name: name) else {
                work.refuse(action, 400, work.sentences(of: host)[.unknownPageEvent])
                return nil
            }
            if event == .closed { session.close(request.id, by: action.sequence) }
            carryOut(event, of: request, action, in: &work)
            return nil
        }
        guard !isPaused else {
            session.showPauseProblem(request.id)
            work.refuse(action, .paused, by: host, on: page)
            return nil
        }
        do {
            let rendering = try rendering(of: request.id, on: state, in: &work)
            let contract = Contract(rendering, sentences: host.environment.sentences)
            switch try host.driver.read(action, by: contract, of: work.model) {
            case .refused(let refusal):
                host.diagnose(refusal, by: contract, in: action.form)
                work.refuse(action, refusal.status, contract.sentences[refusal.sentence])
                return nil
            case .problems(let problems, _):
                // The page receives the problems beside its view, and here only that the input was not accepted.
                host.diagnose(contract.mistakes(behind: problems))
                work.refuse(action, 422, "")
                return page.problems.settled(action.kind) + problems
            case .messages(let messages, let isSecret):
                let problems = page.problems.settled(action.kind)
                var cause = Cause(.visitor, of: work.origin, named: request.visit.request, isSecret: isSecret)
                cause.action = PageActionNumber(page: request.id, sequence: action.sequence)
                return try transact(messages, on: page.with(problems), action, from: cause, in: &work) ? problems : nil
            }
        } catch let missing as MissingInputs {
            work.missing = missing
            return nil
        } catch let refused as Problems {
            // As for a broken constraint: the page receives the problems beside its view.
            work.refuse(action, 422, "")
            return page.problems.settled(action.kind) + refused.problems.map { $0.attributed(to: action.form) }
        } catch {
            let context = EventContext(session: id, request: request.visit.request)
            work.refuse(action, host.viewFailed(error, context), by: host, on: page)
            return nil
        }
    }

    /// Runs the messages that the program subscribes to for an event of the page.
    ///
    /// - Parameter action: how the page reported it; nil if the server noticed it.
    borrowing func carryOut(
        _ event: PageEvent,
        of request: LiveRequest,
        _ action: PageAction? = nil,
        in work: inout LiveWork
    ) {
        let messages = event.messages(in: work.model)
        guard !messages.isEmpty, !work.ends, !work.isSuperseded, !isPaused else { return }
        let page = session.pageState(request.id)?.page ?? request.page
        var cause = Cause(.page(event), of: work.origin, named: request.visit.request)
        cause.action = action.map { PageActionNumber(page: request.id, sequence: $0.sequence) }
        _ = try? transact(messages, on: page, nil, from: cause, in: &work)
    }

    /// Runs the messages of one action as a transaction.
    ///
    /// - Returns: whether it took place.
    /// - Throws: the problems with which the program has refused the visitor's input.
    private borrowing func transact(
        _ messages: [AnyMessage],
        on page: Page,
        _ action: PageAction?,
        from cause: Cause,
        in work: inout LiveWork
    ) throws(Problems) -> Bool {
        guard !messages.isEmpty else { return true }
        do throws(SessionFailure) {
            let former = work.rendering
            let transaction = try transact(messages, on: work.model, from: cause) { [host] result in
                try host.verify(result.model, on: page.moved(by: result.commands), previous: former)
            }
            if let transaction {
                work.add(transaction)
                return true
            }
            if session.current == nil { work.ends = true } else { work.isSuperseded = true }
        } catch {
            if cause.isInput, let problems = error.problems { throw Problems(problems) }
            work.refuse(action, error, by: host, on: page)
        }
        return false
    }

    /// Returns the view that the visitor acts on: what the page shows, if that is the view of the session's current model.
    private borrowing func rendering(
        of id: PageID,
        on state: PageState,
        in work: inout LiveWork
    ) throws -> Rendering {
        if let rendering = work.rendering { return rendering }
        let rendering = try state.shown ?? host.render(work.model, on: state.page)
        work.rendering = rendering
        if state.shown == nil { session.retain(rendering, of: id) }
        return rendering
    }
}

/// The state of an open page when an action is performed.
struct PageState {
    /// Its address, and the problems of its fields.
    var page: Page
    /// The number of the last action that the session has received.
    var sequence: UInt64 = 0
    var lastRefusals: [PageRefusal] = []
    /// The view that it shows, if it is retained and is the view of the session's model.
    var shown: Rendering?
}

extension SessionTurn {
    /// Says in the log which message a page leaves out for some seconds, since its event has come again and again, each time after the answer to
    /// the one before. Only one that the view offers is named, and without its values: the page may say anything.
    private borrowing func diagnoseLoop(
        of text: String,
        of request: LiveRequest,
        on state: PageState,
        in work: inout LiveWork
    ) {
        guard let rendering = try? rendering(of: request.id, on: state, in: &work), Contract(rendering).offers(text)
        else {
            return
        }
        host.diagnose([
            "The event of the message \(text.prefix { $0 != "(" }) has come again and again, each time after the answer to the one before. Its "
                + "page leaves it out for some seconds."
        ])
    }
}

extension PageState {
    /// The state of a page that a former action of the request has closed. Its view still has what was read for the request: it would be
    /// read again without end.
    init(closed request: LiveRequest) {
        page = request.page
        page.values = request.reads?.values
    }
}

extension SessionCore {
    /// Returns the state of the open page with that id; nil if there is none.
    fileprivate func pageState(_ id: PageID) -> PageState? {
        state.withLock { state in
            guard let page = state.page(id) else { return nil }
            var taken = PageState(page: page.page, sequence: page.sequence, lastRefusals: page.lastRefusals)
            if let reads = page.reads { taken.page.values = reads.values }
            if page.version == state.version, case .rendering(let rendering) = page.shown { taken.shown = rendering }
            return taken
        }
    }

    /// Records that an action was performed or refused. A repeated request receives the same answer, also from the next process.
    ///
    /// - Parameter problems: the problems of the page's fields afterwards; nil if they are unchanged.
    fileprivate func note(
        _ action: PageAction,
        of id: PageID,
        _ refusals: [PageRefusal],
        leaving problems: [Problem]?
    ) {
        let isChanged = state.withLock { state in
            guard let page = state.page(id) else {
                state.parts?.pages.noteSequence(action.sequence, of: id)
                state.parts?.pages.remembered[id]?.refused = refusals.numbers
                return false
            }
            page.sequence = action.sequence
            page.lastRefusals = refusals
            return problems.map { $0 != page.page.problems } ?? false
        }
        if isChanged, let problems { setProblems(problems, of: id) }
    }

    /// Retains the view of the session's model, if it is what the page shows.
    fileprivate func retain(_ rendering: Rendering, of id: PageID) {
        let kept = rendering.kept()
        let revision = kept.revision
        state.withLock { state in
            guard let page = state.page(id), page.version == state.version, page.revision == revision, !page.isRendering
            else { return }
            page.shown = .rendering(kept)
        }
    }
}

extension [Problem] {
    /// Returns the problems that remain after an action: those about the same fields are removed.
    func settled(_ kind: PageAction.Kind) -> [Problem] {
        switch kind {
        // A problem of the whole form is over once the visitor continues with it.
        case .edit(let control, let form, _): filter { $0.form != form || !$0.field.isEmpty && $0.field != control }
        case .submit(let form): filter { $0.form != form }
        case .message, .event, .page: []
        }
    }
}

extension Page {
    /// Returns the same page with those problems.
    func with(_ problems: [Problem]) -> Page {
        var page = self
        page.problems = problems
        return page
    }
}
