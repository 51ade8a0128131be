import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree

extension SessionCore {
    /// Takes what was done on a live page, and brings the page up to date.
    func take(_ request: LiveRequest) -> Eventual<LiveReply> {
        needsTurn(request) ? inTurn { $0.take(request) } : sync(request)
    }

    /// Whether a message may come of it: of what was done, or of the page's being new.
    private func needsTurn(_ request: LiveRequest) -> Bool {
        guard request.actions.isEmpty else { return true }
        let (isKnown, model) = state.withLock { state in
            let isRemembered = state.activity?.remembered[request.id]?.isOpen ?? false
            return (isRemembered || state.page(request.id) != nil, state.model)
        }
        return !isKnown && !PageEvent.opened.messages(in: model).isEmpty
    }

    /// Brings a page up to date, where it is or where it goes.
    private func sync(_ request: LiveRequest) -> Eventual<LiveReply> {
        guard admit(request) != nil else { return takeElsewhere(request) }
        let answer = renderPatch(request.id, PatchRequest(telling: request.told))
        if case .ready(.failed(.ended)) = answer, isUnloaded || !isFound(by: request.credentials) {
            return host.live(request)
        }
        return onceStored(answer, isShow: true) { [host] in host.live(request) }
    }

    /// Takes a request whose session has ended, or has another id: as one of a newcomer, or by the session as it comes back from
    /// the store. It may end at any moment, also while this has the turn: another process may have taken it over.
    fileprivate func takeElsewhere(_ request: LiveRequest) -> Eventual<LiveReply> {
        isUnloaded || !isFound(by: request.credentials) ? host.live(request) : host.startSession(request)
    }
}

extension SessionTurn {
    /// Carries out what was done on a live page, each thing by itself, and brings the page up to date.
    borrowing func take(_ request: LiveRequest) -> Eventual<LiveReply> {
        guard let model, let arrival = session.admit(request) else { return session.takeElsewhere(request) }
        var work = LiveWork(model: model)
        work.origin = RequestOrigin(page: request.id, session: request.session, host.environment.bits)
        if arrival == .opened { carryOut(.opened, of: request, in: &work) }
        carryOut(request, isNew: arrival != .known, in: &work)
        if let committed = work.committed { begin(committed, of: request, by: work.origin) }
        if work.isLeftBehind { return host.live(request) }
        if work.ends {
            if session.isUnloaded { return host.live(request) }
            host.registry.end(session)
            var request = request.withoutActions
            request.visitor = session.visitor
            let outcome = work.committed?.outcome ?? RequestOutcome()
            return host.registry.onceWritten(host.startSession(request, isLast: true, after: outcome))
        }
        var order = work.order()
        order.answered = request.actions.last?.sequence
        order.told = request.told + [work.committed?.outcome.created].compactMap(\.self)
        let answer = session.renderPatch(request.id, order)
        if arrival == .gone { session.close(request.id, by: request.actions.last?.sequence) }
        return session.onceStored(answer) { [host] in host.live(request) }
    }

    private borrowing func begin(_ committed: Committed, of request: LiveRequest, by origin: RequestOrigin?) {
        if let origin { session.attribute(committed.begun, to: origin, presenting: request.ticket) }
        launch(committed, from: request.id)
    }

    /// Carries out what was done on a page, in order, and notes how far it came.
    ///
    /// What comes again is passed over. So is all of a request that may have been carried out before, where the page is not
    /// known any more and so nobody can tell.
    borrowing func carryOut(_ request: LiveRequest, isNew: Bool, in work: inout LiveWork) {
        for action in request.actions {
            guard !work.ends, !work.isLeftBehind else { break }
            let state = session.pageState(request.id) ?? PageState(page: request.page)
            guard action.sequence > state.sequence else {
                work.refusals += state.lastRefusals.filter { $0.sequence == action.sequence }
                continue
            }
            var problems: [Problem]?
            if isNew, state.sequence == 0, request.isRepeat, action.sequence > 1, !work.isUnheld {
                let sentence = "This may have been carried out before, so it was not carried out again."
                work.refuse(action, 409, sentence, notice: FailureNotice.element(sentence))
            } else {
                problems = carryOut(action, of: request, on: state, in: &work)
            }
            guard !work.isLeftBehind else { break }
            session.note(action, of: request.id, work.refusals, leaving: problems)
        }
    }

    /// Carries out one thing that was done on a page.
    ///
    /// - Returns: what is wrong with the page's fields from then on; nil where that is as it was.
    private borrowing func carryOut(
        _ action: PageAction,
        of request: LiveRequest,
        on state: PageState,
        in work: inout LiveWork
    ) -> [Problem]? {
        let page = state.page
        if case .page(let name) = action.kind {
            guard let event = PageEvent(name: name) else {
                work.refuse(action, 400, "There is no such event.")
                return nil
            }
            if event == .closed { session.close(request.id, by: action.sequence) }
            carryOut(event, of: request, action, in: &work)
            return nil
        }
        guard !isPaused else {
            session.tellOfPause(request.id)
            work.refuse(action, .paused, by: host, on: page)
            return nil
        }
        do {
            let contract = Contract(try rendering(of: request.id, on: state, in: &work))
            switch try host.driver.read(action, by: contract, of: work.model) {
            case .refused(let refusal):
                work.refuse(action, refusal.status, refusal.sentence)
                return nil
            case .problems(let problems, _):
                // The page is told the problems themselves beside its view, and here that this was not accepted.
                work.refuse(action, 422, "")
                return page.problems.settled(action.kind) + problems
            case .messages(let messages, let isSecret):
                let problems = page.problems.settled(action.kind)
                var cause = Cause(.visitor, of: work.origin, isSecret: isSecret)
                cause.action = PageActionNumber(page: request.id, sequence: action.sequence)
                return transact(messages, on: page.with(problems), action, from: cause, in: &work) ? problems : nil
            }
        } catch {
            work.refuse(action, host.viewFailed(error), by: host, on: page)
            return nil
        }
    }

    /// What happened to the page itself: the messages that the program asks for.
    ///
    /// - Parameter action: how the page told of it; nil where the server knows by itself.
    borrowing func carryOut(
        _ event: PageEvent,
        of request: LiveRequest,
        _ action: PageAction? = nil,
        in work: inout LiveWork
    ) {
        let messages = event.messages(in: work.model)
        guard !messages.isEmpty, !work.ends, !work.isLeftBehind, !isPaused else { return }
        let page = session.pageState(request.id)?.page ?? request.page
        var cause = Cause(.page(event), of: work.origin)
        cause.action = action.map { PageActionNumber(page: request.id, sequence: $0.sequence) }
        _ = transact(messages, on: page, nil, from: cause, in: &work)
    }

    /// The turns of the messages that one thing done came to: a transaction of their own.
    ///
    /// - Returns: whether it took place.
    private borrowing func transact(
        _ messages: [AnyMessage],
        on page: Page,
        _ action: PageAction?,
        from cause: Cause,
        in work: inout LiveWork
    ) -> Bool {
        guard !messages.isEmpty else { return true }
        do throws(SessionFailure) {
            let former = work.rendering
            let committed = try transact(messages, on: work.model, from: cause) { [host] result in
                try host.verify(result.model, on: page.moved(by: result.commands), previous: former)
            }
            if let committed {
                work.add(committed)
                return true
            }
            if session.current == nil { work.ends = true } else { work.isLeftBehind = true }
        } catch {
            work.refuse(action, error, by: host, on: page)
        }
        return false
    }

    /// The view that the visitor acts on: what the page shows, where that is the session's model as it is.
    private borrowing func rendering(
        of id: PageID,
        on state: PageState,
        in work: inout LiveWork
    ) throws -> Rendering {
        if let rendering = work.rendering { return rendering }
        let rendering = try state.shown ?? host.render(work.model, on: state.page)
        work.rendering = rendering
        if state.shown == nil { session.keep(rendering, of: id) }
        return rendering
    }
}

/// What an open page is as something that was done on it is carried out.
struct PageState {
    /// Where it is, and what is wrong with its fields.
    var page: Page
    /// The number of the last thing done on it that the session has taken.
    var sequence: UInt64 = 0
    var lastRefusals: [PageRefusal] = []
    /// The view that it shows, where that is kept, and is the view of the session's model.
    var shown: Rendering?
}

extension SessionCore {
    /// What the open page of that name is; nil where there is none.
    fileprivate func pageState(_ id: PageID) -> PageState? {
        state.withLock { state in
            guard let page = state.page(id) else { return nil }
            var taken = PageState(page: page.page, sequence: page.sequence, lastRefusals: page.lastRefusals)
            if page.version == state.version, case .rendering(let rendering) = page.shown { taken.shown = rendering }
            return taken
        }
    }

    /// Something that was done on a page is carried out, or refused. Who asks again, of the next process too, is to be told the same.
    ///
    /// - Parameter problems: what is wrong with the page's fields from then on; nil where that is as it was.
    fileprivate func note(
        _ action: PageAction,
        of id: PageID,
        _ refusals: [PageRefusal],
        leaving problems: [Problem]?
    ) {
        let isChanged = state.withLock { state in
            guard let page = state.page(id) else { return false }
            page.sequence = action.sequence
            page.lastRefusals = refusals
            return problems.map { $0 != page.page.problems } ?? false
        }
        if isChanged, let problems { setProblems(problems, of: id) }
    }

    /// Keeps the view of the session's model, where that is what the page shows.
    fileprivate func keep(_ rendering: Rendering, of id: PageID) {
        let kept = rendering.kept()
        let revision = kept.revision
        state.withLock { state in
            guard let page = state.page(id), page.version == state.version, page.revision == revision, !page.isRendering
            else { return }
            page.shown = .rendering(kept)
        }
    }
}

/// What a request of a live page comes to, while it is carried out.
struct LiveWork {
    /// The session's model as it is by now.
    var model: AnyModel
    /// The view of it on that page, where it has been run.
    var rendering: Rendering?
    /// The version of the session whose view that is, where it is to be shown as it is.
    var version: UInt64?
    /// What its transactions come to; nil where there was none.
    var committed: Committed?
    var refusals: [PageRefusal] = []
    /// Whether the session has ended.
    var ends = false
    /// Whether the session has got an id meanwhile that the request is not told.
    var isLeftBehind = false
    /// The request; nil for a newcomer's, whom nobody holds yet.
    var origin: RequestOrigin?
    /// Whether the session is a newcomer's, whom nobody holds yet.
    var isUnheld = false

    init(model: AnyModel) {
        self.model = model
    }

    mutating func add(_ later: Committed) {
        committed = committed?.followed(by: later) ?? later
        model = later.model
        rendering = later.view?.rendering
        version = rendering == nil ? nil : later.version
        ends = later.ends
    }

    /// What is to be rendered.
    func order() -> PatchRequest {
        var order = PatchRequest(refusals: refusals, faultKey: isUnheld ? model.faultKey : nil)
        order.origin = origin
        if let rendering, let version { order.known = (rendering, version) }
        return order
    }

    mutating func refuse(_ action: PageAction?, _ status: Int, _ sentence: String, notice: [UInt8]? = nil) {
        guard let action else { return }
        refusals.append(PageRefusal(sequence: action.sequence, status: status, sentence: sentence, notice: notice))
    }
}

extension [Problem] {
    /// What is left of a page's problems once that has been done: all that was about it is settled.
    func settled(_ kind: PageAction.Kind) -> [Problem] {
        switch kind {
        case .edit(let control, let form, _): filter { $0.form != form || $0.field != control }
        case .submit(let form): filter { $0.form != form }
        case .message, .page: []
        }
    }
}

extension Page {
    /// The same page with those problems.
    func with(_ problems: [Problem]) -> Page {
        var page = self
        page.problems = problems
        return page
    }
}
