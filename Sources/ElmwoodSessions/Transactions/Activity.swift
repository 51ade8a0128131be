import ElmwoodArchitecture
import ElmwoodSupervisor
import Synchronization

/// What is under way in a session between requests. Most sessions have none of it most of the time, so it stands apart from the
/// session and is dropped when nothing is under way. Touched under the session's lock alone.
final class Activity {
    /// Effects and delayed messages that are under way, and whose messages are still taken.
    var tasks: [EffectTask] = []
    /// What waits for its turn.
    var inbox: [Waiting] = []
    /// How many messages and posts wait, those included that a thread has taken out of the inbox to carry out.
    var waiting = 0
    /// Tasks that have not returned, those included that were cancelled and do not heed it.
    var runningTasks = 0
    /// Effects whose task is not begun yet, since too many cancelled ones have not returned.
    var postponed: [EffectTask] = []
    /// What turns have asked for that the store does not have yet, in their order.
    var pending: [Pending] = []
    /// Durable effects of a former process that the current commit claims: they begin once that is done.
    var claimed: [EffectTask] = []
    /// Until when the current commit keeps other processes from the durable effects, in milliseconds since 1970.
    var leasedUntil: Int64?
    /// Whether another process may be at the durable effects that were stored.
    var restsEffects = false
    /// The subscriptions that run. Only who has the turn changes them, or the session's end.
    var sources: [Source] = []
    /// Looks whether anybody still looks, where subscriptions run or the session is transient.
    var attentionCheck: ScheduledCall?
    /// When a page or its stream went last, on the environment's clock.
    var left: Duration?
    /// Whether the subscriptions are to be compared once the current turn is done.
    var isToCompare = false
    /// What is to be stored and loaded, one after the other; nil where nothing ever was.
    var storageLine: StorageLine?
    /// The pages that the visitor has open, and whose scripts are connected.
    var pages: [LivePage] = []
    /// A path that was navigated to when no request was there to be told.
    var navigation: String?
    /// What a page is to do that no page was there to be told.
    var pageCommands: [PageCommand] = []
    /// Pages that were open and have not asked since: when the session was stored, or when they were too many.
    var remembered: [PageID: RememberedPage] = [:]
    /// Whether it is being waited for the time after which the next of them counts as closed.
    var watchesRemembered = false
    /// Identifies the visit that the session has begun with, and until when its visitor may come again as a newcomer.
    var beginning: (key: FaultKey, end: Duration)?
    /// The session stands still at a moment of its history, in development.
    var pause: Pause?

    var isIdle: Bool {
        tasks.isEmpty && inbox.isEmpty && waiting == 0 && runningTasks == 0 && sources.isEmpty && pages.isEmpty
            && navigation == nil && pageCommands.isEmpty && pending.isEmpty && pause == nil
            && remembered.isEmpty && attentionCheck == nil
    }

    /// What is over with the session, and what is done all the same.
    struct Over {
        var tasks: [EffectTask] = []
        var sources: [Source] = []
        /// What was to be saved and removed, and told, once the turns that have asked for it were stored: they are acknowledged, and the
        /// session's end has come after them.
        var saving: [EffectTask] = []
        var broadcasts: [Broadcast] = []
    }

    /// Takes out all that runs: the session ends.
    ///
    /// - Parameter isForGood: else it lives on elsewhere, maybe without its last turns.
    func endAll(isForGood: Bool) -> Over {
        defer {
            tasks = []
            postponed = []
            sources = []
            pending = []
        }
        attentionCheck?.cancel()
        attentionCheck = nil
        let saving = isForGood ? tasks.filter { $0.changesStorage && !$0.isStarted } : []
        return Over(
            tasks: tasks.filter { task in !saving.contains { $0 === task } },
            sources: sources,
            saving: saving,
            broadcasts: isForGood ? pending.flatMap(\.broadcasts) : []
        )
    }

    /// Returns whether it was there.
    @discardableResult
    func remove(_ task: EffectTask) -> Bool {
        guard let place = tasks.firstIndex(where: { $0 === task }) else { return false }
        tasks.remove(at: place)
        return true
    }
}

/// What a turn has asked for that begins once the store has that version of the session.
struct Pending {
    var version: UInt64
    var tasks: [EffectTask]
    var broadcasts: [Broadcast]
}

/// What is to be told on a topic.
typealias Broadcast = (topic: String, payload: Payload)

/// What waits for its turn in a session.
enum Waiting: Sendable {
    /// A request that came during another turn.
    case request(@Sendable (borrowing SessionTurn) -> Void)
    /// A message, and what it comes from where that can still be cancelled.
    case message(AnyMessage, EffectTask?)
    /// A message that a visitor's request is to have brought.
    case sent(AnyMessage, RequestOrigin)
    /// An effect or a delayed message has come to its end, and after all of its messages.
    case finished(EffectTask, (any Error)?)
    /// A clock has ticked, or something was told on a topic.
    case told(Source, Payload?)
    /// What happened to a page with no request.
    case page(PageEvent)
    /// What is done to the session from outside of its program, in development.
    case work(@Sendable (borrowing SessionTurn) -> Void)
    /// The subscriptions are to be compared: somebody looks again, or nobody does any more.
    case look

    /// Whether it counts among what waits: an end brings nothing new, and what is done from outside is no message.
    var isCounted: Bool {
        switch self {
        case .request, .message, .sent, .told, .page: true
        case .finished, .work, .look: false
        }
    }
}
