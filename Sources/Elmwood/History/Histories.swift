import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// The histories of a site's sessions, in development: who may see which, and of which programs there are some.
///
/// What a panel knows of its visitor is a name that is made for it, never the visitor's id: that opens what is stored.
package final class Histories: Sendable {
    private struct State {
        var keepers: [any HistoryKeeping] = []
        var visitors: [String: VisitorID] = [:]
        var names: [VisitorID: String] = [:]
        /// The session of the visitor's last request of a panel.
        var sessions: [VisitorID: SessionID] = [:]
        /// The visitors, the one who came longest ago first.
        var order: [VisitorID] = []
    }

    private let state = Mutex(State())
    private let registry: SessionRegistry

    /// How many visitors there are at most; beyond it the one who came longest ago is forgotten.
    static let limit = 200

    init(registry: SessionRegistry) {
        self.registry = registry
    }

    /// Adds the histories of a program.
    func add(_ keeper: some HistoryKeeping) {
        state.withLock { $0.keepers.append(keeper) }
    }

    /// The histories of the programs, in the order of their addresses.
    var keepers: [any HistoryKeeping] {
        state.withLock { $0.keepers }.sorted { $0.base < $1.base }
    }

    /// The histories of the program at that address.
    func keeper(at base: String) -> (any HistoryKeeping)? {
        state.withLock { $0.keepers }.first { $0.base == base }
    }

    // MARK: Visitors

    /// The name under which panels know a visitor, who has just come.
    func name(of visitor: VisitorID, session: SessionID?) -> String {
        state.withLock { state in
            if let session { state.sessions[visitor] = session }
            if let name = state.names[visitor] {
                if state.order.last != visitor {
                    state.order.removeAll { $0 == visitor }
                    state.order.append(visitor)
                }
                return name
            }
            let name = VisitorID().text
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

    /// The visitor of that name, or nil where nobody has it.
    func visitor(named name: String) -> VisitorID? {
        state.withLock { $0.visitors[name] }
    }

    /// The session in which the visitor looks at panels.
    func session(of visitor: VisitorID) -> SessionID? {
        state.withLock { $0.sessions[visitor] }
    }

    // MARK: Telling

    /// The topic on which a visitor's panels are told of what is new.
    static func topic(of name: String) -> String { "elmwood history \(name)" }

    /// Tells the visitor's panels that there is something new in the history of the program at that address.
    func changed(_ visitor: VisitorID, at base: String) {
        guard let name = state.withLock({ $0.names[visitor] }) else { return }
        registry.tell(base, on: Self.topic(of: name))
    }
}

/// The histories of one program, whatever program it is.
protocol HistoryKeeping: Sendable {
    /// Where the program is mounted.
    var base: String { get }
    /// The name of the program's type.
    var title: String { get }

    /// Brings the visitor's session back from the store, where it is there alone: since the server was started again, say.
    func bringBack(_ visitor: VisitorID) async
    /// What there is to see of a visitor's history; nil where there is none.
    func look(_ visitor: VisitorID, wish: HistoryWish) -> HistoryLook?
    /// Has the program's pages show the moment after that turn.
    func show(_ number: Int, to visitor: VisitorID) throws(HistoryRefusal)
    /// Goes on from the moment that is shown: what came later is dropped.
    func resume(_ visitor: VisitorID) throws(HistoryRefusal)
    /// Goes on from where the session was before.
    func showLatest(to visitor: VisitorID)
    /// The history as a file.
    func export(_ visitor: VisitorID) throws(HistoryRefusal) -> [UInt8]
    /// Puts a history from a file in the place of the visitor's, and its last model in the place of the session's.
    func replace(_ visitor: VisitorID, with json: [UInt8]) throws(HistoryRefusal) -> HistoryReport
}

/// Why something cannot be done with a history, in one sentence.
struct HistoryRefusal: Error, Codable, Equatable, CustomStringConvertible {
    let description: String
    /// What is wrong in particular, a sentence each.
    let problems: [String]

    init(_ description: String, problems: [String] = []) {
        self.description = description
        self.problems = problems
    }
}
