import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// The histories of a site's sessions, in development: which visitor may see which, and the programs that have histories.
///
/// A panel knows its visitor by a name that is made for it, never by the visitor's id, which gives access to stored values.
package final class Histories: Sendable {
    private struct State {
        var recorders: [any ProgramHistories] = []
        /// The histories of the latest places of programs that are mounted at patterns.
        var places: [any ProgramHistories] = []
        var visitors: [String: VisitorID] = [:]
        var names: [VisitorID: String] = [:]
        /// The histories of shared programs, by their names.
        var shared: [String: any SharedHistories] = [:]
        /// The session of the visitor's last request for a panel.
        var sessions: [VisitorID: SessionID] = [:]
        /// The visitors, in the order of their last visit, oldest first.
        var order: [VisitorID] = []
        /// The visitors who have a token, and perhaps nothing else; the latest.
        var introduced: Set<VisitorID> = []
        var introductions: [VisitorID] = []
        /// Where a former process has saved histories, and this one does.
        var saved: SavedHistories?
    }

    private let state = Mutex(State())
    let registry: SessionRegistry

    /// The most visitors; beyond it the one with the oldest visit is removed.
    package static let limit = 200

    package init(registry: SessionRegistry) {
        self.registry = registry
    }

    /// Adds the histories of a program.
    ///
    /// - Parameter isPlace: whether it is at one of the places of a pattern. Only the latest hundred of these are retained.
    package func add(_ recorder: some ProgramHistories, isPlace: Bool = false) {
        state.withLock { state in
            guard isPlace else { return state.recorders.append(recorder) }
            state.places.append(recorder)
            if state.places.count > 100 { state.places.removeFirst() }
        }
    }

    /// The histories of the programs that are mounted at a path, ordered by their addresses.
    package var recorders: [any ProgramHistories] {
        state.withLock { $0.recorders }.sorted { $0.base < $1.base }
    }

    /// Returns the histories of the program at that address.
    package func recorder(at base: String) -> (any ProgramHistories)? {
        state.withLock { $0.recorders + $0.places }.first { $0.base == base }
    }

    var saved: SavedHistories? {
        get { state.withLock { $0.saved } }
        set { state.withLock { $0.saved = newValue } }
    }

    /// All that have histories.
    var everyRecorder: [any SavedRecorder] {
        state.withLock { state in
            (state.recorders + state.places).compactMap { $0 as? any SavedRecorder }
                + state.shared.values.compactMap { $0 as? any SavedRecorder }
        }
    }

    // MARK: Shared models

    /// Adds the histories of a shared program.
    package func add(shared histories: some SharedHistories) {
        state.withLock { $0.shared[histories.name] = histories }
    }

    /// Returns the history of a shared model; nil if the site does not share the program, or the text is no key of it.
    package func recorder(of address: SharedAddress) -> (any ProgramHistories)? {
        state.withLock { $0.shared[address.program] }?.history(of: address)
    }

    /// Whether a visitor may see the history of a shared model: their pages have read it.
    func isShown(_ address: SharedAddress, to visitor: VisitorID) -> Bool {
        state.withLock { $0.recorders + $0.places }.contains { $0.hasRead(address, visitor) }
    }

    // MARK: Visitors

    /// Returns the name by which panels know a visitor, and records the visit.
    package func name(of visitor: VisitorID, session: SessionID?) -> String {
        state.withLock { state in
            if let session { state.sessions[visitor] = session }
            if let name = state.names[visitor] {
                if state.order.last != visitor {
                    state.order.removeAll { $0 == visitor }
                    state.order.append(visitor)
                }
                return name
            }
            let name = SessionToken().text
            state.names[visitor] = name
            state.visitors[name] = visitor
            state.order.append(visitor)
            while state.order.count > Self.limit {
                let gone = state.order.removeFirst()
                if let name = state.names.removeValue(forKey: gone) { state.visitors[name] = nil }
                state.sessions[gone] = nil
            }
            return name
        }
    }

    /// Records that a browser receives the first token of a new visitor. The latest thousand are remembered.
    package func introduce(_ visitor: VisitorID) {
        state.withLock { state in
            guard state.introduced.insert(visitor).inserted else { return }
            state.introductions.append(visitor)
            if state.introductions.count > 1_000 { state.introduced.remove(state.introductions.removeFirst()) }
        }
    }

    /// Whether a browser has received the first token of that visitor.
    package func isIntroduced(_ visitor: VisitorID) -> Bool { state.withLock { $0.introduced.contains(visitor) } }

    /// Returns the visitor with that name, or nil if there is none.
    package func visitor(named name: String) -> VisitorID? {
        state.withLock { $0.visitors[name] }
    }

    /// Returns the session in which the visitor uses panels.
    package func session(of visitor: VisitorID) -> SessionID? {
        state.withLock { $0.sessions[visitor] }
    }

    // MARK: Notifications

    /// Returns the topic on which a visitor's panels are notified of changes.
    package static func topic(of name: String) -> String { "elmwood history \(name)" }

    /// Returns the topic on which the panels of a shared model are notified of changes.
    package static func topic(of address: SharedAddress) -> String { "elmwood shared history \(address)" }

    /// Notifies the panels of a shared model that its history has changed.
    func changed(_ address: SharedAddress, at base: String) {
        registry.broadcast(base, on: Self.topic(of: address))
    }

    /// Notifies the visitor's panels that the history of the program at that address has changed.
    package func changed(_ visitor: VisitorID, at base: String) {
        guard let name = state.withLock({ $0.names[visitor] }) else { return }
        registry.broadcast(base, on: Self.topic(of: name))
    }
}

/// Saves its histories when the process ends.
protocol SavedRecorder {
    func save(in saved: SavedHistories)
}

/// The histories of a shared program's models, independent of the program's type.
package protocol SharedHistories: Sendable {
    /// The shared program's name.
    var name: String { get }
    /// Returns the history of a model; nil if the address names no model.
    func history(of address: SharedAddress) -> (any ProgramHistories)?
}

/// The histories of one program, independent of the program's type.
package protocol ProgramHistories: Sendable {
    /// The path at which the program is mounted.
    var base: String { get }
    /// The name of the program's type.
    var title: String { get }
    /// What the name of an exported file begins with.
    var fileName: String { get }
    /// The shared model; nil if these are histories of visitors' sessions. Looking at one of its moments changes nothing for others.
    var shared: SharedAddress? { get }

    /// Loads the visitor's session if it is only in the store, such as after a restart of the server.
    func restoreIfStored(_ visitor: VisitorID) async
    /// Returns an overview of a visitor's history; nil if there is none.
    func overview(_ visitor: VisitorID, query: HistoryQuery) -> HistoryOverview?
    /// Makes the program's pages show the moment after that turn.
    func show(_ number: Int, to visitor: VisitorID) throws(HistoryRefusal)
    /// Resumes from the shown moment: later turns are removed.
    func resume(_ visitor: VisitorID) throws(HistoryRefusal)
    /// Makes the program's pages follow the session again.
    func showLatest(to visitor: VisitorID)
    /// Whether the pages of the visitor's session have read a shared model.
    func hasRead(_ address: SharedAddress, _ visitor: VisitorID) -> Bool
    /// Returns the history as a file.
    func export(_ visitor: VisitorID) throws(HistoryRefusal) -> [UInt8]
    /// Shows a shared model's own history again in place of an imported one.
    func removeImport(_ visitor: VisitorID)
    /// Replaces the visitor's history with one from a file, and the session's model with its last model.
    func replace(_ visitor: VisitorID, with json: [UInt8]) throws(HistoryRefusal) -> HistoryReport
}

extension ProgramHistories {
    package var shared: SharedAddress? { nil }
    package var fileName: String { title }
    package func removeImport(_ visitor: VisitorID) {}
}

/// Why an action on a history failed, in one sentence.
package struct HistoryRefusal: Error, Codable, Equatable, CustomStringConvertible {
    package let description: String
    /// The particular problems, a sentence each.
    package let problems: [String]

    package init(_ description: String, problems: [String] = []) {
        self.description = description
        self.problems = problems
    }
}

extension History {
    /// Checks that the model after a turn is known.
    func check(_ number: Int, by program: P) throws(HistoryRefusal) {
        do { _ = try model(after: number, by: program) } catch { throw HistoryRefusal("\(error)") }
    }

    /// Returns the history as a file.
    func file(of program: P) throws(HistoryRefusal) -> [UInt8] {
        do {
            return try HistoryFile(self, of: program).json()
        } catch {
            throw HistoryRefusal("A model of this history cannot be written as JSON: \(error)")
        }
    }

    /// Returns the history of a file, and what has become of it.
    static func read(_ json: [UInt8], of program: P) throws(HistoryRefusal) -> (History, HistoryReport) {
        let reading: HistoryReading<P>
        do {
            reading = HistoryReading(try HistoryFile(json: json), with: program)
        } catch {
            throw HistoryRefusal(error.description)
        }
        guard let history = reading.history else { throw HistoryRefusal(reading) }
        return (history, HistoryReport(reading, count: history.count))
    }
}
