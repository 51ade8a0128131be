import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree

/// A rendered patch, and its session.
struct RenderedPatch: Sendable {
    var patch: PagePatch
    var session: SessionID
    var visitor: VisitorID
    /// Whether a task that the request began is pending.
    var isAwaited: Bool
}

/// The result of rendering a page.
enum PatchOutcome: Sendable {
    case rendered(RenderedPatch)
    /// Nothing has changed.
    case nothing
    /// Another request is rendering it.
    case busy
    /// The page is unknown, or the session has ended, or has an id that the request does not know.
    case gone
    /// The view lacks values from outside.
    case missing(MissingInputs)
    case failed(any Error)
}

extension SessionCore {
    /// The state of a page and its session, copied to be rendered with no lock held.
    struct PageSnapshot: ~Copyable {
        var id: SessionID
        var visitor: VisitorID
        var version: UInt64
        var page: Page
        var isChanged: Bool
        var shownVersion: UInt64
        var revision: Revision?
        var sequence: UInt64
        var notice: PageNotice
        var isConnected: Bool
        var commands: CommandQueue.Batch
        var hasTasks: Bool
        var isPaused: Bool
        /// Whether the patch is sent even if it is empty.
        var isToConfirm = false
        var shown: LivePage.Shown
        var model: AnyModel
        /// The values that the view on the page has read; what it reads now is ``Page/values`` of the page.
        var shownValues: ReadValues?

        init(_ page: LivePage, _ state: borrowing State) {
            id = state.id
            visitor = state.visitor
            model = state.model
            version = state.version
            self.page = page.page
            shownValues = page.shownValues
            if let reads = page.reads { self.page.values = reads.values }
            isChanged = page.isChanged
            shown = page.shown
            shownVersion = page.version
            revision = page.revision
            sequence = page.sequence
            notice = page.notice
            isConnected = page.wake != nil
            commands = CommandQueue.Batch()
            hasTasks = state.parts?.mayReceiveMessage ?? false
            isPaused = state.parts?.pause != nil
        }
    }

    /// Renders the patch from what the page shows to the view of the session's model, as the answer to a request of the page.
    func renderPatch(_ id: PageID, _ order: PatchRequest) -> Eventual<LiveReply> {
        var later: Promise<LiveReply>?
        let rendered = renderPatch(id, order) {
            let promise = Promise<LiveReply>()
            later = promise
            return { self.renderPatch(id, order).deliver(to: promise) }
        }
        switch rendered {
        case .rendered(let rendered):
            let cookie = order.sessionTokens.first { $0.id == rendered.session }.map { .set($0) } ?? order.cookie
            let others = OtherCookies(
                visitor: visitorChange(for: order, rendered, cookie),
                hasEnded: order.hasEnded,
                ticket: rendered.isAwaited ? order.origin?.ticket : nil
            )
            return .ready(.patch(rendered.patch, cookie, others))
        case .busy: return later.map { .promised($0) } ?? .ready(.failed(.ended))
        case .nothing, .gone: return .ready(.failed(.ended))
        case .missing(let missing): return reading(missing, on: id) { self.renderPatch(id, order) }
        case .failed(let error): return .ready(.failed(.view(error)))
        }
    }

    private func visitorChange(
        for order: PatchRequest,
        _ rendered: RenderedPatch,
        _ cookie: CookieChange
    ) -> VisitorChange {
        let renewal = cookie == .unchanged ? .none : order.tokenRenewal
        // A session that is not registered is discarded, and its new visitor with it.
        let isDiscarded = rendered.session == .unheld && order.visitor.recognized?.newToken != nil
        return isDiscarded ? .unchanged : VisitorChange(for: order.visitor, of: rendered.visitor, after: renewal)
    }

    /// Renders the patch from what the page shows to the view of the session's model. The page then shows that view.
    ///
    /// - Parameter whenFree: called if another request is rendering the page; returns the function to call when that is done.
    func renderPatch(_ id: PageID, _ order: PatchRequest, whenFree: () -> @Sendable () -> Void) -> PatchOutcome {
        switch beginPatch(of: id, order, whenFree) {
        case .begun(let snapshot): render(id, snapshot, order)
        case .busy: .busy
        case .gone: .gone
        }
    }

    private func render(_ id: PageID, _ snapshot: borrowing PageSnapshot, _ order: PatchRequest) -> PatchOutcome {
        do {
            let (patch, rendering) = try patch(snapshot, order)
            let isAwaited = finish(id, snapshot, order, patch, rendering)
            guard !patch.isEmpty || order.isAnswer || snapshot.isToConfirm else { return .nothing }
            return .rendered(
                RenderedPatch(patch: patch, session: snapshot.id, visitor: snapshot.visitor, isAwaited: isAwaited)
            )
        } catch let missing as MissingInputs {
            _ = finish(id, snapshot, order, nil, nil)
            return .missing(missing)
        } catch {
            _ = finish(id, snapshot, order, nil, nil)
            _ = host.viewFailed(error, EventContext(session: snapshot.id))
            return .failed(error)
        }
    }

    private func beginPatch(
        of id: PageID,
        _ order: PatchRequest,
        _ whenFree: () -> @Sendable () -> Void
    ) -> BeginningOfRendering {
        let now = host.environment.now()
        return state.withLock { state -> BeginningOfRendering in
            guard !state.hasEnded, order.knows(state.id), let page = state.page(id) else { return .gone }
            guard !page.isRendering else {
                page.waiting.append(whenFree())
                return .busy
            }
            var snapshot = PageSnapshot(page, state)
            snapshot.commands = page.dequeueCommands()
            if !order.isAnswer { swap(&snapshot.isToConfirm, &page.isToConfirm) }
            // The turn under way may yet send the page a command, which no stream would receive.
            if !order.isAnswer, state.isTurning { snapshot.hasTasks = true }
            (page.isRendering, page.isForStream) = (true, !order.isAnswer)
            page.isChanged = false
            page.isWoken = false
            page.lastUsed = now
            return .begun(snapshot)
        }
    }

    /// What is to be rendered, or why nothing is.
    private enum BeginningOfRendering: ~Copyable {
        case begun(PageSnapshot)
        case busy, gone
    }

    /// Records the rendering, unless it failed, and permits the next one.
    ///
    /// - Returns: whether a task that the request began is pending.
    private func finish(
        _ id: PageID,
        _ snapshot: borrowing PageSnapshot,
        _ order: PatchRequest,
        _ patch: PagePatch?,
        _ rendering: Rendering?
    ) -> Bool {
        let kept = rendering?.kept()
        let after = state.withLock { state -> AfterRendering in
            var after = AfterRendering()
            if let origin = order.origin, let tasks = state.parts?.tasks.pending {
                after.isAwaited = tasks.contains { $0.request === origin }
            }
            guard let page = state.page(id) else { return after }
            (page.isRendering, page.isForStream) = (false, false)
            if let patch, let kept {
                page.shown = .rendering(kept)
                // A value may have come just before its page is told of it: then the view that is shown was made without it.
                if snapshot.isChanged || !patch.isEmpty || page.shownValues == nil {
                    page.shownValues = snapshot.page.values
                }
                page.revision = patch.to
                page.version = snapshot.version
                if order.isAnswer || !patch.isEmpty { page.patches += 1 }
                page.hadTasks = snapshot.hasTasks
                page.notice.keepsStream = patch.keepsStream ?? page.notice.keepsStream
                page.notice.watched = patch.watched ?? page.notice.watched
                page.notice.problems = patch.problems ?? page.notice.problems
                page.notice.isPaused = patch.isPaused ?? page.notice.isPaused
                if order.isAnswer { page.lastAnswered = order.answered }
                if order.isAgain { page.isToConfirm = true }
            } else {
                page.commands.requeue(snapshot.commands)
                if snapshot.isToConfirm { page.isToConfirm = true }
            }
            if page.missesPatch { (page.missesPatch, page.shown, page.revision) = (false, .unknown, nil) }
            // Changes since the snapshot are not included in the patch.
            let isStale =
                patch != nil
                && (state.version != snapshot.version || page.isChanged || page.isToConfirm
                    || !page.commands.waiting.isEmpty)
            after.waiting = page.waiting
            after.wake = isStale ? page.takeWake() : nil
            after.isToBeListed = !page.isListed
            // The page may never have had a stream in this process, so no end of a stream was noticed.
            after.isAway = page.isHidden && page.wake == nil && page.absence == nil
            after.reads = page.reads
            page.waiting = []
            page.isListed = true
            return after
        }
        if after.isToBeListed { host.pages.list(self, id) }
        if let rendering { noteReads(of: rendering, on: id, path: snapshot.page.path, after.reads) }
        after.wake?()
        if after.isAway { watchAbsence(of: id) }
        for function in after.waiting { function() }
        return after.isAwaited
    }

    /// The work that remains when the lock is released.
    private struct AfterRendering: Sendable {
        var waiting: [@Sendable () -> Void] = []
        var wake: (@Sendable () -> Void)?
        var isToBeListed = false
        var isAway = false
        var isAwaited = false
        var reads: PageReads?
    }

    // MARK: The patch

    /// Computes the patch. No lock is held.
    private func patch(_ snapshot: borrowing PageSnapshot, _ order: PatchRequest) throws -> (PagePatch, Rendering) {
        var model = snapshot.model
        if let key = order.faultKey { model.faultKey = key }
        let reported = host.observePatch.map { (observe: $0, start: host.environment.now()) }
        let old = shown(snapshot)
        let new: Rendering
        if let known = order.known, known.version == snapshot.version, isCurrent(known.rendering, on: snapshot.page) {
            new = known.rendering
        } else if let old, snapshot.shownVersion == snapshot.version, !snapshot.isChanged {
            new = old
        } else {
            new = try host.render(model, on: snapshot.page, previous: old)
        }
        model.reads?.note(new.inputs)
        let observed = host.environment.observer.map { (observer: $0, start: host.environment.now()) }
        let revision = new.revision
        var patch = PagePatch(from: nil, to: revision, sequence: snapshot.sequence, content: [])
        if let old, let from = snapshot.revision {
            let isSame = from == revision
            // A patch that is larger than a page may be becomes the page itself.
            if let content = isSame ? Array("[]".utf8) : new.patch(from: old, limit: host.limits.pageSize) {
                (patch.from, patch.content) = (from, content)
            }
        }
        // If nearly everything has changed, the whole page may be shorter than the patch.
        if patch.from == nil || patch.content.count > Self.longestUncompared {
            let html = new.html()
            if patch.from == nil || html.count < patch.content.count {
                patch.from = nil
                patch.content = html
                patch.base = snapshot.page.base
            }
        }
        if let observed {
            let duration = host.environment.now() - observed.start
            observed.observer.observe(.patch(program: host.name, duration: duration, bytes: patch.content.count))
        }
        notice(snapshot, order, of: model, showing: new, in: &patch)
        if let reported { reported.observe(report(patch, snapshot, since: reported.start)) }
        return (patch, new)
    }

    private func report(_ patch: PagePatch, _ snapshot: borrowing PageSnapshot, since start: Duration) -> PatchReport {
        PatchReport(
            session: ObjectIdentifier(self),
            visitor: snapshot.visitor,
            path: snapshot.page.path,
            isModelChanged: snapshot.version != snapshot.shownVersion,
            changedReads: snapshot.page.values?.changes(since: snapshot.shownValues) ?? [],
            isPageChanged: snapshot.isChanged,
            isWhole: patch.from == nil,
            isEmpty: patch.from == patch.to,
            bytes: patch.content.count,
            duration: host.environment.now() - start
        )
    }

    /// A patch up to this number of bytes is sent without comparing it with the length of the page.
    private static var longestUncompared: Int { 16_384 }

    /// Returns the view that the page shows; nil if unknown.
    func shown(_ snapshot: borrowing PageSnapshot) -> Rendering? {
        if case .rendering(let kept) = snapshot.shown { return kept }
        let rendering: Rendering?
        var page = snapshot.page
        page.values = snapshot.shownValues
        switch snapshot.shown {
        case .current where snapshot.shownVersion == snapshot.version:
            rendering = try? host.render(snapshot.model, on: page)
        case .model(let model): rendering = try? host.render(model, on: page)
        case .current, .unknown, .rendering: rendering = nil
        }
        // A view that is not pure differs each time: then the whole page is sent.
        guard let rendering, rendering.revision == snapshot.revision else { return nil }
        return rendering
    }

    /// Adds to the patch what the page does not know beside its view.
    private func notice(
        _ snapshot: borrowing PageSnapshot,
        _ order: PatchRequest,
        of model: AnyModel,
        showing rendering: Rendering,
        in patch: inout PagePatch
    ) {
        let isWhole = patch.from == nil
        let notice = host.notice(
            of: model,
            on: snapshot.page,
            isToBePushed: snapshot.hasTasks || rendering.showsChangingValues
        )
        // The page may have heard something else from another node since.
        let isAll = isWhole || order.isAnswer && host.registry.hasNodes
        // Of two answers to one request that arrived twice, the browser may have taken the one that did not say so.
        let lacksStream = notice.keepsStream ?? false && !snapshot.isConnected && order.isAnswer
        if isAll || lacksStream || notice.keepsStream != snapshot.notice.keepsStream {
            patch.keepsStream = notice.keepsStream
        }
        if isAll || notice.watched != snapshot.notice.watched { patch.watched = notice.watched }
        if isWhole || notice.problems != snapshot.notice.problems { patch.problems = notice.problems }
        if host.keepsStreams, isWhole || snapshot.isPaused != snapshot.notice.isPaused {
            patch.isPaused = snapshot.isPaused
        }
        patch.commands = snapshot.commands.commands
        patch.commandCount = snapshot.commands.count
        patch.refusals = order.refusals
    }

    /// Retains the view that the page shows, since its address or its problems are about to change.
    func retainShown(_ id: PageID) {
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
