import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

// The properties that must always hold.

extension Simulation {
    /// How long a process may be silent before another one takes its effects over.
    private static let lease: Microseconds = .seconds(5)

    // MARK: Shown models

    /// Returns the model whose view has that revision; nil if no process has rendered it.
    func model(of revision: Revision) -> Ledger.Model? {
        for model in views.take() {
            for isLive in [false, true] {
                if let revision = self.revision(of: model, isLive: isLive) { catalogue[revision] = model }
            }
        }
        _ = views.take()
        return catalogue[revision]
    }

    func revision(of model: Ledger.Model, isLive: Bool) -> Revision? {
        let program = Ledger(listens: false, views: ViewNotes()) {}
        let rendering = try? Rendering.render { program.view(model, on: Page(isLive: isLive)).html }
        return rendering?.revision
    }

    /// A page shows a new model, which has to include the stored part of what it showed before.
    func shows(_ page: BrowserPage, _ model: Ledger.Model) {
        page.model = model
        note("page \(page.number) shows turn \(model.turns), \(model.entries.count) entries")
        guard !page.visitor.isThief, isOrdered else { return }
        // Between a renewal and its answer the visitor's other pages have the former id, which is invalid.
        guard scheduler.now > page.visitor.renews else {
            page.stored = nil
            return
        }
        if let former = page.stored, !page.visitor.mayHaveLost, page.visitor.isSettled {
            expect(model.includes(former), "page \(page.number) goes back from turn \(former.turns) to \(model.turns)")
        }
        let key = page.visitor.jar.session.map { SessionKey(id: $0, program: SimulatedProcess.names[page.program]) }
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
            let key = SessionKey(id: id, program: SimulatedProcess.names[page.program])
            // If a newcomer has two sessions at once, and the browser forgets one, its entries are lost to the visitor.
            guard let row = truth.rows[key], row.model.entries.contains(entry.code) else { continue }
            page.visitor.acknowledged[page.program].append(entry.code)
            page.visitor.isSettled = true
        }
    }

    // MARK: Durable effects

    /// A durable effect has begun.
    func check(_ performance: EffectWatch.Performance) {
        note("process \(performance.process) begins effect \(performance.number)")
        guard performance.isDurable else { return }
        expect(truth.attempts.contains(performance.attempt), "a durable effect has begun before it was stored")
        // Leases are dates: if clocks differ by more than a lease, a process takes another's lease for expired.
        guard let key = performance.key, 2 * configuration.skew < Self.lease else { return }
        for other in performance.others where processes[other] != nil {
            let heard = truth.heard[key]?[other] ?? -.seconds(1_000)
            expect(
                scheduler.now - heard >= Self.lease,
                "processes \(other) and \(performance.process) are at one durable effect"
            )
        }
    }

    // MARK: At the end

    /// Ends all faults, and lets all pending work finish. Then pages have to show what is stored.
    func settle() {
        note("quiet")
        isQuiet = true
        configuration.store.fails = 0
        configuration.store.lies = 0
        configuration.store.hangs = 0
        configuration.spreads = false
        for number in processes.keys.sorted() where scheduler.isStopped(number) { goOn(number) }
        for thief in visitors where thief.isThief { for page in thief.pages { close(page) } }
        pass(.seconds(3))
        if route() == nil || !isOrdered { start() }
        // If requests went to all processes, each one may have sessions that another has renewed or changed: none of them
        // continues.
        if !isOrdered { current = processes.keys.max() }
        // A process does not know what other processes do.
        for number in processes.keys.sorted() where number != current { processes[number].map(handOver) }
        for page in openPages {
            if page.isHidden { hide(page) }
            wake(page)
        }
        pass(.seconds(25))
        // A page of an overtaken process learns of this with the next turn.
        for page in openPages {
            write(on: page)
            pass(.seconds(1))
        }
        pass(.seconds(25) + 2 * configuration.skew)
        guard fault == nil else { return }
        for page in openPages { checkAtRest(page) }
        for visitor in visitors where !visitor.isThief { checkAtRest(visitor) }
    }

    private var openPages: [BrowserPage] { visitors.flatMap(\.pages) }

    private func checkAtRest(_ page: BrowserPage) {
        // A visitor who lost the answer to a renewal is refused for a minute.
        let isAtRest = page.isLoaded && !page.isBusy && page.queue.isEmpty
        expect(isAtRest || page.visitor.mayHaveLost, "page \(page.number) does not come to rest")
        guard let id = page.visitor.jar.session else { return }
        let key = SessionKey(id: id, program: SimulatedProcess.names[page.program])
        guard let row = truth.rows[key], page.visitor.hasScript else { return }
        expect(
            page.model == row.model || page.visitor.mayHaveLost,
            "page \(page.number) shows turn \(page.model?.turns ?? -1), and its session has had \(row.model.turns)"
        )
    }

    private func checkAtRest(_ visitor: Visitor) {
        guard !visitor.mayHaveLost, let id = visitor.jar.session else { return }
        for (program, name) in SimulatedProcess.names.enumerated() {
            let entries = truth.rows[SessionKey(id: id, program: name)]?.model.entries ?? []
            for code in visitor.acknowledged[program] {
                expect(
                    entries.contains(code),
                    "\(Entry(code: code).map { "\($0)" } ?? "") was acknowledged and is lost"
                )
            }
            for entry in entries.compactMap({ Entry(code: $0) }) {
                switch entry.kind {
                // If very few sessions may be in memory, an effect is cancelled repeatedly, because other sessions need the room.
                case .charge where configuration.limits.sessions > 10:
                    let isDone = [Entry.Kind.charged, .failed].contains {
                        entries.contains(Entry($0, entry.number).code)
                    }
                    expect(isDone, "the durable effect \(entry.number) has not come to its end")
                case .remind:
                    expect(entries.contains(Entry(.reminded, entry.number).code), "reminder \(entry.number) is lost")
                default: break
                }
            }
        }
    }
}
