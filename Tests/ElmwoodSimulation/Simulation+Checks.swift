import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodViewTree

// The properties that must always hold.

extension Simulation {
    // MARK: Shown models

    /// Returns what a view shows that has that revision; nil if no process has rendered it.
    func shown(by revision: Revision) -> Shown? {
        for shown in views.take() {
            if let revision = self.revision(of: shown) { catalogue[revision] = shown }
        }
        return catalogue[revision]
    }

    private func revision(of shown: Shown) -> Revision? {
        let source = DatabaseConnection(database, scheduler, process: -1)
        let program = Ledger(
            shares: false,
            listens: false,
            plan: shown.plan,
            source: source,
            rows: database.rows,
            views: ViewNotes(),
            meanwhile: {}
        )
        // A page that is not live never shows that something is missing.
        var page = Page(isLive: true, notices: shown.notices)
        page.add(shown.rows.compactMap { $1.value(of: $0, from: source) })
        let rendering = try? Rendering.render { try program.view(shown.model, on: page).html }
        return rendering?.revision
    }

    /// A page shows a new model, which has to include the stored part of what it showed before.
    func shows(_ page: BrowserPage, _ shown: Shown) {
        let model = shown.model
        page.shown = shown
        note("page \(page.number) shows turn \(model.turns), \(model.entries.count) entries, \(describe(shown))")
        checkOrder(of: shown, on: page)
        guard !page.visitor.isThief, isOrdered else { return }
        // Between a renewal and its answer the visitor's other pages have the former id, which is invalid.
        guard scheduler.now > page.visitor.renews else {
            page.forgetShown()
            return
        }
        // What a stream shows sets no cookie: see `checkSeen`.
        if let former = page.stored, !hasNodes, !page.visitor.mayHaveLost, page.visitor.isSettled {
            expect(model.includes(former), "page \(page.number) goes back from turn \(former.turns) to \(model.turns)")
        }
        let key = page.visitor.jar.session.map(page.address.key)
        guard let row = key.flatMap({ truth.rows[$0] })?.model, let first = model.entries.first,
            first == row.entries.first, Entry(code: first)?.kind == .wrote
        else { return }
        if row.includes(model) {
            page.stored = model
        } else if isStoreSure, !hasBegunTwice(first) {
            fail("page \(page.number) shows turn \(model.turns), and \(row.turns) are stored")
        }
    }

    /// Whether a newcomer's first event arrived twice, and began two sessions. A page may then show one of them while the browser
    /// has the other one's cookie.
    private func hasBegunTwice(_ first: Int) -> Bool {
        truth.rows.values.count { $0.model.entries.first == first } > 1
    }

    /// A process has shown a model to a client with that id, which has to be one that no renewal has invalidated.
    func checkShown(_ model: Ledger.Model?, under session: SessionID?) {
        // An id that is not stored yet is known only to the browser that gets it.
        guard let model, truth.knows(session) else { return }
        let renewals = model.entries.count { Entry(code: $0)?.kind == .renew }
        expect(renewals <= truth.renewals(of: session), "an id that was renewed has opened the session")
    }

    // MARK: Acknowledgements

    /// A process acknowledges an event, which has to be stored.
    func checkAcknowledged(
        _ request: SentRequest,
        by session: SessionID?,
        refused: [UInt64],
        upTo last: UInt64 = .max
    ) {
        // Answers that arrive late or twice are read by nobody.
        guard !request.isFinished, request.isAwaited, !request.page.isClosed else { return }
        for event in request.events where !refused.contains(event.sequence) && event.sequence <= last {
            guard let entry = event.entry, entry.kind == .wrote else { continue }
            let isStored = truth.written.contains(entry.number) || request.visitor.hasEnded
            expect(isStored, "\(entry.number) was acknowledged, and is not stored")
        }
    }

    /// A browser has received acknowledgements of events.
    func acknowledge(_ events: [VisitorEvent], by page: BrowserPage) {
        for event in events {
            guard let entry = event.entry else { continue }
            if entry.kind == .end { page.visitor.hasEnded = true }
            if entry.kind == .renew { page.visitor.unheard = 0 }
            guard entry.kind == .wrote, let id = page.visitor.jar.session else { continue }
            let key = page.address.key(id)
            // If a newcomer has two sessions at once, and the browser forgets one, its entries are lost to the visitor.
            guard let row = truth.rows[key], row.model.entries.contains(entry.code) else { continue }
            page.visitor.acknowledged[page.address.path, default: []].append(entry.code)
            page.visitor.isSettled = true
        }
    }

    // MARK: At the end

    /// Ends all faults, and lets all pending work finish. Then pages have to show what is stored.
    func settle() {
        note("quiet")
        isQuiet = true
        quietTime = scheduler.now
        configuration.store.fails = 0
        configuration.store.lies = 0
        configuration.store.hangs = 0
        configuration.spreads = configuration.spreads && hasNodes
        database.endFaults()
        for number in processes.keys.sorted() where scheduler.isStopped(number) { goOn(number) }
        for thief in visitors where thief.isThief { for page in thief.pages { close(page) } }
        pass(.seconds(3))
        if route() == nil || !isOrdered { start() }
        // If requests went to all processes, each one may have sessions that another has renewed or changed: none of them
        // continues.
        if !isOrdered { current = processes.keys.max() }
        handOverAllButCurrent()
        for page in openPages {
            if page.isHidden { hide(page) }
            wake(page)
        }
        pass(.seconds(2))
        // One may have begun since.
        handOverAllButCurrent()
        pass(.seconds(23))
        // A page of an overtaken process learns of this with the next turn.
        for page in openPages {
            write(on: page)
            pass(.seconds(1))
        }
        // Visitors without script have no connection that keeps their sessions in memory while this runs.
        for page in openPages where !page.visitor.hasScript { press(.look, on: page) }
        pass(.seconds(25) + 2 * configuration.skew)
        failAll()
        // Failed reads are tried again after a minute at the latest.
        waitForRows { [database] read, row in row == .version(database.version(of: read.row)) }
        for page in openPages { checkRows(page) }
        changeAll()
        waitForRows { [database] read, row in row == .version(database.version(of: read.row)) }
        guard fault == nil else { return }
        waitForNodes()
        // Where sessions are evicted all the time, pages ask for what is new, and the answer with the last turn may be on its way.
        for _ in 0..<10 where isCrowded && !openPages.allSatisfy(showsLastTurn) {
            pass(.milliseconds(500))
            waitForRows { [database] read, row in row == .version(database.version(of: read.row)) }
        }
        for page in openPages { checkAtRest(page) }
        for visitor in visitors where !visitor.isThief { checkAtRest(visitor) }
        for page in openPages { checkRows(page) }
        checkKept()
        checkWatchers()
        expect(truth.shared.lost == nil, "\(truth.shared.lost ?? 0) was sent to a board, and has not arrived")
    }

    /// The board has been told who watches it.
    private func checkWatchers() {
        // Where sessions are evicted all the time, somebody may have gone just now.
        guard configuration.shares, !isCrowded else { return }
        if hasNodes { return checkWatchersOfNodes() }
        guard let registry = current.flatMap({ processes[$0] })?.registry else { return }
        var present: Set<Watcher> { Set(registry.watchers(of: Board.watched)) }
        var told: Set<Watcher> { registry.sharedModel(at: Board.watched, as: Board.self)?.watchers ?? [] }
        // Somebody may have gone just now.
        if told != present { pass(.seconds(1)) }
        expect(told == present, "the board knows of \(told), and \(present) watch it")
        checkCount(of: present)
    }

    /// All nodes know who watches the board, and it was told of them.
    private func checkWatchersOfNodes() {
        func present(_ process: Int) -> Set<Watcher>? {
            (processes[process]?.registry.watchers(of: Board.watched)).map { Set($0) }
        }
        var told: Set<Watcher> { truth.shared.watchers[Board.watched.key] ?? [] }
        for _ in 0..<20 where !processes.keys.allSatisfy({ present($0) == told }) { pass(.seconds(1)) }
        for process in processes.keys.sorted() {
            guard let present = present(process) else { continue }
            expect(told == present, "the board knows of \(told), and for process \(process) \(present) watch it")
            checkCount(of: present)
        }
    }

    private func checkCount(of present: Set<Watcher>) {
        // A visitor is one watcher, however many pages are open, if the view of one of them reads anything. The server may not have
        // noticed that others have gone.
        let open = openPages.filter {
            $0.visitor.hasScript && $0.isLoaded && plan(of: $0) != [] && !$0.visitor.mayHaveLost
        }
        let visitors = Set(open.map(\.visitor.index)).count
        expect(present.count >= visitors, "\(visitors) visitors have pages open, and \(present.count) watch")
    }

    /// A process does not know what other processes do: only one continues.
    private func handOverAllButCurrent() {
        for number in processes.keys.sorted() where number != current && !hasNodes { processes[number].map(handOver) }
    }

    var openPages: [BrowserPage] { visitors.flatMap(\.pages) }

    private func checkAtRest(_ page: BrowserPage) {
        // A visitor who lost the answer to a renewal is refused for a minute.
        let isAtRest = page.isLoaded && !page.isBusy && page.queue.isEmpty
        let isExcused = page.visitor.mayHaveLost || isCrowded && plan(of: page) != []
        expect(isAtRest || isExcused, "page \(page.number) does not come to rest")
        guard page.visitor.hasScript, let row = row(of: page) else { return }
        checkClock(of: row, on: page)
        expect(
            showsLastTurn(page),
            "page \(page.number) shows turn \(page.model?.turns ?? -1), and its session has had \(row.model.turns)"
        )
    }

    private func row(of page: BrowserPage) -> Truth.Row? {
        page.visitor.jar.session.flatMap { truth.rows[page.address.key($0)] }
    }

    /// Whether a page shows what is stored of its session, or cannot be expected to.
    private func showsLastTurn(_ page: BrowserPage) -> Bool {
        guard page.visitor.hasScript, let row = row(of: page) else { return true }
        // A session that retains fewer pages than are open forgets each of them for another, and reads its values again.
        let others = page.visitor.pages.count { $0.address == page.address }
        let isForgotten = others > configuration.limits.pages && plan(of: page) != []
        let isLeftToStream = page.wasTold && !page.wantsStream
        return page.model == row.model || page.visitor.mayHaveLost || isForgotten || isLeftToStream || isSetBack(page)
    }

    private func checkAtRest(_ visitor: Visitor) {
        guard !visitor.mayHaveLost, let id = visitor.jar.session else { return }
        let addresses = SiteAddress.paths + (0..<configuration.places).map { SiteAddress.place($0) }
        for address in addresses {
            let row = truth.rows[address.key(id)]
            let entries = row?.model.entries ?? []
            // A model that is too large takes no message.
            let isFull = row.map { $0.size > truth.modelSize } ?? false
            for code in visitor.acknowledged[address.path] ?? [] {
                expect(
                    entries.contains(code),
                    "\(Entry(code: code).map { "\($0)" } ?? "") was acknowledged and is lost"
                )
            }
            for entry in entries.compactMap({ Entry(code: $0) }) where !isFull {
                switch entry.kind {
                // If very few sessions may be in memory, an effect is cancelled repeatedly, because other sessions need the room.
                case .charge where !isCrowded:
                    let isDone = [Entry.Kind.charged, .failed].contains {
                        entries.contains(Entry($0, entry.number).code)
                    }
                    expect(isDone, "the durable effect \(entry.number) has not come to its end")
                case .wrote where configuration.shares && Board.isAsked(entry.number):
                    let isAnswered = entries.contains(Entry(.answered, entry.number).code)
                    expect(isAnswered, "nobody has told what came of \(entry.number)")
                case .remind:
                    expect(entries.contains(Entry(.reminded, entry.number).code), "reminder \(entry.number) is lost")
                default: break
                }
            }
        }
    }
}
