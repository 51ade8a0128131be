import ElmwoodPostgreSQL
import ElmwoodPostgreSQLTestSupport
import ElmwoodStorage
import ElmwoodTestSupport
import Synchronization
import Testing

/// A store, and what it was told.
final class Node: Sendable {
    let store: PostgreSQLSessionStore
    private let events = Mutex<[(node: NodeID, event: ClusterEvent)]>([])

    init(_ address: String, _ change: (inout ClusterSettings) -> Void = { _ in }) throws {
        var settings = ClusterSettings.patient
        change(&settings)
        store = try PostgreSQLSessionStore(address, settings)
    }

    /// Joins the nodes, and waits for that.
    func join() async throws {
        store.join { [weak self] node, events in self?.events.withLock { $0 += events.map { (node, $0) } } }
        await eventually("it has joined") { self.all == [.missed] }
        events.withLock { $0 = [] }
    }

    /// What it was told since it has joined.
    var all: [ClusterEvent] { events.withLock { $0.map(\.event) } }

    /// By whom it was told that.
    var tellers: [NodeID] { events.withLock { $0.map(\.node) } }

    /// What it was told of sessions, and no other sort of event.
    var saved: [(key: SessionKey, version: StoredVersion)] {
        all.compactMap { if case .saved(let key, let version) = $0 { (key, version) } else { nil } }
    }
}

extension SessionKey {
    /// A key of a new id.
    static var new: SessionKey { SessionKey(id: SessionID(), program: "/") }
}

extension StoredSession {
    init(_ version: StoredVersion, due: Int64? = nil) {
        self.init(version: version, model: [1, 2, 3], visitor: VisitorID(), created: 1, used: 1, due: due)
    }
}

extension PostgreSQLServer {
    /// A new schema, whose connections have that name.
    func makeSchema(named name: String) async throws -> String {
        try await makeSchema() + "&application_name=\(name)"
    }
}
