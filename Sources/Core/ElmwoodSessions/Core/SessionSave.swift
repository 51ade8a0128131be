import ElmwoodArchitecture
import ElmwoodStorage

/// The save of a session: what the store is to do, and what its answer is about, so that nothing has to be remembered in between.
///
/// An object, since it is large and passed through many functions.
final class SessionSave: Sendable {
    let write: SessionWrite
    let key: SessionKey
    /// What is saved.
    let saved: SavedState
    /// What the other nodes are told if it is stored; nil if that is nothing beside the save.
    let told: NodeMessage?

    var version: StoredVersion { saved.version }
    /// Whether the session was never stored.
    var isFirst: Bool { saved.former == nil }
    var row: SessionRow { saved.row }
    /// Whether it removes messages that the session has applied.
    var appliesMessages: Bool { row.mail.applied.contains { !$0.isAside } }

    init(of saved: consuming SavedState, at key: SessionKey, _ write: SessionWrite, told: NodeMessage?) {
        self.write = write
        self.key = key
        self.saved = saved
        self.told = told
    }
}

/// What is stored of a session beside its model. Parts change only with the version, so that is what they had in it.
struct SessionRow: Sendable {
    var activity = StoredActivity()
    /// The messages that the save sends, and those that it removes.
    var mail = Mail.Row()
    /// When another process may take over the pending work if this one has not done it, in milliseconds since 1970. Until then the durable
    /// effects are leased to this process.
    var due: Int64?
    /// Durable effects of a former process that the save claims: they begin once it is stored.
    var claimed: [EffectTask] = []
}

/// A session's state as the writer takes it, in one piece.
struct SavedState: Sendable {
    let id: SessionID
    let visitor: VisitorID
    let version: StoredVersion
    /// The version that it replaces; nil if the session was never stored.
    let former: StoredVersion?
    let model: AnyModel
    let row: SessionRow
    let isEnding: Bool
}

extension SessionCore.State {
    /// Returns what the writer stores.
    ///
    /// - Parameters:
    ///   - token: tells the version from another process's of the same number.
    ///   - node: this node; nil if the site has no nodes.
    func saved(token: UInt64, at now: Int64, by node: NodeID?) -> SavedState {
        SavedState(
            id: id,
            visitor: visitor,
            version: StoredVersion(version, token: token),
            former: stored,
            model: parts?.pause?.latest ?? model,
            row: parts?.row(at: now, by: node) ?? SessionRow(),
            isEnding: life == .ending
        )
    }

    /// Takes note that the store has the save: answers and streams wait for that, and the next save has nothing of it again. What else follows
    /// changes the session's parts, and waits for the turn.
    ///
    /// - Returns: whether anything else follows.
    mutating func stored(_ save: SessionSave) -> Bool {
        stored = save.version
        guard let parts else { return false }
        (parts.isBeingWritten, parts.refusedVersion) = (false, 0)
        parts.mail.remove(save.row.mail)
        if parts.storedModel != nil { parts.storedModel = version == save.version.number ? nil : save.saved.model }
        guard
            !parts.outbox.isEmpty || !save.row.mail.isEmpty || parts.mail.fetching != .none
                || !save.row.claimed.isEmpty || !parts.watchers.isIdle
        else { return false }
        parts.unsettled += 1
        return true
    }
}
