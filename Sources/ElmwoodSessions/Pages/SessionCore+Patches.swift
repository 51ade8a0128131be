import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree

/// What is known already when a page is rendered, and what its answer has to tell beside.
struct PatchRequest: Sendable {
    /// Whether an answer waits for it: it comes also where nothing has changed.
    var isAnswer = true
    /// The view of that version of the session on that page.
    var known: (rendering: Rendering, version: UInt64)?
    var refusals: [PageRefusal] = []
    /// The number of the last thing done on the page that is answered; nil where it is only brought up to date.
    var answered: UInt64?
    /// The request that the answer is for, where something that it has begun may be under way.
    var origin: RequestOrigin?
    /// The ids that the answer tells the browser: the one of them that is the session's.
    var told: [SessionID] = []
    /// What the answer does with the session's cookie, where it tells no id.
    var cookie = CookieChange.unchanged
    /// Identifies the model of a newcomer, who does not know the id of the session, in the record of faults.
    var faultKey: FaultKey?

    init(refusals: [PageRefusal] = [], telling told: [SessionID] = [], faultKey: FaultKey? = nil) {
        self.refusals = refusals
        self.told = told
        self.faultKey = faultKey
    }
}

/// A page that has been rendered, and what its session was.
struct RenderedPatch: Sendable {
    var patch: PagePatch
    var session: SessionID
    var visitor: VisitorID
    /// Whether something that the request has begun still runs.
    var isAwaited: Bool
}

/// What came of rendering a page.
enum PatchOutcome: Sendable {
    case rendered(RenderedPatch)
    /// Nothing has changed.
    case nothing
    /// Another request is rendering it.
    case busy
    /// The page is not known, or the session has ended.
    case gone
    case failed(any Error)
}

extension SessionCore {
    /// What a page shows and what it is to show, taken out to be worked on with no lock held.
    private struct PageSnapshot {
        var id: SessionID
        var visitor: VisitorID
        var version: UInt64
        var page: Page
        var isChanged: Bool
        var shownVersion: UInt64
        var revision: Revision?
        var sequence: UInt64
        var told: PageNotice
        var commands: CommandQueue.Portion
        var hasTasks: Bool
        var isPaused: Bool
        var shown: LivePage.Shown
        var model: AnyModel

        init(_ page: LivePage, _ state: borrowing State) {
            id = state.id
            visitor = state.visitor
            model = state.model
            version = state.version
            self.page = page.page
            isChanged = page.isChanged
            shown = page.shown
            shownVersion = page.version
            revision = page.revision
            sequence = page.sequence
            told = page.told
            commands = CommandQueue.Portion()
            hasTasks = state.activity?.tasks.contains { $0.mayTell } ?? false
            isPaused = state.activity?.pause != nil
        }
    }

    /// The way from what the page shows to the view of the session's model, for the answer to a request of the page.
    func renderPatch(_ id: PageID, _ order: PatchRequest) -> Eventual<LiveReply> {
        var later: Promise<LiveReply>?
        let rendered = renderPatch(id, order) {
            let promise = Promise<LiveReply>()
            later = promise
            return { self.renderPatch(id, order).deliver(to: promise) }
        }
        switch rendered {
        case .rendered(let rendered):
            let others = OtherCookies(
                visitor: rendered.session == .unheld ? nil : rendered.visitor,
                ticket: rendered.isAwaited ? order.origin?.ticket : nil
            )
            let cookie = order.told.contains(rendered.session) ? .set(rendered.session) : order.cookie
            return .ready(.patch(rendered.patch, cookie, others))
        case .busy: return later.map { .promised($0) } ?? .ready(.failed(.ended))
        case .nothing, .gone: return .ready(.failed(.ended))
        case .failed(let error): return .ready(.failed(.view(error)))
        }
    }

    /// The way from what the page shows to the view of the session's model. From then on that is what the page shows.
    ///
    /// - Parameter whenFree: asked, if another request is rendering it, for what is called when they are done.
    func renderPatch(_ id: PageID, _ order: PatchRequest, whenFree: () -> @Sendable () -> Void) -> PatchOutcome {
        let (begun, isBusy) = begin(id, whenFree)
        guard let snapshot = begun else { return isBusy ? .busy : .gone }
        do {
            let (patch, rendering) = try patch(snapshot, order)
            let isAwaited = finish(id, snapshot, order, patch, rendering)
            guard !patch.isEmpty || order.isAnswer else { return .nothing }
            return .rendered(
                RenderedPatch(patch: patch, session: snapshot.id, visitor: snapshot.visitor, isAwaited: isAwaited)
            )
        } catch {
            _ = finish(id, snapshot, order, nil, nil)
            _ = host.viewFailed(error)
            return .failed(error)
        }
    }

    private func begin(_ id: PageID, _ whenFree: () -> @Sendable () -> Void) -> (PageSnapshot?, isBusy: Bool) {
        let now = host.environment.now()
        return state.withLock { state in
            guard !state.hasEnded, let page = state.page(id) else { return (nil, false) }
            guard !page.isRendering else {
                page.waiting.append(whenFree())
                return (nil, true)
            }
            var snapshot = PageSnapshot(page, state)
            snapshot.commands = page.takeCommands()
            page.isRendering = true
            page.isChanged = false
            page.isWoken = false
            page.lastUsed = now
            return (snapshot, false)
        }
    }

    /// Puts what was rendered in its place, where it was, and lets the next one at it.
    ///
    /// - Returns: whether something that the request has begun still runs.
    private func finish(
        _ id: PageID,
        _ snapshot: PageSnapshot,
        _ order: PatchRequest,
        _ patch: PagePatch?,
        _ rendering: Rendering?
    ) -> Bool {
        let kept = rendering?.kept()
        let after = state.withLock { state -> AfterRendering in
            var after = AfterRendering()
            if let origin = order.origin, let tasks = state.activity?.tasks {
                after.isAwaited = tasks.contains { $0.request === origin }
            }
            guard let page = state.page(id) else { return after }
            page.isRendering = false
            if let patch, let kept {
                page.shown = .rendering(kept)
                page.revision = patch.to
                page.version = snapshot.version
                if order.isAnswer || !patch.isEmpty { page.patches += 1 }
                page.hadTasks = snapshot.hasTasks
                page.told.keepsStream = patch.keepsStream ?? page.told.keepsStream
                page.told.watched = patch.watched ?? page.told.watched
                page.told.problems = patch.problems ?? page.told.problems
                page.told.isPaused = patch.isPaused ?? page.told.isPaused
                if order.isAnswer { page.lastAnswered = order.answered }
            } else {
                page.commands.giveBack(snapshot.commands)
            }
            // Whatever came meanwhile could not be told.
            let isStale =
                patch != nil && (state.version != snapshot.version || page.isChanged || !page.commands.waiting.isEmpty)
            after.waiting = page.waiting
            after.wake = isStale ? page.takeWake() : nil
            after.isToBeListed = !page.isListed
            // It may never have had a stream of this process, so that nobody has noticed an end of that.
            after.isAway = page.isHidden && page.wake == nil && page.absence == nil
            page.waiting = []
            page.isListed = true
            return after
        }
        if after.isToBeListed { host.pages.list(self, id) }
        after.wake?()
        if after.isAway { watchAbsence(of: id) }
        for function in after.waiting { function() }
        return after.isAwaited
    }

    /// What is left to do once the lock is not held.
    private struct AfterRendering: Sendable {
        var waiting: [@Sendable () -> Void] = []
        var wake: (@Sendable () -> Void)?
        var isToBeListed = false
        var isAway = false
        var isAwaited = false
    }

    // MARK: The patch

    /// Works the patch out. No lock is held.
    private func patch(_ snapshot: PageSnapshot, _ order: PatchRequest) throws -> (PagePatch, Rendering) {
        var model = snapshot.model
        if let key = order.faultKey { model.faultKey = key }
        let old = shown(snapshot)
        let new: Rendering
        if let known = order.known, known.version == snapshot.version {
            new = known.rendering
        } else if let old, snapshot.shownVersion == snapshot.version, !snapshot.isChanged {
            new = old
        } else {
            new = try host.render(model, on: snapshot.page, previous: old)
        }
        let revision = new.revision
        var patch = PagePatch(from: nil, to: revision, sequence: snapshot.sequence, content: [])
        if let old, let from = snapshot.revision {
            patch.from = from
            patch.content = from == revision ? Array("[]".utf8) : new.patch(from: old)
        }
        // Where nearly all has changed, the page itself may be the shorter way.
        if patch.from == nil || patch.content.count > Self.longestUncompared {
            let html = new.html()
            if patch.from == nil || html.count < patch.content.count {
                patch.from = nil
                patch.content = html
                patch.base = snapshot.page.base
            }
        }
        notice(snapshot, order, of: model, in: &patch)
        return (patch, new)
    }

    /// A patch of so many bytes is sent with no look at the page's own length.
    private static var longestUncompared: Int { 16_384 }

    /// The view that the page shows; nil where nobody knows.
    private func shown(_ snapshot: PageSnapshot) -> Rendering? {
        if case .rendering(let kept) = snapshot.shown { return kept }
        let rendering: Rendering?
        switch snapshot.shown {
        case .current where snapshot.shownVersion == snapshot.version:
            rendering = try? host.render(snapshot.model, on: snapshot.page)
        case .model(let model): rendering = try? host.render(model, on: snapshot.page)
        case .current, .unknown, .rendering: rendering = nil
        }
        // A view that is not pure is another one each time: then the page as a whole is sent.
        guard let rendering, rendering.revision == snapshot.revision else { return nil }
        return rendering
    }

    /// What the page is told beside its view, as far as it does not know it.
    private func notice(
        _ snapshot: PageSnapshot,
        _ order: PatchRequest,
        of model: AnyModel,
        in patch: inout PagePatch
    ) {
        let isWhole = patch.from == nil
        let notice = host.notice(of: model, on: snapshot.page, hasTasks: snapshot.hasTasks)
        if isWhole || notice.keepsStream != snapshot.told.keepsStream { patch.keepsStream = notice.keepsStream }
        if isWhole || notice.watched != snapshot.told.watched { patch.watched = notice.watched }
        if isWhole || notice.problems != snapshot.told.problems { patch.problems = notice.problems }
        if host.keepsStreams, isWhole || snapshot.isPaused != snapshot.told.isPaused {
            patch.isPaused = snapshot.isPaused
        }
        patch.commands = snapshot.commands.commands
        patch.commandCount = snapshot.commands.count
        patch.refusals = order.refusals
    }

    /// Makes sure that the view that the page shows is kept: its place or its problems are about to change.
    func keepShown(_ id: PageID) {
        let snapshot = state.withLock { state in state.page(id).map { PageSnapshot($0, state) } }
        guard let snapshot else { return }
        if case .rendering = snapshot.shown { return }
        guard let rendering = shown(snapshot)?.kept() else { return }
        state.withLock { state in
            guard let page = state.page(id), !page.isRendering, page.revision == snapshot.revision else { return }
            page.shown = .rendering(rendering)
        }
    }
}
