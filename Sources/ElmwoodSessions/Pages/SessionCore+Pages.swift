import ElmwoodArchitecture
import ElmwoodSupervisor
import ElmwoodViewTree

extension SessionCore.State {
    /// The model has been replaced, or what ran has come to its end: what wakes the streams of all pages that show another model,
    /// or that were kept for what ran.
    func wakesOfChanged() -> [@Sendable () -> Void] {
        guard let activity, !activity.pages.isEmpty else { return [] }
        var wakes: [@Sendable () -> Void] = []
        for page in activity.pages {
            guard page.version != version || page.hadTasks && activity.tasks.isEmpty else { continue }
            if let wake = page.takeWake() { wakes.append(wake) }
        }
        return wakes
    }

    /// The open page of that name.
    func page(_ id: PageID) -> LivePage? {
        guard let activity else { return nil }
        // Counted by hand: over any program's pages the usual search takes longer than all else that is done with one.
        var index = 0
        while index < activity.pages.count {
            let page = activity.pages[index]
            if page.id == id { return page }
            index += 1
        }
        return nil
    }
}

extension LivePage {
    /// A request of the page has come.
    ///
    /// Where it comes again, the page may not know what it was told last. What it was told to do, a page that does not count is told
    /// again only where that was the answer to the same: else the request itself was lost, and the page has the answer before it.
    func note(_ request: LiveRequest) {
        let isAnswerLost = request.isRepeat && request.actions.last?.sequence == lastAnswered
        commands.note(obeyed: request.obeyed, isAnswerLost: isAnswerLost)
        if request.isRepeat { told = PageNotice(keepsStream: nil, watched: nil, problems: nil) }
    }

    /// Whether the page asks for its former address, since it has not been told yet that a turn led it elsewhere: the command may be on
    /// its way, or was lost with a stream that the page has ended.
    func lacksNavigation(_ asked: Page) -> Bool {
        commands.mayLackNavigation && former?.isPlace(of: asked) ?? false
    }

    /// What wakes the page's stream, where it is not awake already.
    func takeWake() -> (@Sendable () -> Void)? {
        guard !isWoken, let wake else { return nil }
        isWoken = true
        return wake
    }
}

extension SessionCore {
    /// What came of noting that a page is open; nil where the request is not the session's any more.
    enum PageArrival {
        /// It was known.
        case known
        /// It was open before, and has come back.
        case returned
        case opened
        /// It was closed, and what comes was sent before that.
        case gone
    }

    /// Notes that a page is open, where it is and what it shows. Only who asks for an address moves: what was done on a page was done
    /// where it is.
    ///
    /// A page that shows something else than the session thinks has missed an answer. Where what it shows is the view of
    /// the model as it is, that is found out by running the view; else the page gets the whole of it.
    ///
    /// - Returns: nil where the session has ended, or has another id than the request knows.
    func admit(_ request: LiveRequest) -> PageArrival? {
        let now = host.environment.now()
        let limit = host.limits.pages
        var gone: [@Sendable () -> Void] = []
        let adopted = state.withLock { state -> (PageArrival, isUnsure: Bool, isElsewhere: Bool)? in
            // No page of who does not know the session's id by now.
            guard !state.hasEnded, request.session == state.id || state.id == .unheld else { return nil }
            if let page = state.page(request.id) {
                page.lastUsed = now
                page.isHidden = request.isHidden
                page.note(request)
                let isElsewhere = !page.page.isPlace(of: request.page) && !page.lacksNavigation(request.page)
                // What is on its way to a page by its stream comes before the answer to what was done on it. Who asks for
                // the page has no stream any more, even where that has not been noticed here.
                let isKnown = page.revision == request.shows || page.wake != nil && !request.actions.isEmpty
                guard request.shows == nil || !isKnown, !page.isRendering else { return (.known, false, isElsewhere) }
                page.shown = .unknown
                page.revision = nil
                return (.known, true, isElsewhere)
            }
            let page = LivePage(id: request.id, page: request.page)
            page.lastUsed = now
            page.isHidden = request.isHidden
            page.note(request)
            let activity = state.active()
            let remembered = activity.remembered.removeValue(forKey: request.id)
            page.sequence = remembered?.sequence ?? 0
            page.lastRefusals = (remembered?.refused ?? []).map(PageRefusal.init(again:))
            gone = activity.makeRoom(in: limit, at: now)
            activity.pages.append(page)
            if let remembered, remembered.isGone, request.isOver(remembered.sequence) { return (.gone, true, false) }
            return (remembered?.isOpen ?? false ? .returned : .opened, true, false)
        }
        guard let (arrival, isUnsure, isElsewhere) = adopted else { return nil }
        for wake in gone { wake() }
        let isNew = arrival != .known
        if isUnsure, let shows = request.shows { recognize(shows, on: request.id, isNew: isNew) }
        if isNew {
            watchRemembered()
            checkAttention()
        }
        if isElsewhere, request.actions.isEmpty { move(request.id, to: request.page) }
        return arrival
    }

    /// Finds out whether a page shows the view of the model as it is.
    private func recognize(_ shows: Revision, on id: PageID, isNew: Bool) {
        let now = state.withLock { state in state.page(id).map { ($0.page, state.model, state.version) } }
        guard let (page, model, version) = now else { return }
        // A page that has just been loaded was not live yet.
        for isLive in [!isNew, isNew] {
            var page = page
            page.isLive = isLive
            guard let rendering = try? host.render(model, on: page),
                rendering.revision == shows
            else { continue }
            let kept = rendering.kept()
            state.withLock { state in
                guard let page = state.page(id), page.revision == nil, !page.isRendering else { return }
                page.shown = .rendering(kept)
                page.revision = shows
                page.version = version
                page.isChanged = true
            }
            return
        }
    }

    /// Takes the page to another address. What was wrong with its fields is left behind.
    ///
    /// - Parameter former: where it was, if a turn leads it away from there; nil if the visitor does.
    func move(_ id: PageID, to place: Page, from former: Page? = nil) {
        keepShown(id)
        state.withLock { state in
            guard let page = state.page(id) else { return }
            page.page = place
            page.former = former
            page.page.isLive = true
            page.page.problems = []
            page.isChanged = true
        }
    }

    /// Takes the page to where a turn navigated to; its browser is told by a command.
    func navigate(_ id: PageID, _ outcome: RequestOutcome) {
        guard let path = outcome.navigation, let page = state.withLock({ $0.page(id)?.page }) else { return }
        move(id, to: page.place(at: path), from: page)
    }

    /// Whether something is wrong with a field of that page: it is to be remembered until the field is right.
    func hasProblems(_ id: PageID) -> Bool {
        state.withLock { state in state.page(id).map { !$0.page.problems.isEmpty } ?? false }
    }

    func setProblems(_ problems: [Problem], of id: PageID) {
        let isChanged = state.withLock { state in state.page(id).map { $0.page.problems != problems } ?? false }
        guard isChanged else { return }
        keepShown(id)
        state.withLock { state in
            guard let page = state.page(id) else { return }
            page.page.problems = problems
            page.isChanged = true
        }
    }

    /// Forgets a page that was closed but for its number, and ends its stream.
    ///
    /// - Parameter sequence: the number of its farewell; nil where nothing was heard of it for too long.
    func close(_ id: PageID, by sequence: UInt64? = nil) {
        let now = host.environment.now()
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard let activity = state.activity, let index = activity.pages.firstIndex(where: { $0.id == id }) else {
                return nil
            }
            let page = activity.pages.remove(at: index)
            // A page on which nothing was done has no number that counts.
            if page.sequence > 0 || sequence ?? 0 > 1 { activity.rememberClosed(page, by: sequence, at: now) }
            page.absence?.cancel()
            activity.left = now
            if !state.isTurning { state.dropIdleActivity() }
            return page.wake
        }
        wake?()
        forgetClosedLater(id)
        checkAttention()
    }

    /// Lets go of what a page shows, where nobody has used it for that long: its view can be run again.
    ///
    /// - Parameter freed: goes up by the size of the view in bytes.
    /// - Returns: whether there is anything left to look after.
    func dropShown(_ id: PageID, unusedFor time: Duration, freed: inout Int) -> Bool {
        let now = host.environment.now()
        return state.withLock { state in
            guard let page = state.page(id) else { return false }
            guard now - page.lastUsed >= time, !page.isRendering else { return true }
            guard page.version == state.version, !page.isChanged else { return true }
            if case .rendering(let rendering) = page.shown {
                freed += rendering.size
                page.shown = .current
            }
            page.isListed = false
            return false
        }
    }
}

extension Activity {
    /// The session's model is about to be replaced: pages that show its view remember it.
    func keepShown(of former: AnyModel) {
        for page in pages { page.keep(former) }
    }

    /// Makes room for one more page: the one that was used longest ago goes, one without a stream first. It is remembered.
    ///
    /// - Returns: what wakes the streams of those that are gone, so that they end.
    func makeRoom(in limit: Int, at time: Duration) -> [@Sendable () -> Void] {
        var wakes: [@Sendable () -> Void] = []
        while pages.count >= limit {
            let longest = pages.indices.min { first, second in
                let (first, second) = (pages[first], pages[second])
                if (first.wake == nil) != (second.wake == nil) { return first.wake == nil }
                return first.lastUsed < second.lastUsed
            }
            guard let longest else { break }
            let page = pages.remove(at: longest)
            remember(page, since: time)
            wakes += page.waiting + (page.wake.map { [$0] } ?? [])
        }
        return wakes
    }
}
