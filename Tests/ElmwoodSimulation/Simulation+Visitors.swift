import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

// The actions of visitors, among those that their pages offer.

extension Simulation {
    /// A visitor performs an action, and schedules the next one.
    func act(_ visitor: Visitor) {
        guard !isQuiet else { return }
        scheduler.add(.site(.acts(visitor.index)), after: chance.number(configuration.pause / 8...configuration.pause))
        if visitor.isThief { return steal(visitor) }
        guard let page = chance.pick(visitor.pages) else { return open(for: visitor) }
        // A visitor without a session waits for the first page to load. Otherwise two sessions would start.
        let isKnown = visitor.jar.session != nil
        switch chance.index(100) {
        case 0..<7 where isKnown && visitor.pages.count < 3: open(for: visitor)
        case 7..<11 where isKnown: close(page)
        case 11..<(page.address.place == nil ? 15 : 35) where page.isLoaded && (visitor.hasScript || !page.isBusy):
            visitor.hasScript ? leave(page) : load(page)
        case 35..<40 where page.isLive: hide(page)
        case 40..<80: write(on: page)
        default: press(on: page)
        }
    }

    private func open(for visitor: Visitor) {
        let isPlace = configuration.places > 0 && chance.happens(0.5)
        let paths = SiteAddress.paths
        let address =
            isPlace ? SiteAddress.place(chance.index(configuration.places)) : paths[chance.index(paths.count)]
        let page = BrowserPage(pageCount, visitor, at: address, name: newName())
        pageCount += 1
        pages[page.number] = page
        visitor.pages.append(page)
        load(page)
    }

    /// The visitor reloads the page, or goes from one place to another.
    private func leave(_ page: BrowserPage) {
        close(page)
        let staysThere = page.address.place == nil || chance.happens(0.3)
        let address = staysThere ? page.address : SiteAddress.place(chance.index(configuration.places))
        let next = BrowserPage(pageCount, page.visitor, at: address, name: newName())
        pageCount += 1
        pages[next.number] = next
        page.visitor.pages.append(next)
        load(next)
    }

    /// The visitor sends the page's form.
    func write(on page: BrowserPage) {
        guard page.isLoaded else { return }
        writing += 1
        // At the end each page has to have a turn that is stored.
        while isQuiet, Entry.isUnlucky(writing) { writing += 1 }
        // A node may be stopped with a request of a document that the browser has replaced since.
        let document = hasNodes ? page.documents << 32 : 0
        truth.pages[writing] = (page.number | document, page.address.path)
        page.visitor.numbers.insert(writing)
        does(.entry(Entry(.wrote, writing)), on: page)
    }

    /// The visitor presses one of the page's buttons.
    private func press(on page: BrowserPage) {
        guard page.isLoaded else { return }
        let kinds: [Entry.Kind] = [
            .charge, .charge, .charge, .look, .look, .remind, .remind, .watch, .tell, .focus, .renew,
            .announce,
        ]
        guard var kind = chance.pick(kinds) else { return }
        if chance.happens(0.02) {
            kind = .end
            page.visitor.hasEnded = true
        }
        if kind == .renew {
            page.visitor.renews = scheduler.now + .seconds(60)
            page.visitor.unheard += 1
        }
        press(kind, on: page)
    }

    func press(_ kind: Entry.Kind, on page: BrowserPage) {
        guard page.isLoaded, let model = page.model else { return }
        does(.entry(Entry(kind, model.entries.count)), on: page)
    }

    private func does(_ kind: VisitorEvent.Kind, on page: BrowserPage) {
        if page.visitor.hasScript {
            if page.isLive { tell(kind, on: page) }
        } else if !page.isBusy {
            page.isBusy = true
            _ = send(.post(VisitorEvent(kind: kind)), of: page)
        }
    }

    /// A thief steals the id of somebody's session, and tries to use it.
    private func steal(_ thief: Visitor) {
        let victims = visitors.filter { !$0.isThief && $0.jar.session != nil }
        if thief.pages.count > 1 || chance.happens(0.3), let page = chance.pick(thief.pages) { close(page) }
        if thief.jar.session == nil || chance.happens(0.2), let victim = chance.pick(victims) {
            thief.jar = Jar(session: victim.jar.session)
        }
        if thief.jar.session != nil { open(for: thief) }
    }

    func newName() -> PageID {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        while true {
            let name = (0..<22).map { _ in alphabet[chance.index(64)] }
            if let name = PageID(utf8: name) { return name }
        }
    }
}
