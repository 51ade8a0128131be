import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodSupervisor

/// The parts of a session, and what the heart itself has to remember between requests. Most sessions have nothing of it most of the time,
/// so it is an object of its own that is released when there is none. Accessed only under the session's lock.
///
/// This file is the only one that names all parts. The order is that in which they take a transaction.
final class SessionParts {
    var pages = PagePart()
    var tasks = TaskPart()
    var mail = Mail()
    var watchers = WatcherPart()
    var leases = LeasePart()
    var telling = TellingPart()
    var sources = SourcePart()

    /// The items that wait for their turn.
    var inbox: [Waiting] = []
    /// The number of waiting messages and posts, including those that a thread has removed from the inbox to run.
    var waiting = 0
    /// Work of turns that the store does not have yet, in their order.
    var outbox: [Outbox] = []
    /// The number of the store's answers that wait for the turn.
    var unsettled = 0
    /// The version whose content the store refuses; zero if there is none.
    var refusedVersion: UInt64 = 0
    // Truth values are together, so that no room is lost between larger ones.
    /// Whether a save is under way.
    var isBeingWritten = false
    /// Whether the subscriptions must be compared after the current turn.
    var isToCompare = false
    /// Whether another version was stored than the one that this node was about to replace.
    var isOvertaken = false
    /// Whether the session is being loaded again, since another node has stored it.
    var refreshes = Refreshing.none
    /// The shared model as it is stored, if its present value is not.
    @Rare var storedModel: AnyModel?
    /// The moment of the history that the session shows, in development.
    @Rare var pause: Pause?
    /// Identifies the visit that began the session, and the time until which its visitor may return without the session's id.
    var beginning: (key: FaultKey, end: Duration)?

    /// Whether a message may come that the visitor's requests have led to.
    var mayReceiveMessage: Bool { !mail.asked.isEmpty || tasks.pending.contains { $0.canProduceMessage } }

    func apply(_ plan: CommandPlan, _ cause: Cause) {
        pages.apply(plan, cause)
        tasks.apply(plan, cause)
        mail.apply(plan, cause)
        watchers.apply(plan, cause)
        leases.apply(plan, cause)
        telling.apply(plan, cause)
        sources.apply(plan, cause)
    }

    /// Returns what is stored beside the model.
    ///
    /// - Parameter node: this node; nil if the site has no nodes.
    func row(at now: Int64, by node: NodeID?) -> SessionRow {
        var row = SessionRow()
        pages.write(into: &row)
        tasks.write(into: &row)
        mail.write(into: &row)
        watchers.write(into: &row)
        leases.write(into: &row)
        telling.write(into: &row)
        sources.write(into: &row)
        row.due = lease(at: now)
        row.claim(tasks.pending, by: node, deferring: leases)
        return row
    }

    /// Continues with what is stored: see ``SessionPart/adopt(_:_:_:)``.
    ///
    /// - Returns: what is over.
    func adopt(_ row: StoredActivity, _ moment: AdoptionMoment) -> Over {
        var over = Over()
        pages.adopt(row, moment, &over)
        tasks.adopt(row, moment, &over)
        mail.adopt(row, moment, &over)
        watchers.adopt(row, moment, &over)
        leases.adopt(row, moment, &over)
        telling.adopt(row, moment, &over)
        sources.adopt(row, moment, &over)
        storedModel = nil
        return over
    }

    /// Removes and returns all running work, at the session's end.
    ///
    /// - Parameter isForGood: whether it ends permanently; otherwise it continues elsewhere, possibly without its last turns.
    func endAll(isForGood: Bool) -> Over {
        var over = Over(broadcasts: isForGood ? outbox.flatMap(\.broadcasts) : [])
        outbox = []
        pages.end(isForGood: isForGood, &over)
        tasks.end(isForGood: isForGood, &over)
        mail.end(isForGood: isForGood, &over)
        watchers.end(isForGood: isForGood, &over)
        leases.end(isForGood: isForGood, &over)
        telling.end(isForGood: isForGood, &over)
        sources.end(isForGood: isForGood, &over)
        return over
    }

    var isIdle: Bool {
        inbox.isEmpty && waiting == 0 && outbox.isEmpty && !isBeingWritten && !isOvertaken && refreshes == .none
            && refusedVersion == 0 && unsettled == 0 && storedModel == nil && pause == nil
            && pages.isIdle && tasks.isIdle && mail.isIdle && watchers.isIdle && leases.isIdle && telling.isIdle
            && sources.isIdle
    }

    /// Whether it has no work that would be lost by eviction, or that is due soon: see ``SessionPart/isEvictable(at:isStored:)``.
    func isEvictable(at now: Int64, isStored: Bool) -> Bool {
        inbox.isEmpty && waiting == 0 && outbox.isEmpty && !isBeingWritten && pause == nil
            && pages.isEvictable(at: now, isStored: isStored) && tasks.isEvictable(at: now, isStored: isStored)
            && mail.isEvictable(at: now, isStored: isStored) && watchers.isEvictable(at: now, isStored: isStored)
            && leases.isEvictable(at: now, isStored: isStored) && telling.isEvictable(at: now, isStored: isStored)
            && sources.isEvictable(at: now, isStored: isStored)
    }

    /// The work of a session at its end: what is cancelled, and what is still performed.
    struct Over {
        var tasks: [EffectTask] = []
        var sources: [Source] = []
        /// Saves, removals and broadcasts that have not begun. They preceded the session's end, and are made with its commit.
        var saving: [EffectTask] = []
        var broadcasts: [Broadcast] = []
        /// The functions that wake the streams of its pages, and what the pages watch.
        var wakes: [@Sendable () -> Void] = []
        var watches: [PageWatches] = []
    }

    /// Removes and returns the work up to a version that is stored.
    func openOutbox(upTo version: UInt64) -> [Outbox] {
        let due = outbox.prefix { $0.version <= version }
        outbox.removeFirst(due.count)
        return Array(due)
    }
}

/// Work of a turn that begins when the store has that version of the session.
struct Outbox {
    var version: UInt64
    var tasks: [EffectTask]
    var broadcasts: [Broadcast]
}

/// A payload for a topic.
typealias Broadcast = (topic: String, payload: Payload?)
