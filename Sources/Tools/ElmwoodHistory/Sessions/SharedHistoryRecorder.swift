import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import FoundationEssentials
import Synchronization

/// The histories of one shared program: one for each of its models.
package final class SharedHistoryRecorder<S: SharedProgram>: SharedHistories {
    package typealias Instance = SharedInstance<S>

    /// The record of one model.
    private struct Entry {
        var history: History<Instance>
        /// Identifies the model in memory: another one begins after it has ended, or was evicted.
        var identity: ObjectIdentifier
    }

    /// What one visitor's panels show of one model.
    private struct Look {
        /// The turn after which the model is shown; nil for the last one.
        var moment: Int?
        /// An imported history, which is shown in place of the model's own.
        var imported: History<Instance>?
    }

    private struct Looker: Hashable {
        let key: String
        let visitor: VisitorID
    }

    private struct State {
        /// The records of the models that have had a turn last, by their keys.
        var entries = LatestRecords<String, Entry>()
        var looks: [Looker: Look] = [:]
        /// Who looks, in the order in which they have begun.
        var lookers: [Looker] = []
        /// Counts all changes: see ``HistoryOverview/edition``.
        var edition = 0

        /// Stores the record of a model.
        mutating func put(_ entry: Entry, at key: String) {
            edition += 1
            entries.put(entry, at: key)
        }

        /// Sets what a visitor's panels show. If too many look, those who have begun first see the latest again.
        mutating func put(_ look: Look?, of looker: Looker) {
            edition += 1
            lookers.removeAll { $0 == looker }
            looks[looker] = look
            guard look != nil else { return }
            lookers.append(looker)
            while lookers.count > Self.limit { looks[lookers.removeFirst()] = nil }
        }

        private static var limit: Int { 20 }
    }

    private let program: S
    private let state = Mutex(State())
    fileprivate let histories: Histories
    private let now: @Sendable () -> Date

    package init(_ program: S, in histories: Histories, now: @escaping @Sendable () -> Date) {
        self.program = program
        self.histories = histories
        self.now = now
    }

    package var name: String { S.name }

    package func history(of address: SharedAddress) -> (any ProgramHistories)? {
        guard address.program == S.name, let key = S.Key(address.key),
            key.description.utf8.elementsEqual(address.key.utf8)
        else { return nil }
        return SharedHistory(recorder: self, address: address, instance: SharedInstance(program, at: key))
    }

    /// Records a transaction. It is called during the model's turn, and so in order.
    @Sendable package func observe(_ key: String, _ record: TurnRecord<Instance>) {
        guard let own = S.Key(key) else { return }
        let instance = SharedInstance(program, at: own)
        let turns = record.turns.map { HistoryTurn($0, of: record, by: instance, at: now()) }
        let isTaken = state.withLock { state in
            guard var entry = entry(for: record, at: key, in: state) else { return false }
            // If the entry remained in the table, the array of turns would be copied.
            state.entries[key] = nil
            for (turn, taken) in zip(turns, record.turns) { entry.history.append(turn, leadingTo: taken.model) }
            state.put(entry, at: key)
            return true
        }
        guard isTaken else { return }
        let address = SharedAddress(program: S.name, key: key)
        histories.changed(address, at: HistoryAddress.base(of: address))
    }

    /// Returns the record that a transaction continues; nil if it is that of a model which is known no more.
    private func entry(for record: TurnRecord<Instance>, at key: String, in state: State) -> Entry? {
        let identity = record.session.identity
        let known = state.entries[key]
        guard let start = record.start else { return known?.identity == identity ? known : nil }
        if case .restored = record.origin {
            // It was evicted, and has returned as it was.
            if var known, known.history.current == start.model {
                known.identity = identity
                return known
            }
            let saved = known == nil ? savedHistory(at: key, leadingTo: start.model) : nil
            return Entry(history: saved ?? History(start: start.model, commands: nil), identity: identity)
        }
        let commands = start.command.list.map { $0.printed.cut(to: 1_000) }
        return Entry(history: History(start: start.model, commands: commands), identity: identity)
    }

    private func savedHistory(at key: String, leadingTo model: Instance.Model) -> History<Instance>? {
        guard let own = S.Key(key) else { return nil }
        let name = "\(SharedAddress(program: S.name, key: key))"
        return histories.saved?.take(name, of: SharedInstance(program, at: own), leadingTo: model)
    }

    // MARK: Looking

    /// Returns the history that a visitor's panels show, with the moment; nil if there is none.
    fileprivate func shown(
        _ key: String,
        to visitor: VisitorID
    ) -> (history: History<Instance>, moment: Int?, isImport: Bool, edition: Int)? {
        state.withLock { state in
            let look = state.looks[Looker(key: key, visitor: visitor)]
            guard let history = look?.imported ?? state.entries[key]?.history else { return nil }
            // The moment may have been removed, or be of a model that has ended since.
            let moment = look?.moment.flatMap { (history.first..<history.last).contains($0) ? $0 : nil }
            return (history, moment, look?.imported != nil, state.edition)
        }
    }

    fileprivate func show(_ moment: Int?, of key: String, to visitor: VisitorID) {
        state.withLock { state in
            let looker = Looker(key: key, visitor: visitor)
            var look = state.looks[looker] ?? Look()
            look.moment = moment
            state.put(look, of: looker)
        }
    }

    fileprivate func show(_ imported: History<Instance>?, of key: String, to visitor: VisitorID) {
        state.withLock { $0.put(imported.map { Look(imported: $0) }, of: Looker(key: key, visitor: visitor)) }
    }
}

extension SharedHistoryRecorder: SavedRecorder {
    func save(in saved: SavedHistories) {
        for (key, entry) in state.withLock({ $0.entries.latest }).prefix(SavedHistories.limit) {
            guard let own = S.Key(key) else { continue }
            let name = "\(SharedAddress(program: S.name, key: key))"
            saved.save(entry.history, of: SharedInstance(program, at: own), as: name)
        }
    }
}

/// The history of one shared model. Each visitor looks at a moment of their own, which changes neither the model nor its pages.
struct SharedHistory<S: SharedProgram>: ProgramHistories {
    let recorder: SharedHistoryRecorder<S>
    let address: SharedAddress
    let instance: SharedInstance<S>

    var base: String { HistoryAddress.base(of: address) }
    var title: String { HistoryAddress.title(of: address) }
    var fileName: String { S.name }
    var shared: SharedAddress? { address }

    func hasRead(_ address: SharedAddress, _ visitor: VisitorID) -> Bool { false }

    /// A page that shows the model has restored it.
    func restoreIfStored(_ visitor: VisitorID) async {}

    private func shown(
        to visitor: VisitorID
    ) -> (history: History<SharedInstance<S>>, moment: Int?, isImport: Bool, edition: Int)? {
        guard recorder.histories.isShown(address, to: visitor) else { return nil }
        return recorder.shown(address.key, to: visitor)
    }

    private func history(shownTo visitor: VisitorID) throws(HistoryRefusal) -> History<SharedInstance<S>> {
        guard let shown = shown(to: visitor) else {
            throw HistoryRefusal("There is no history yet: nothing has happened.")
        }
        return shown.history
    }

    func overview(_ visitor: VisitorID, query: HistoryQuery) -> HistoryOverview? {
        guard let shown = shown(to: visitor) else { return nil }
        var overview = HistoryOverview(
            of: shown.history,
            by: instance,
            query: query,
            moment: shown.moment,
            edition: shown.edition,
            looker: visitor.publicName
        )
        overview.isImport = shown.isImport
        return overview
    }

    func show(_ number: Int, to visitor: VisitorID) throws(HistoryRefusal) {
        try history(shownTo: visitor).check(number, by: instance)
        recorder.show(number, of: address.key, to: visitor)
    }

    func resume(_ visitor: VisitorID) throws(HistoryRefusal) {
        throw HistoryRefusal("A shared model does not go back to an earlier moment: others use it.")
    }

    func showLatest(to visitor: VisitorID) {
        recorder.show(nil as Int?, of: address.key, to: visitor)
    }

    func export(_ visitor: VisitorID) throws(HistoryRefusal) -> [UInt8] {
        try history(shownTo: visitor).file(of: instance)
    }

    /// Shows the history of a file in place of the model's own, to that visitor alone.
    func replace(_ visitor: VisitorID, with json: [UInt8]) throws(HistoryRefusal) -> HistoryReport {
        guard recorder.histories.isShown(address, to: visitor) else {
            throw HistoryRefusal("None of your pages has read this model.")
        }
        let (history, report) = try History.read(json, of: instance)
        recorder.show(history, of: address.key, to: visitor)
        return report
    }

    func removeImport(_ visitor: VisitorID) {
        recorder.show(nil as History<SharedInstance<S>>?, of: address.key, to: visitor)
    }
}
