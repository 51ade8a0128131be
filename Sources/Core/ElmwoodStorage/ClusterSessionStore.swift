/// A session store that several nodes share: equal processes of one site, on one machine or on several. Through it, each learns what
/// the others do.
///
/// ```swift
/// store.join { node, events in
///     for case .saved(let key, _) in events { … }
/// }
/// ```
public protocol ClusterSessionStore: SessionStore {
    /// Joins the nodes: from then on the function is called with what other nodes commit.
    ///
    /// It is called once for each commit, one call at a time, and soon after it. Of two commits that have changed the same session,
    /// the one that was first is told first. What this node commits itself is not told to it.
    ///
    /// The first event is ``ClusterEvent/missed``, by this node, once it is connected: what it has loaded before may be old.
    ///
    /// - Parameter receive: Receives what one commit of another node has changed. It must return soon: further events wait for it.
    func join(_ receive: @escaping @Sendable (_ node: NodeID, [ClusterEvent]) -> Void)

    /// Tells the other nodes that this one ends. It is told nothing any more, and can still commit.
    func leave() async

    /// This node.
    var node: NodeID { get }

    /// The position of the latest commit, in the order of all nodes' commits, that this node has made or loaded.
    ///
    /// It counts a commit once ``SessionStore/commit(_:)`` has returned, and a session that was loaded, with what all nodes had
    /// committed by then, once ``SessionStore/load(_:)`` has: a node may load what it is told of later. Positions never decrease. Zero if
    /// it has committed and loaded nothing yet.
    var position: UInt64 { get }

    /// The position up to which this node was told of all commits of others.
    ///
    /// What a node shows is no newer than the greater of its ``position`` and this. A node whose number is at least that one's shows
    /// nothing that is older.
    var received: UInt64 { get }
}

/// A node, by a random number that it has from its start to its end.
public typealias NodeID = UInt64

/// What another node has committed, as far as it concerns what a node has in memory.
public enum ClusterEvent: Equatable, Sendable {
    /// The session or shared model has that version.
    case saved(SessionKey, version: StoredVersion)
    /// That session was removed or set aside, or that shared model has ended.
    case removed(SessionKey)
    /// The sessions of that id were removed, of all programs.
    case ended(SessionID)
    /// Another id has replaced that one.
    case renewed(SessionID, SessionRenewal)
    /// The account of the sessions of that id has changed; nil for none.
    case identified(SessionID, as: String?)
    /// Messages wait for that session or shared model.
    case sent(to: SessionKey)
    /// The node has told the others something: ``SessionWrite/tell(_:_:)``.
    case told(topic: String, body: [UInt8])
    /// The node has ended, or was silent for five seconds. It is told once, unless the node goes on after a silence.
    case left
    /// Anything may have happened, by any node: what was told is no longer available, or the store is another one since a fail-over.
    case missed
}
