import Architecture
import Forms
import Storage
import Supervisor
import ViewTree

extension SessionCore {
    /// Takes what was done on a live page, and brings the page up to date.
    func take(_ request: LiveRequest) -> Eventual<LiveReply> {
        guard needsTurn(request) else { return sync(request) }
        var settlement: Settlement<LiveReply>?
        var model: AnyModel?
        let entry = enter(taking: &model) {
            let later = Settlement<LiveReply>()
            settlement = later
            return .post { self.apply(request, on: self.current, isReleased: true).deliver(to: later) }
        }
        switch entry {
        case .turning: return apply(request, on: model, isReleased: false)
        case .full: return .ready(.failed(.tooManyMessages(limit: host.limits.messages)))
        case .waiting: return settlement.map { .settling($0) } ?? .ready(.failed(.ended))
        }
    }

    /// Whether a message may come of it: of what was done, or of the page's being new.
    private func needsTurn(_ request: LiveRequest) -> Bool {
        guard request.actions.isEmpty else { return true }
        let (isKnown, model) = state.withLock { state in
            let isRemembered = state.activity?.remembered[request.id]?.isOpen ?? false
            return (isRemembered || state.page(request.id) != nil, state.model)
        }
        return !isKnown && !host.messages(for: .opened, in: model).isEmpty
    }

    /// Brings a page up to date, where it is or where it goes.
    private func sync(_ request: LiveRequest) -> Eventual<LiveReply> {
        adopt(request)
        guard move(request) else { return takeElsewhere(request) }
        let answer = draw(request.id, DrawingOrder(), cookie: cookie(request))
        if case .ready(.failed(.ended)) = answer, hasBeenLetGo || !isFound(by: request.credentials) {
            return takeAgain(request)
        }
        return onceStored(answer, isShow: true) { self.takeAgain(request) }
    }

    /// Takes a request whose session lives on in the store, or has another id.
    private func takeAgain(_ request: LiveRequest) -> Eventual<LiveReply> { host.live(request) }

    /// Takes a request whose session has ended, or has another id: as one of a newcomer, or by the session as it comes back from
    /// the store. It may end at any moment, also while this has the turn: another process may have taken it over.
    private func takeElsewhere(_ request: LiveRequest) -> Eventual<LiveReply> {
        hasBeenLetGo || !isFound(by: request.credentials) ? takeAgain(request) : host.welcome(request)
    }

    /// Carries out what was done, each thing by itself. The caller has the turn.
    ///
    /// - Parameters:
    ///   - model: the session's model; nil where it has ended.
    ///   - isReleased: whether the caller ends the turn; else this does.
    private func apply(
        _ request: LiveRequest,
        on model: AnyModel?,
        isReleased: Bool
    ) -> Eventual<LiveReply> {
        defer { if !isReleased { release() } }
        guard let model, isFound(by: request.credentials) else { return takeElsewhere(request) }
        let adoption = adopt(request)
        guard move(request) else { return takeElsewhere(request) }
        let origin = RequestOrigin(page: request.id, session: request.session, host.surroundings.bits)
        var work = LiveWork(model: model)
        work.origin = origin
        if adoption == .opened { carryOut(.opened, of: request, in: &work) }
        carryOut(request, isNew: adoption != .known, in: &work)
        navigate(request.id, work.committed.outcome)
        attribute(work.committed, to: origin, presenting: request.ticket)
        launch(work.committed, for: nil, from: request.id)
        if work.isLeftBehind { return takeAgain(request) }
        if work.committed.ends {
            if hasBeenLetGo { return takeAgain(request) }
            host.registry.end(self)
            var request = request.withoutActions
            request.visitor = visitor
            return host.registry.onceWritten(host.welcome(request, isLast: true, after: work.committed.outcome))
        }
        let told = work.committed.outcome.created
        // Before it is stored: whoever asks again, of the next process too, is to be told the same.
        state.withLock { $0.page(request.id)?.lastRefusals = work.refusals }
        var order = work.order(origin)
        order.answered = request.actions.last?.sequence
        let answer = draw(request.id, order, cookie: cookie(request, telling: told))
        if adoption == .gone { close(request.id, by: request.actions.last?.sequence) }
        return onceStored(answer) { self.takeAgain(request) }
    }

    /// Carries out what was done on a page, in order, and notes how far it came.
    ///
    /// What comes again is passed over. So is all of a request that may have been carried out before, where the page is not
    /// known any more and so nobody can tell.
    func carryOut(_ request: LiveRequest, isNew: Bool, in work: inout LiveWork) {
        for action in request.actions {
            guard !work.committed.ends, !work.isLeftBehind else { return }
            let last = state.withLock { $0.page(request.id)?.sequence ?? 0 }
            guard action.sequence > last else {
                work.refusals += state.withLock { $0.page(request.id)?.lastRefusals ?? [] }
                    .filter { $0.sequence == action.sequence }
                continue
            }
            if isNew, last == 0, request.isRepeat, action.sequence > 1, !work.isUnheld {
                let sentence = "This may have been carried out before, so it was not carried out again."
                work.refuse(action, 409, sentence, notice: FailureNotice.element(sentence))
            } else {
                carryOut(action, of: request, in: &work)
            }
            guard !work.isLeftBehind else { return }
            state.withLock { $0.page(request.id)?.sequence = action.sequence }
        }
    }

    private func carryOut(_ action: PageAction, of request: LiveRequest, in work: inout LiveWork) {
        if case .page(let name) = action.kind {
            guard let event = PageEvent(name: name) else { return work.refuse(action, 400, "There is no such event.") }
            if event == .closed { close(request.id, by: action.sequence) }
            return carryOut(event, of: request, in: &work)
        }
        guard !isPaused else {
            tellOfPause(request.id)
            return work.refuse(action, 409, SessionFailure.paused.description)
        }
        let page = state.withLock { $0.page(request.id)?.page } ?? request.page
        do {
            let contract = Contract(try rendering(of: request.id, on: page, in: &work))
            switch try host.driver.read(action, by: contract, of: work.model) {
            case .refused(let refusal): work.refuse(action, refusal.status, refusal.sentence)
            case .problems(let problems, _):
                // The page is told the problems themselves beside its view, and here that this was not accepted.
                work.refuse(action, 422, "")
                setProblems(page.problems.settled(action.kind) + problems, of: request.id)
            case .messages(let messages, let isSecret):
                let problems = page.problems.settled(action.kind)
                guard transact(messages, on: page.with(problems), isSecret, action, from: .visitor, in: &work) else {
                    return
                }
                setProblems(problems, of: request.id)
            }
        } catch {
            work.refuse(action, host.viewFailed(error), by: host, on: page)
        }
    }

    /// What happened to the page itself: the messages that the program asks for.
    func carryOut(_ event: PageEvent, of request: LiveRequest, in work: inout LiveWork) {
        let messages = host.messages(for: event, in: work.model)
        guard !messages.isEmpty, !work.committed.ends, !work.isLeftBehind, !isPaused else { return }
        let page = state.withLock { $0.page(request.id)?.page } ?? request.page
        _ = transact(messages, on: page, false, nil, from: .page(event), in: &work)
    }

    /// The turns of the messages that one thing done came to: a transaction of their own, taken back where the view of what
    /// it comes to fails.
    private func transact(
        _ messages: [AnyMessage],
        on page: Page,
        _ isSecret: Bool,
        _ action: PageAction?,
        from origin: TurnOrigin,
        in work: inout LiveWork
    ) -> Bool {
        guard !messages.isEmpty else { return true }
        do {
            let result = try run(messages, on: work.model)
            let rendering: Rendering?
            do {
                let page = page.moved(by: result.commands)
                rendering = try host.render(result.model, on: page, previous: work.rendering)
            } catch is NotFound {
                // That there is nothing at the address any more is no failure: the message may have removed it.
                rendering = nil
            } catch {
                work.refuse(action, host.viewFailed(error), by: host, on: page)
                return false
            }
            let isDone = if case .page(let event) = origin { event.isDone } else { true }
            let committedTurn = try commit(result, causedBy: messages.first, for: work.origin, isDone: isDone)
            guard var committed = committedTurn else {
                if current == nil { work.committed.ends = true } else { work.isLeftBehind = true }
                return false
            }
            committed.records = records(origin, result, isSecret: isSecret)
            work.add(committed, result.model, rendering, version)
            return true
        } catch {
            work.refuse(action, host.failed(error, isSecret: isSecret), by: host, on: page)
            return false
        }
    }

    /// The view that the visitor acts on: what the page shows, where that is the session's model as it is.
    private func rendering(
        of id: PageID,
        on page: Page,
        in work: inout LiveWork
    ) throws -> Rendering {
        if let rendering = work.rendering { return rendering }
        let shown = state.withLock { state -> Rendering? in
            guard let page = state.page(id), page.version == state.version, case .rendering(let rendering) = page.shown
            else { return nil }
            return rendering
        }
        let rendering = try shown ?? host.render(work.model, on: page)
        work.rendering = rendering
        if shown == nil { keep(rendering, of: id) }
        return rendering
    }

    /// Keeps the view of the session's model, where that is what the page shows.
    private func keep(_ rendering: Rendering, of id: PageID) {
        let kept = rendering.kept()
        let revision = kept.revision
        state.withLock { state in
            guard let page = state.page(id), page.version == state.version, page.revision == revision, !page.isDrawing
            else { return }
            page.shown = .rendering(kept)
        }
    }

    /// What the answer has to do with the visitor's cookie: it tells an id that is the session's still.
    private func cookie(_ request: LiveRequest, telling renewed: SessionID? = nil) -> CookieChange {
        let id = id
        guard renewed == id || request.tellsSession && request.session == id else { return .unchanged }
        return .set(id)
    }

    var version: UInt64 { state.withLock { $0.version } }
}

/// What a request of a live page comes to, while it is carried out.
struct LiveWork {
    /// The session's model as it is by now.
    var model: AnyModel
    /// The view of it on that page, where it has been run.
    var rendering: Rendering?
    /// The version of the session whose view that is, where it is to be shown as it is.
    var version: UInt64?
    /// What is to begin once the session is held.
    var committed = SessionCore.Committed()
    var refusals: [PageRefusal] = []
    /// Whether the session has got an id meanwhile that the request is not told.
    var isLeftBehind = false
    /// The request; nil for a newcomer's, whom nobody holds yet.
    var origin: RequestOrigin?
    /// Whether the session is a newcomer's, whom nobody holds yet.
    var isUnheld = false

    init(model: AnyModel) {
        self.model = model
    }

    mutating func add(_ later: SessionCore.Committed, _ model: AnyModel, _ rendering: Rendering?, _ version: UInt64) {
        committed = committed.followed(by: later)
        self.model = model
        self.rendering = rendering
        self.version = rendering == nil ? nil : version
    }

    /// What is to be drawn.
    ///
    /// - Parameter origin: the request, where something that it has begun may go on.
    func order(_ origin: RequestOrigin? = nil) -> DrawingOrder {
        var order = DrawingOrder(refusals: refusals, faultKey: isUnheld ? model.faultKey : nil)
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
