import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

// What views read, and the properties that it must have.

extension Simulation {
    func planChange() {
        guard database.rows > 0, !isQuiet else { return }
        scheduler.add(.site(.changes), after: chance.number(0...configuration.reads.interval))
    }

    /// A row changes from outside. The processes may be told of it, each at its own time.
    func change() {
        guard !isQuiet else { return }
        planChange()
        let row = chance.index(database.rows)
        database.change(row)
        note("row \(row) changes to \(database.version(of: row))")
        guard chance.happens(configuration.reads.tells) else { return }
        let running = processes.keys.sorted()
        // One node is told, which tells the others.
        let told = hasNodes ? chance.pick(running).map { [$0] } ?? [] : running
        for process in told {
            scheduler.add(.site(.told(row: row)), in: process, after: latency())
        }
    }

    /// A process is told that a row has changed.
    func tell(_ row: Int, in process: Int) {
        guard let registry = processes[process]?.registry else { return }
        note("process \(process) is told of row \(row)")
        if hasNodes { registry.changed(RowRead.topic(row)) } else { registry.reads.changed(RowRead.topic(row)) }
        database.noteTold(row, in: process)
    }

    func plan(of page: BrowserPage) -> ReadingPlan {
        zip(SiteAddress.programs, configuration.plans).first { $0.0 == page.address.program }?.1 ?? []
    }

    func describe(_ shown: Shown) -> String {
        shown.inOrder.map { "\($0.read.isTold ? "row" : "untold row") \($0.read.row) \($0.row)" }.joined(
            separator: ", "
        )
    }

    // MARK: Always

    /// A process shows a document, which must not be older than its request.
    func checkFresh(_ shown: Shown, to request: SentRequest) {
        guard let process = request.process else { return }
        let moment = request.moment
        for (read, row) in shown.inOrder {
            guard let version = row.version, moment.current.indices.contains(read.row) else { continue }
            let current = moment.current[read.row]
            guard read.isTold else {
                expect(version >= current, "row \(read.row) is shown at \(version), and was \(current) at the request")
                continue
            }
            let told = moment.told.indices.contains(read.row) ? moment.told[read.row] : 0
            expect(version >= told, "row \(read.row) is shown at \(version), and \(told) was told before the request")
            guard version < current else { continue }
            let replaced = database.replacement(of: read.row, version, in: process)
            let age = replaced.map { moment.time - $0 }
            // The answer of a process that has ended arrives nowhere.
            guard processes[process] != nil else { continue }
            expect(
                age.map { $0 <= read.maximumAge.inMicroseconds } ?? false,
                "row \(read.row) is shown at \(version), which was replaced \(age.map { "\($0 / 1_000) ms" } ?? "long") ago"
            )
        }
    }

    /// A page never shows an older version of a row than before, as long as one process serves it.
    func checkOrder(of shown: Shown, on page: BrowserPage) {
        if page.versionsProcess != page.process { page.versions = [:] }
        page.versionsProcess = page.process
        for (read, row) in shown.inOrder {
            guard let version = row.version else { continue }
            let former = page.versions[read] ?? 0
            expect(
                version >= former || !isOrdered || hasNodes,
                "page \(page.number) shows row \(read.row) at \(version), and has shown \(former)"
            )
            page.versions[read] = version
        }
    }

    // MARK: At the end

    /// Changes all rows, and tells the process that serves the pages of it in one of the ways that there are.
    func changeAll() {
        guard database.rows > 0, let current else { return }
        let entries = openPages.filter { !$0.visitor.isThief && $0.visitor.hasScript && $0.isLive }
        for row in 0..<database.rows { database.change(row) }
        note("all rows change")
        if chance.happens(0.5), let page = chance.pick(entries), let number = page.model?.entries.count {
            press(.announce, on: page)
            pass(.seconds(2))
            let row = page.visitor.jar.session.flatMap { truth.rows[page.address.key($0)] }
            // Otherwise the page was outdated, and its message was refused.
            if row?.model.entries.contains(Entry(.announce, number).code) ?? false { return }
        }
        for row in 0..<database.rows { tell(row, in: current) }
    }

    /// Whether so few sessions may be in memory that each request evicts another visitor's.
    var isCrowded: Bool { configuration.limits.sessions <= 10 }

    /// Waits until all pages show rows as they have to be, at most for as long as a failed read is not tried again.
    func waitForRows(_ isRight: (RowRead, ShownRow) -> Bool) {
        func showsRight(_ page: BrowserPage) -> Bool {
            guard page.isLoaded, !page.isBusy, let shown = page.shown else { return page.visitor.mayHaveLost }
            guard page.visitor.hasScript, !page.visitor.mayHaveLost, !isSetBack(page) else { return true }
            return shown.rows.allSatisfy { !$0.key.isTold || isRight($0.key, $0.value) }
        }
        for _ in 0..<80 where database.rows > 0 && !openPages.allSatisfy(showsRight) { pass(.seconds(1)) }
    }

    /// Changes all rows, and tells the process that serves the pages of it while no row can be read. They are read again later.
    func failAll() {
        guard database.rows > 0, let current else { return }
        database.beginFailure()
        for row in 0..<database.rows {
            database.change(row)
            tell(row, in: current)
        }
        pass(.seconds(2))
        database.endFaults()
    }

    /// Whether reads are refused without end: the sessions of open pages evict each other, each stream that begins again reads its
    /// values again, and hardly any read may wait for another.
    private var refusesReads: Bool { isCrowded && configuration.limits.waitingReads < 10 }

    /// An open page with a connection shows what is current.
    func checkRows(_ page: BrowserPage) {
        guard page.visitor.hasScript, page.isLive, !page.visitor.mayHaveLost, !isSetBack(page), !refusesReads,
            let shown = page.shown
        else { return }
        for (read, row) in shown.inOrder where read.isTold {
            let version = database.version(of: read.row)
            expect(page.wantsStream, "page \(page.number) shows row \(read.row), and has no stream")
            expect(
                row == .version(version),
                "page \(page.number) shows row \(read.row) as \(row), and its version is \(version)"
            )
        }
    }

    /// No value is kept that no open page shows.
    func checkKept() {
        guard database.rows > 0, let current, processes[current] != nil else { return }
        let served = hasNodes ? processes.keys.sorted() : [current]
        var count: Int { served.reduce(0) { $0 + (processes[$1]?.registry.reads.count ?? 0) } }
        for page in openPages { close(page) }
        // A page with a stream that did not say that it has closed counts as open for a while, and one without a stream until its
        // session is evicted.
        for time in [1, 4, 4, 4, 4, 4] as [Int64] where count > 0 { pass(.seconds(time)) }
        let isEvicted = configuration.limits.memoryLife <= .seconds(2)
        guard isEvicted || !configuration.plans.contains(where: { $0.contains(.asks) }) else { return }
        for _ in 0..<30 where count > 0 { pass(.seconds(50)) }
        expect(count == 0, "\(count) values are kept, and no page is open")
    }
}

// MARK: Places

extension Simulation {
    /// Whether a process serves a stream of a page of that session, which it does not evict for want of room.
    func isOpen(_ key: SessionKey, in process: Int, _ truth: Truth) -> Bool {
        !isCrowded
            && openPages.contains { page in
                guard let stream = page.stream.flatMap({ streams[$0] }), stream.process == process,
                    page.isLive, page.address.path == key.path, let session = stream.session
                else { return false }
                // Newcomers who open several pages at once get an id with each: a stream is one of the session that it was opened with.
                return truth.isSame(session, key.id)
            }
    }

    /// A session was removed as one of too many places: what its visitor has written there is lost.
    func forget(_ key: SessionKey) {
        for visitor in visitors {
            guard let id = visitor.jar.session, truth.isSame(id, key.id) else { continue }
            visitor.acknowledged[key.path] = nil
            visitor.seenModels[key.path] = nil
            for page in visitor.pages where page.address.path == key.path { page.forgetShown() }
        }
    }
}
