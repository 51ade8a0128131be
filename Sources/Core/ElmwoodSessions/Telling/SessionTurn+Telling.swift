import ElmwoodArchitecture
import ElmwoodStorage

// What is told to the visitor: it waits in the session until a page shows it, and is stored with it. An open page has its own.

extension SessionCore {
    /// Adds to what an open page tells the visitor.
    func show(_ flash: Flash, on id: PageID) {
        guard !flash.isEmpty else { return }
        retainShown(id)
        state.withLock { state in
            guard let page = state.page(id) else { return }
            page.page = page.page.showing(flash)
            page.isChanged = true
        }
    }

    /// Ends what a page tells the visitor until their next act.
    func endBriefNotices(on id: PageID) {
        retainShown(id)
        state.withLock { state in
            state.page(id)?.page.endBriefNotices()
            state.page(id)?.isChanged = true
        }
    }

    /// Returns what a page at that address has told the visitor.
    package func shownFlash(at page: Page) -> Flash? {
        state.withLock { $0.parts?.telling.shown(at: page.addressKey) }
    }

    // MARK: Returns from posts

    /// Records that a post's redirect leads back to the page that it came from: loading that page is no arrival.
    func expectReturn(to visit: Visit, after outcome: RequestOutcome) {
        if visit.answer == .redirect, !outcome.leavesPage { expectReturn(to: visit.addressKey) }
    }

    /// The next load of a page is no arrival at it.
    package func expectReturn(to page: Page) { expectReturn(to: page.addressKey) }

    private func expectReturn(to address: String) {
        let now = host.registry.millisecondsSince1970
        state.withLock { state in
            guard !state.hasEnded, state.model.subscriptions.tellArrivals else { return }
            state.activeParts().telling.expectReturn(to: address, at: now)
        }
    }

    /// Whether loading a page is an arrival at it, of which the program is told. It is not one if a post returns to its page.
    func isArrival(_ visit: Visit) -> Bool {
        guard visit.answer == .load, !isPaused else { return false }
        let address = visit.addressKey
        let now = host.registry.millisecondsSince1970
        return state.withLock { $0.parts?.telling.isArrival(at: address, at: now) ?? true }
    }
}

extension SessionTurn {
    /// Keeps what no page could tell the visitor yet.
    ///
    /// - Parameter address: the address of the page that is to tell it; nil for the visitor's next one.
    borrowing func keep(_ flash: Flash, for address: String?) {
        guard !flash.isEmpty else { return }
        let now = host.registry.millisecondsSince1970
        transact { parts, _ in
            parts.telling.keep(flash, for: address, at: now)
            return true
        }
        if address == AddressedFlash.site { host.registry.notices.noteWaiting(at: host.registry.now) }
    }

    /// Returns what the answer to a visit tells the visitor beside its model. What the answer's page does not show is kept for the page
    /// that follows it.
    borrowing func flash(of outcome: RequestOutcome, for visit: Visit, leadsTo navigation: String?) -> Flash {
        let address = (navigation.map(visit.moved) ?? visit).addressKey
        guard outcome.isShown(to: visit, leadingTo: navigation) else {
            let isForAddress = !outcome.leavesPage && visit.answer != .preview
            keep(outcome.flash, for: isForAddress ? address : outcome.leavesProgram ? AddressedFlash.site : nil)
            return Flash()
        }
        let now = host.registry.millisecondsSince1970
        var flash = Flash()
        transact { parts, _ in
            let told = parts.telling.tell(outcome.flash, at: address, at: now)
            flash = told.flash
            return told.isChanged
        }
        return flash
    }

    /// Gives what has waited for a page to the one that has just connected.
    borrowing func deliverWaiting() {
        var waiting = RequestOutcome()
        transact { parts, _ in
            guard !parts.pages.open.isEmpty else { return false }
            (waiting.navigation, waiting.pageCommands) = (parts.pages.navigation, parts.pages.commands)
            (parts.pages.navigation, parts.pages.commands) = (nil, [])
            waiting.flash = parts.telling.takeWaiting(for: nil)
            return !waiting.flash.isEmpty
        }
        if waiting.isForPage { deliver(waiting, on: nil) }
    }
}

extension RequestOutcome {
    /// Whether the page that a visit is answered with tells the visitor what the outcome does.
    func isShown(to visit: Visit, leadingTo path: String? = nil) -> Bool {
        switch visit.answer {
        case .load: (path ?? navigation) == nil && !leavesPage
        case .page: !leavesPage
        case .redirect, .preview: false
        }
    }

    /// Whether a browser without script gets neither the page nor a redirect to it.
    var leavesPage: Bool {
        pageCommands.contains { command in
            switch command {
            case .leave, .download: true
            case .focus, .blur, .scroll, .showModal, .close, .copy, .push, .replace, .dispatch: false
            }
        }
    }
}
