import ElmwoodArchitecture
import ElmwoodSupervisor
import ElmwoodViewTree

extension SessionCore.State {
    /// Returns the functions that wake the streams after the model was replaced or the tasks have ended: those of pages that show
    /// another model, or that were kept open for the tasks.
    func wakesOfChanged() -> [@Sendable () -> Void] {
        guard let parts, !parts.pages.open.isEmpty else { return [] }
        var wakes: [@Sendable () -> Void] = []
        for page in parts.pages.open {
            guard
                page.version != version
                    || page.hadTasks && parts.tasks.pending.isEmpty && parts.mail.asked.isEmpty
            else { continue }
            if let wake = page.takeWake() { wakes.append(wake) }
        }
        return wakes
    }

    /// Returns the open page with that id.
    func page(_ id: PageID) -> LivePage? { parts?.pages.page(id) }
}

extension LivePage {
    /// Records a request of the page.
    ///
    /// If the request is repeated, the page may lack the last answer. A page that does not count its commands receives them again
    /// only if that answer was to the same request. Otherwise the request itself was lost, and the page has the answer before it.
    func note(_ request: LiveRequest) {
        let isAnswerLost = request.isRepeat && request.actions.last?.sequence == lastAnswered
        commands.note(obeyed: request.obeyed, isAnswerLost: isAnswerLost)
        if request.isRepeat { notice = PageNotice(keepsStream: nil, watched: nil, problems: nil) }
    }

    /// Whether the page requests its former address because it does not know that a turn navigated: the command may be in transit,
    /// or was lost with a stream that the page has ended.
    func lacksNavigation(_ asked: Page) -> Bool {
        commands.mayLackNavigation && former?.hasAddress(of: asked) ?? false
    }

    /// Whether a request for that address takes the page elsewhere.
    func isElsewhere(_ asked: Page) -> Bool { !page.hasAddress(of: asked) && !lacksNavigation(asked) }

    /// Returns the function that wakes the page's stream, unless the stream is awake already.
    func takeWake() -> (@Sendable () -> Void)? {
        guard !isWoken, let wake else { return nil }
        isWoken = true
        return wake
    }
}

extension SessionCore {
    /// The result of recording that a page is open.
    enum PageArrival {
        /// The page was open and connected.
        case known
        /// The same, and the visitor has gone to another address with it.
        case moved
        /// The page was open before, and has returned.
        case returned
        case opened
        /// The page was closed, and the request was sent before that.
        case gone

        /// Whether the session did not know the page.
        var isNew: Bool { self != .known && self != .moved }
    }

    /// Records that a page is open, with its address and what it shows. Only a request for an address moves the page; an action
    /// belongs to the page's present address.
    ///
    /// If a page shows something else than the session has recorded, it has missed an answer. The view of the current model is then
    /// run to find out whether the page shows that. Otherwise it receives the whole page.
    ///
    /// - Returns: nil if the session has ended, or has another id than the request knows.
    func attach(_ request: LiveRequest) -> PageArrival? {
        let now = host.environment.now()
        let limit = host.limits.pages
        var gone: [@Sendable () -> Void] = []
        let adopted = state.withLock { state -> (PageArrival, isUnsure: Bool, isElsewhere: Bool)? in
            // A request that does not know the session's current id has no access to its pages.
            guard !state.hasEnded, request.credentials.session == state.id || state.id == .unheld else { return nil }
            state.hasScript = true
            if let page = state.page(request.id) {
                page.lastUsed = now
                page.isHidden = request.isHidden
                page.note(request)
                let isElsewhere = page.isElsewhere(request.page)
                // A patch in transit by the page's stream arrives before the answer to an action. A page that requests its content
                // has no stream any more, even if its end has not been noticed here.
                let isKnown = page.revision == request.shows || page.wake != nil && !request.actions.isEmpty
                if page.isForStream, page.wake == nil || request.actions.isEmpty { page.missesPatch = true }
                guard request.shows == nil || !isKnown, !page.isRendering else { return (.known, false, isElsewhere) }
                page.shown = .unknown
                page.revision = nil
                return (.known, true, isElsewhere)
            }
            let page = LivePage(id: request.id, page: request.page)
            page.lastUsed = now
            page.isHidden = request.isHidden
            page.note(request)
            page.reads = request.reads
            let parts = state.activeParts()
            let remembered = parts.pages.remembered.removeValue(forKey: request.id)
            page.sequence = remembered?.sequence ?? 0
            page.lastRefusals = (remembered?.refused ?? []).map(PageRefusal.init(again:))
            gone = parts.pages.makeRoom(in: limit, at: now)
            parts.pages.open.append(page)
            if let remembered, remembered.isGone, request.isOver(remembered.sequence) { return (.gone, true, false) }
            return (remembered?.isOpen ?? false ? .returned : .opened, true, false)
        }
        guard let (arrival, isUnsure, isElsewhere) = adopted else { return nil }
        for wake in gone { wake() }
        request.reads?.attach(to: self, request.id)
        let isNew = arrival.isNew
        if isUnsure, let shows = request.shows { recognize(shows, on: request.id, isNew: isNew) }
        if isNew {
            watchRemembered()
            if arrival != .gone, !request.isFarewell { checkAttention() }
        }
        guard isElsewhere, request.actions.isEmpty else { return arrival }
        move(request.id, to: request.page)
        return .moved
    }

    /// Finds out whether a page shows the view of the current model.
    private func recognize(_ shows: Revision, on id: PageID, isNew: Bool) {
        let now = state.withLock { state in
            state.page(id).map { page in
                (
                    page.page, page.reads, state.model, state.version,
                    state.parts?.telling.shown(at: page.page.addressKey)
                )
            }
        }
        guard let (found, reads, model, version, flash) = now else { return }
        let values = reads?.values
        var page = found
        page.values = values
        if isNew, let flash, recognize(shows, on: id, at: page, of: model, telling: flash) { return }
        // A page that has just been loaded was not live when it was rendered.
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
                page.shownValues = values
                page.revision = shows
                page.version = version
                page.isChanged = true
            }
            return
        }
    }

    /// Finds out whether a page was loaded with something that it tells the visitor. It continues to tell it.
    private func recognize(
        _ shows: Revision,
        on id: PageID,
        at loadedPage: Page,
        of model: AnyModel,
        telling flash: Flash
    ) -> Bool {
        var loaded = loadedPage.showing(flash)
        loaded.isLive = false
        guard let rendering = try? host.render(model, on: loaded), rendering.revision == shows else { return false }
        let kept = rendering.kept()
        state.withLock { state in
            state.parts?.telling.hasConnected(at: loadedPage.addressKey)
            guard let page = state.page(id), page.revision == nil, !page.isRendering else { return }
            page.page = loadedPage.showing(flash)
            page.page.values = nil
            page.isChanged = true
            // The script did not mark the fields with problems, and can remove only its own marks: it gets the whole page.
            guard flash.problems.isEmpty else { return }
            page.shown = .rendering(kept)
            page.shownValues = loadedPage.values
            page.revision = shows
            page.version = state.version
        }
        return true
    }

    /// Moves the page to another address. The problems of its fields and the notices are dropped.
    ///
    /// - Parameter former: its previous address if a turn navigates; nil if the visitor does.
    func move(_ id: PageID, to place: Page, from former: Page? = nil) {
        retainShown(id)
        // For a session that is not registered yet, the request is performed again with each value that its views lack, at all addresses
        // to which it moves the page: what it has read remains, or it would be read without end.
        let reads = state.withLock { $0.id == .unheld ? nil : $0.page(id)?.reads }
        reads?.dropOutdated()
        state.withLock { state in
            guard let page = state.page(id) else { return }
            page.page = place
            page.former = former
            page.page.isLive = true
            page.page.problems = []
            page.page.notices = []
            page.page.briefNotices = []
            page.isChanged = true
        }
    }

    /// Moves the page to the path that a turn navigated to. The browser receives a command for it.
    func navigate(_ id: PageID, _ outcome: RequestOutcome) {
        guard let path = outcome.navigation, let page = state.withLock({ $0.page(id)?.page }) else { return }
        move(id, to: page.moved(to: path), from: page)
    }

    /// Whether a field of that page has a problem: the page then stores the problems until the field is valid.
    func hasProblems(_ id: PageID) -> Bool {
        state.withLock { state in state.page(id).map { !$0.page.problems.isEmpty } ?? false }
    }

    func setProblems(_ problems: [Problem], of id: PageID) {
        let isChanged = state.withLock { state in state.page(id).map { $0.page.problems != problems } ?? false }
        guard isChanged else { return }
        retainShown(id)
        state.withLock { state in
            guard let page = state.page(id) else { return }
            page.page.problems = problems
            page.isChanged = true
        }
    }

    /// Removes a closed page except for its number, and ends its stream.
    ///
    /// - Parameter sequence: the number of the page's last request; nil if the page timed out.
    func close(_ id: PageID, by sequence: UInt64? = nil) {
        let now = host.environment.now()
        let (wakes, watches) = state.withLock { state -> ([@Sendable () -> Void], PageWatches?) in
            guard let parts = state.parts, let index = parts.pages.open.firstIndex(where: { $0.id == id })
            else {
                return ([], nil)
            }
            let page = parts.pages.open.remove(at: index)
            // Without actions there is no number to remember, unless the program would be told again by a farewell that is repeated.
            let tells = [PageEvent.opened, .closed].contains { !$0.messages(in: state.model).isEmpty }
            if page.sequence > 0 || sequence ?? 0 > (tells ? 0 : 1) {
                parts.pages.rememberClosed(page, by: sequence, at: now)
            }
            page.absence?.cancel()
            parts.sources.left = now
            if !state.isTurning { state.dropIdleParts() }
            return (page.wakes, page.reads?.watches)
        }
        // A rendering that is under way may keep what the page watches for some time.
        watches?.setAway(true)
        for wake in wakes { wake() }
        forgetClosedLater(id)
        checkAttention()
    }

    /// Drops what a page shows if the page was not used for that long, since the view can be run again.
    ///
    /// - Parameter freed: increased by the size of the view in bytes.
    /// - Returns: whether the page must be checked again.
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

extension PagePart {
    /// Makes room for one more page: the page that was used longest ago is removed, those without a stream first. It is remembered.
    ///
    /// - Returns: the functions that wake the streams of the removed pages, so that they end.
    mutating func makeRoom(in limit: Int, at time: Duration) -> [@Sendable () -> Void] {
        var wakes: [@Sendable () -> Void] = []
        while open.count >= limit {
            let longest = open.indices.min { first, second in
                let (first, second) = (open[first], open[second])
                if (first.wake == nil) != (second.wake == nil) { return first.wake == nil }
                return first.lastUsed < second.lastUsed
            }
            guard let longest else { break }
            let page = open.remove(at: longest)
            remember(page, since: time)
            wakes += page.wakes
        }
        return wakes
    }
}
