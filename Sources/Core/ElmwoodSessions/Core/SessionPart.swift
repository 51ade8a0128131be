import ElmwoodArchitecture
import ElmwoodStorage

/// A feature of a session. It owns its state: other rooms use it by its functions only.
///
/// What a row has of it changes only in a transaction, so that it is stored with the version that it belongs to. None of these functions
/// runs code of the program, waits, or calls another part. ``SessionParts`` lists the parts, and calls each of them.
protocol SessionPart {
    /// Takes what a transaction means for it. The transaction counts already, so nothing can fail.
    mutating func apply(_ plan: CommandPlan, _ cause: Cause)
    /// Adds what is stored of it.
    func write(into row: inout SessionRow)
    /// Continues with what is stored: by a former process, or by another node. What is over by that is ended with no lock held.
    mutating func adopt(_ row: StoredActivity, _ moment: AdoptionMoment, _ over: inout SessionParts.Over)
    /// The session is over in this process.
    mutating func end(isForGood: Bool, _ over: inout SessionParts.Over)
    /// Whether a session without it would be the same.
    var isIdle: Bool { get }
    /// Whether eviction to the store would lose nothing.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - isStored: whether sessions are stored; otherwise nothing outlives the session in memory.
    func isEvictable(at now: Int64, isStored: Bool) -> Bool
}

extension SessionPart {
    mutating func apply(_ plan: CommandPlan, _ cause: Cause) {}
    func write(into row: inout SessionRow) {}
    mutating func adopt(_ row: StoredActivity, _ moment: AdoptionMoment, _ over: inout SessionParts.Over) {}
    mutating func end(isForGood: Bool, _ over: inout SessionParts.Over) {}
    func isEvictable(at now: Int64, isStored: Bool) -> Bool { isIdle }
}

/// When a session continues with what is stored.
struct AdoptionMoment {
    /// On the environment's clock.
    let time: Duration
    /// In milliseconds since 1970.
    let date: Int64
    /// How much later than it is due a delayed message is sent, since another node may send it in time.
    let grace: Duration
    let bits: @Sendable () -> UInt64
    /// This node; nil if the site has no nodes.
    let node: NodeID?

    init(in registry: SessionRegistry) {
        time = registry.environment.now()
        date = registry.millisecondsSince1970
        grace = registry.nodes.grace
        bits = registry.environment.bits
        node = registry.nodes.id
    }
}
