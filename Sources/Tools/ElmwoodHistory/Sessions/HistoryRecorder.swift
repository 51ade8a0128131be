import ElmwoodArchitecture
import FoundationEssentials
import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// The histories of one program: one for each visitor.
package final class HistoryRecorder<P: Program>: ProgramHistories {
    /// The record of one visitor's session.
    private struct Entry {
        var history: History<P>
        var session: SessionReference<P>
        /// The turn after which the model is shown; nil if the pages follow the session.
        var moment: Int?
        /// What the views of the last model read.
        var reads: ModelReads?
        /// The shared models that its pages have read.
        var shared: Set<SharedAddress> = []
        /// The last patches of its pages, the newest first.
        var patches: [HistoryOverview.Patch] = []
        /// The paths of the pages that patches were made for.
        var paths: Set<String> = []

        /// What the last change of the model was, in words.
        var lastTurn: String {
            if let moment { return "the moment after turn \(moment)" }
            guard let turn = history[history.last] else { return "the start" }
            return "turn \(history.last): \(turn.title.cut(to: 100))"
        }
    }

    private struct State {
        /// The records of the visitors who have had a turn last.
        var entries = LatestRecords<VisitorID, Entry>()
        weak var sessions: SessionHost?
        /// Counts all changes: see ``HistoryOverview/edition``.
        var edition = 0

        /// Returns the record of a session that begins, or is loaded from the store. If its history ends with the session's model,
        /// it continues.
        ///
        /// - Parameter saved: the history that a former process has saved of it.
        func begin(_ record: TurnRecord<P>, _ start: Start<P>, after saved: History<P>?) -> Entry {
            guard case .restored = record.origin else {
                let commands = start.command.list.map { $0.printed.cut(to: 1_000) }
                return Entry(history: History(start: start.model, commands: commands), session: record.session)
            }
            if let visitor = record.session.visitor, var known = entries[visitor], known.history.current == start.model
            {
                known.session = record.session
                known.moment = nil
                return known
            }
            return Entry(history: saved ?? History(start: start.model, commands: nil), session: record.session)
        }

        /// Stores the record of a visitor's session.
        mutating func put(_ entry: Entry, of visitor: VisitorID) {
            edition += 1
            entries.put(entry, at: visitor)
        }
    }

    package let base: String
    private let program: P
    private let state = Mutex(State())
    private let histories: Histories
    private let now: @Sendable () -> Date

    package init(_ program: P, at base: String, in histories: Histories, now: @escaping @Sendable () -> Date) {
        self.program = program
        self.base = base
        self.histories = histories
        self.now = now
    }

    package var title: String { "\(P.self)" }

    /// Sets the host of the program's sessions.
    package func connect(_ sessions: SessionHost) {
        state.withLock { $0.sessions = sessions }
    }

    // MARK: Recording

    /// Records a transaction. It is called during the session's turn, and so in order.
    @Sendable package func observe(_ record: TurnRecord<P>) {
        guard let visitor = record.session.visitor else { return }
        let turns = record.turns.map { HistoryTurn($0, of: record, by: program, at: now()) }
        let saved = savedHistory(of: record, visitor)
        let isTaken = state.withLock { state in
            var entry: Entry
            if let start = record.start {
                entry = state.begin(record, start, after: saved)
            } else {
                // Of several sessions of a visitor, only the one that began last has a history.
                guard let known = state.entries[visitor], known.session.identity == record.session.identity else {
                    return false
                }
                entry = known
            }
            // If the entry remained in the table, the array of turns would be copied.
            state.entries[visitor] = nil
            for (turn, taken) in zip(turns, record.turns) { entry.history.append(turn, leadingTo: taken.model) }
            entry.reads = record.reads
            state.put(entry, of: visitor)
            return true
        }
        guard isTaken else { return }
        noteReads(record.reads, of: visitor)
        histories.changed(visitor, at: base)
    }

    private func savedHistory(of record: TurnRecord<P>, _ visitor: VisitorID) -> History<P>? {
        guard case .restored = record.origin, let start = record.start, let saved = histories.saved,
            state.withLock({ $0.entries[visitor] == nil })
        else { return nil }
        return saved.take(fileName(of: visitor), of: program, leadingTo: start.model)
    }

    private func fileName(of visitor: VisitorID) -> String { "\(base) \(visitor.bytes)" }

    /// Records a patch of an open page. One that changes nothing is not listed, but its page may be new.
    @Sendable package func observe(_ patch: PatchReport) {
        let date = now()
        let isNews = state.withLock { state in
            guard var entry = state.entries[patch.visitor], entry.session.identity == patch.session else {
                return false
            }
            let isNewPath = entry.paths.count < 100 && !entry.paths.contains(patch.path)
            guard isNewPath || !patch.isEmpty else { return false }
            // If the entry remained in the table, its arrays would be copied.
            state.entries[patch.visitor] = nil
            entry.paths.insert(patch.path)
            if !patch.isEmpty {
                entry.patches.insert(HistoryOverview.Patch(patch, turn: entry.lastTurn, at: date), at: 0)
                if entry.patches.count > Self.listedPatches { entry.patches.removeLast() }
            }
            state.edition += 1
            state.entries[patch.visitor] = entry
            return true
        }
        if isNews { histories.changed(patch.visitor, at: base) }
    }

    /// The number of patches that are listed.
    private static var listedPatches: Int { 10 }

    /// Records from now on what the views of the visitor's last model read.
    private func noteReads(_ reads: ModelReads?, of visitor: VisitorID) {
        reads?.receive { [weak self, weak reads] values in
            guard let self else { return }
            let hasChanged = self.state.withLock { state in
                // A page may still show a model that has been replaced since.
                guard var entry = state.entries[visitor], let reads, entry.reads === reads else { return false }
                state.entries[visitor] = nil
                defer { state.entries[visitor] = entry }
                if entry.shared.count < 100 { entry.shared.formUnion(values.compactMap(\.request.shared)) }
                guard entry.history.note(values.filter { reads.isLatest($0) }, at: entry.history.last) else {
                    return false
                }
                state.edition += 1
                return true
            }
            if hasChanged { self.histories.changed(visitor, at: self.base) }
        }
    }

    // MARK: Looking

    package func restoreIfStored(_ visitor: VisitorID) async {
        let (known, host) = host(of: visitor)
        guard let host, known?.model == nil, let id = histories.session(of: visitor) else { return }
        await host.restoreIfStored(id)
    }

    /// Returns the visitor's session, if known, and the host of the program's sessions.
    private func host(of visitor: VisitorID) -> (SessionReference<P>?, SessionHost?) {
        state.withLock { ($0.entries[visitor]?.session, $0.sessions) }
    }

    package func hasRead(_ address: SharedAddress, _ visitor: VisitorID) -> Bool {
        state.withLock { $0.entries[visitor]?.shared.contains(address) ?? false }
    }

    private func entry(of visitor: VisitorID) throws(HistoryRefusal) -> Entry {
        guard let entry = state.withLock({ $0.entries[visitor] }) else {
            throw HistoryRefusal("There is no history yet: nothing has happened.")
        }
        return entry
    }

    package func overview(_ visitor: VisitorID, query: HistoryQuery) -> HistoryOverview? {
        let (known, edition) = state.withLock { ($0.entries[visitor], $0.edition) }
        guard let entry = known else { return nil }
        let names = entry.history.reads.names
        var overview = HistoryOverview(
            of: entry.history,
            by: program,
            query: query,
            moment: entry.moment,
            edition: edition,
            isAlive: entry.session.model != nil
        )
        overview.patches = entry.patches
        overview.pages = HistoryOverview.CheckedPage.all(of: entry.session)
        overview.shared = entry.shared.filter { names.contains("\($0)") }.sorted { "\($0)" < "\($1)" }
        return overview
    }

    // MARK: Moments

    package func show(_ number: Int, to visitor: VisitorID) throws(HistoryRefusal) {
        let entry = try entry(of: visitor)
        guard entry.session.model != nil else {
            throw HistoryRefusal("The session has ended: its moments can be looked at in an import alone.")
        }
        try entry.history.check(number, by: program)
        // The turn may be removed or replaced before the session's turn begins.
        entry.session.pause(
            showing: self.model(after: number, of: visitor),
            reading: RecordedReads(self.history(of: visitor)?.reads.latest(at: number) ?? [:])
        ) {
            self.change(visitor) { $0.moment = number }
        }
    }

    private func history(of visitor: VisitorID) -> History<P>? { state.withLock { $0.entries[visitor]?.history } }

    private func model(after number: Int, of visitor: VisitorID) -> P.Model? {
        try? history(of: visitor)?.model(after: number, by: program)
    }

    package func resume(_ visitor: VisitorID) throws(HistoryRefusal) {
        let entry = try entry(of: visitor)
        if let moment = entry.moment { try entry.history.check(moment, by: program) }
        // During the session's turn the history does not change, and the moment is the one that the pages show: another may have
        // been shown since the check above.
        entry.session.resume(fromHere: true) { [program] reads in
            guard let known = self.state.withLock({ $0.entries[visitor] }), let moment = known.moment else { return }
            var history = known.history
            try? history.drop(after: moment, by: program)
            self.change(visitor) { entry in
                entry.history = history
                entry.moment = nil
                entry.reads = reads
            }
            self.noteReads(reads, of: visitor)
        }
    }

    package func showLatest(to visitor: VisitorID) {
        guard let entry = try? entry(of: visitor), entry.moment != nil else { return }
        entry.session.resume(fromHere: false) { reads in
            // It has resumed already.
            guard let reads else { return }
            self.change(visitor) { entry in
                entry.moment = nil
                entry.reads = reads
            }
            self.noteReads(reads, of: visitor)
        }
    }

    private func change(_ visitor: VisitorID, _ change: (inout Entry) -> Void) {
        state.withLock { state in
            guard var entry = state.entries[visitor] else { return }
            change(&entry)
            state.edition += 1
            state.entries[visitor] = entry
        }
        histories.changed(visitor, at: base)
    }

    // MARK: Files

    package func export(_ visitor: VisitorID) throws(HistoryRefusal) -> [UInt8] {
        try entry(of: visitor).history.file(of: program)
    }

    package func replace(_ visitor: VisitorID, with json: [UInt8]) throws(HistoryRefusal) -> HistoryReport {
        let (history, report) = try History.read(json, of: program)
        put(history, in: visitor)
        return report
    }

    /// Gives the session the history's model or, if there is no session, begins one with it.
    private func put(_ history: History<P>, in visitor: VisitorID) {
        let (known, host) = host(of: visitor)
        let put: @Sendable (SessionReference<P>, ModelReads?) -> Void = { session, reads in
            self.state.withLock { $0.put(Entry(history: history, session: session, reads: reads), of: visitor) }
            self.noteReads(reads, of: visitor)
            self.histories.changed(visitor, at: self.base)
        }
        if let known, known.model != nil {
            known.resume(fromHere: false)
            known.replace(history.current) { put(known, $0) }
        } else if let host {
            let id = histories.session(of: visitor)
            let session = host.register(history.current, as: P.self, under: id, visitor: visitor)
            // The turns of the new session before this one are discarded, together with the history that they began.
            session.replace(history.current) { put(session, $0) }
        }
    }
}

extension HistoryRecorder: SavedRecorder {
    func save(in saved: SavedHistories) {
        for (visitor, entry) in state.withLock({ $0.entries.latest }).prefix(SavedHistories.limit) {
            saved.save(entry.history, of: program, as: fileName(of: visitor))
        }
    }
}
