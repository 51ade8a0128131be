import ElmwoodStorage

extension SessionID {
    /// Whether it precedes the other in an arbitrary but fixed order.
    func precedes(_ other: SessionID) -> Bool { words < other.words }
}

/// Which sessions in memory belong to whom: those of an identified account, and those of a visitor of whom there may be several.
///
/// A visitor who has saved nothing cannot be recognized by another request. Their one session has no entry.
struct SessionOwners {
    private struct Owners {
        var visitor: VisitorID?
        var account: String?

        var all: [SessionOwner] { [visitor.map { .visitor($0) }, account.map { .account($0) }].compactMap(\.self) }
        var isEmpty: Bool { visitor == nil && account == nil }
    }

    private var sessions: [SessionOwner: Set<SessionID>] = [:]
    private var owners: [SessionID: Owners] = [:]

    /// Records the visitor of a session.
    mutating func record(_ visitor: VisitorID, of id: SessionID) { change(id) { $0.visitor = visitor } }

    /// Records the account of a session; nil for none.
    mutating func identify(_ id: SessionID, as account: String?) { change(id) { $0.account = account } }

    /// Records that a session has another id.
    mutating func rename(_ id: SessionID, to successor: SessionID) {
        guard let former = owners[id] else { return }
        remove(id)
        change(successor) { $0 = former }
    }

    mutating func remove(_ id: SessionID) { change(id) { $0 = Owners() } }

    /// Whether the visitor of a session is recorded.
    func hasVisitor(_ id: SessionID) -> Bool { owners[id]?.visitor != nil }

    func account(of id: SessionID) -> String? { owners[id]?.account }

    /// Returns the ids of an owner's sessions, in a defined order.
    func sessions(of owner: SessionOwner) -> [SessionID] {
        (sessions[owner] ?? []).sorted { $0.precedes($1) }
    }

    private mutating func change(_ id: SessionID, _ change: (inout Owners) -> Void) {
        let former = owners[id] ?? Owners()
        var new = former
        change(&new)
        owners[id] = new.isEmpty ? nil : new
        for owner in former.all {
            sessions[owner]?.remove(id)
            if sessions[owner]?.isEmpty ?? false { sessions[owner] = nil }
        }
        for owner in new.all { sessions[owner, default: []].insert(id) }
    }
}
