import ElmwoodArchitecture
import ElmwoodViewTree

/// The sessions whose models keep a view, so that it is not rendered again for the requests that soon follow.
///
/// Without script, the page to which a post's redirect leads is the one that was rendered to verify the post's result, and the next
/// post is checked against it. A view is dropped once no request has used it for a while, so that the many idle sessions need no
/// memory for theirs.
final class KeptViews: Sendable {
    private struct State {
        /// The sessions, in the order in which they were added.
        var sessions: [SessionCore] = []
        /// Whether the next check is scheduled.
        var isScheduled = false
    }

    /// The most views. All of them together have at most 4 MB.
    private static let limit = 128
    /// The greatest size of a view that is kept, in bytes.
    static let greatestSize = 32 << 10
    /// The time between two checks: a view is dropped if none of the requests between them has used it.
    private static let life: Duration = .seconds(5)

    private let state = OrderedMutex(.leaf, State())
    private let environment: Environment

    init(environment: Environment) {
        self.environment = environment
    }

    /// Adds a session whose model has a view, in place of the one that was added first if there are too many.
    func add(_ session: SessionCore) {
        let (replaced, isFirst) = state.withLock { state -> (SessionCore?, Bool) in
            let replaced = state.sessions.count < Self.limit ? nil : state.sessions.removeFirst()
            state.sessions.append(session)
            defer { state.isScheduled = true }
            return (replaced, !state.isScheduled)
        }
        replaced?.dropView()
        if isFirst { schedule() }
    }

    /// Removes a session that has ended.
    func remove(_ session: SessionCore) {
        state.withLock { state in state.sessions.removeAll { $0 === session } }
        session.dropView()
    }

    private func schedule() {
        _ = environment.schedule(Self.life) { [weak self] in self?.dropUnused() }
    }

    private func dropUnused() {
        let sessions = state.withLock { state in
            defer { state.sessions = [] }
            return state.sessions
        }
        let used = sessions.filter { $0.dropUnusedView() }
        // The sessions that were added meanwhile are the latest ones.
        let (replaced, isDone) = state.withLock { state -> (ArraySlice<SessionCore>, Bool) in
            let room = Self.limit - state.sessions.count
            state.sessions = used.suffix(room) + state.sessions
            state.isScheduled = !state.sessions.isEmpty
            return (used.dropLast(room), state.sessions.isEmpty)
        }
        for session in replaced { session.dropView() }
        if !isDone { schedule() }
    }
}

extension SessionHost {
    /// Whether a view may be kept with its model.
    ///
    /// One that has read from outside may not, since the values may change, nor one of a page with a script, which is retained with
    /// the page. With a history, a session may show an earlier moment, and while turns are observed, a model has ``AnyModel/reads``.
    func mayKeep(_ rendering: Rendering, on page: Page) -> Bool {
        !keepsStreams && observers.isEmpty && !page.live && rendering.inputs.isEmpty
            && rendering.size <= KeptViews.greatestSize
    }

    /// Keeps the view of a snapshot for the requests that soon follow.
    package func keep(_ view: RenderedPage, of snapshot: SessionSnapshot) {
        guard let session = snapshot.session, mayKeep(view.rendering, on: view.page) else { return }
        session.keep(RenderedPage(compacting: view.rendering, on: view.page), ofVersion: snapshot.version)
    }
}

extension SessionCore {
    /// Keeps the view of the model of that version, if the session still has it.
    fileprivate func keep(_ view: RenderedPage, ofVersion version: UInt64) {
        var replaced: RenderedPage? = view
        let isToBeListed = state.withLock { state in
            guard !state.hasEnded, state.version == version else { return false }
            state.exchangeView(&replaced)
            return state.noteView()
        }
        if isToBeListed { host.registry.keptViews.add(self) }
    }

    /// Drops the view that is kept.
    func dropView() {
        var dropped: RenderedPage?
        state.withLock { state in
            state.keepsView = false
            state.exchangeView(&dropped)
        }
    }

    /// Drops the view that is kept, unless a request has used it lately. Returns whether it is still there.
    func dropUnusedView() -> Bool {
        var dropped: RenderedPage?
        return state.withLock { state in
            if !state.hasEnded, state.model.view?.takeUse() ?? false { return true }
            state.keepsView = false
            state.exchangeView(&dropped)
            return false
        }
    }
}

extension SessionCore.State {
    /// The model may have another view. Returns whether the session is to be added to ``KeptViews``.
    mutating func noteView() -> Bool {
        guard model.view != nil, !keepsView else { return false }
        keepsView = true
        return true
    }
}
