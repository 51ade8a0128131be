import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodSupervisor
import Synchronization

/// The pending work of a session between requests. Most sessions have none most of the time, so it is an object of its own that is
/// released when there is none. Accessed only under the session's lock.
final class Activity {
    /// Effects and delayed messages that are pending, and whose messages are still accepted.
    var tasks: [EffectTask] = []
    /// The items that wait for their turn.
    var inbox: [Waiting] = []
    /// The number of waiting messages and posts, including those that a thread has removed from the inbox to run.
    var waiting = 0
    /// The number of tasks that have not returned, including cancelled ones that ignore it.
    var runningTasks = 0
    /// Effects that have not begun, since too many cancelled tasks have not returned.
    var postponed: [EffectTask] = []
    /// Work of turns that the store does not have yet, in their order.
    var pending: [Pending] = []
    /// Whether a save is under way.
    var isBeingWritten = false
    /// Whether another process may be performing the stored durable effects.
    var defersEffects = false
    /// That node, if the site has nodes.
    var performer: NodeID?
    /// Whether the session is being loaded again, since another node has stored it.
    var refreshes = Refreshing.none
    /// Whether another version was stored than the one that this node was about to replace.
    var isOvertaken = false
    /// The running subscriptions. Changed only during a turn, or at the session's end.
    var sources: [Source] = []
    /// The check whether the visitor is present, if subscriptions run or the session is transient.
    var attentionCheck: ScheduledCall?
    /// When a page or its stream ended last, on the environment's clock.
    var left: Duration?
    // Truth values are together, so that no room is lost between larger ones.
    /// Whether the subscriptions must be compared after the current turn.
    var isToCompare = false
    /// Whether none of the watchers counts as gone yet, since the model was restored.
    var awaitsWatchers = false
    /// Whether the check is scheduled after which the next of the pages that were open counts as closed.
    var watchesRemembered = false
    /// The version whose content the store refuses; zero if there is none.
    var refusedVersion: UInt64 = 0
    /// The messages to and from others.
    var mail = Mail()
    /// The shared model as it is stored, if its present value is not.
    @Rare var storedModel: AnyModel?
    /// The watchers of whom a shared model was told.
    var told: [Watcher] = []
    /// The sequence of store operations; nil if there never were any.
    var storageLine: StorageLine?
    /// The visitor's open pages whose scripts are connected.
    var pages: [LivePage] = []
    /// A navigation that no request has received.
    var navigation: String?
    /// Commands that no page has received.
    var pageCommands: [PageCommand] = []
    /// What is told to the visitor once a page can show it.
    var waitingFlashes: [AddressedFlash] = []
    /// What pages were loaded with, for their scripts, which may connect soon.
    var shownFlashes: [AddressedFlash] = []
    /// Answers that were sent before the work of their requests has ended.
    var overdue: [OverdueAnswer] = []
    /// The addresses to which the redirects of posts return, for a program that is told of arrivals.
    var returns: [ExpectedReturn] = []
    /// Pages that were open and have not sent a request since: when the session was stored, or when there were too many.
    var remembered: [PageID: RememberedPage] = [:]
    /// Identifies the visit that began the session, and the time until which its visitor may return without the session's id.
    var beginning: (key: FaultKey, end: Duration)?
    /// The moment of the history that the session shows, in development.
    @Rare var pause: Pause?

    /// Whether a message may come that the visitor's requests have led to.
    var mayReceiveMessage: Bool { !mail.asked.isEmpty || tasks.contains { $0.canProduceMessage } }

    var isIdle: Bool {
        tasks.isEmpty && inbox.isEmpty && waiting == 0 && runningTasks == 0 && sources.isEmpty && pages.isEmpty
            && navigation == nil && pageCommands.isEmpty && pending.isEmpty && pause == nil
            && remembered.isEmpty && attentionCheck == nil && waitingFlashes.isEmpty && shownFlashes.isEmpty
            && returns.isEmpty && overdue.isEmpty && mail.isIdle && told.isEmpty && storedModel == nil
            && refreshes == .none && !isOvertaken && !isBeingWritten && refusedVersion == 0
    }

    /// The work of a session at its end: what is cancelled, and what is still performed.
    struct Over {
        var tasks: [EffectTask] = []
        var sources: [Source] = []
        /// Saves, removals and broadcasts that have not begun. They preceded the session's end, and are made with its commit.
        var saving: [EffectTask] = []
        var broadcasts: [Broadcast] = []
    }

    /// Removes and returns all running work, at the session's end.
    ///
    /// - Parameter isForGood: whether it ends permanently; otherwise it continues elsewhere, possibly without its last turns.
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

    /// Removes a task. Returns whether it was present.
    @discardableResult
    func remove(_ task: EffectTask) -> Bool {
        guard let place = tasks.firstIndex(where: { $0 === task }) else { return false }
        tasks.remove(at: place)
        return true
    }
}

/// Work of a turn that begins when the store has that version of the session.
struct Pending {
    var version: UInt64
    var tasks: [EffectTask]
    var broadcasts: [Broadcast]
}

/// A page that the redirect of a post leads back to.
struct ExpectedReturn {
    /// The address of the page.
    var address: String
    /// When the post was answered, in milliseconds since 1970.
    var date: Int64

    /// The most that a session expects.
    static let limit = 8

    /// Whether it is expected no longer: a browser follows a redirect sooner.
    func isOver(at now: Int64) -> Bool { now - date > AddressedFlash.waitingTime }
}

/// A payload for a topic.
typealias Broadcast = (topic: String, payload: Payload?)

/// An item that waits for its turn in a session.
enum Waiting: Sendable {
    /// A request that arrived during another turn.
    case request(@Sendable (borrowing SessionTurn) -> Void)
    /// A message, and its source if that can still be cancelled.
    case message(AnyMessage, EffectTask?)
    /// A message that is attributed to a visitor's request.
    case sent(AnyMessage, RequestOrigin)
    /// An effect or a delayed message has ended, after all of its messages.
    case finished(EffectTask, (any Error)?)
    /// A message of another program, or the answer to one.
    indirect case delivered(WaitingMessage)
    /// A timer has ticked, or a topic has a payload.
    case signal(Source, Payload?)
    /// An event of a page without a request.
    case page(PageEvent)
    /// The store has a version of the session.
    indirect case stored(SessionSave, areDelivered: Bool)
    /// The messages that were read from the store for the batch of that name; nil if they could not be read.
    case fetched([WaitingMessage]?, as: UInt64)
    /// Messages that this process has just stored.
    case received([SentMessage])
    /// An operation that no message causes.
    case work(@Sendable (borrowing SessionTurn) -> Void)
    /// The subscriptions must be compared, since the visitor has come or gone.
    case checkSubscriptions

    /// Whether it counts towards the limit. An end adds nothing, and operations from outside are not messages.
    var isCounted: Bool {
        switch self {
        case .request, .message, .sent, .signal, .page: true
        case .delivered, .finished, .stored, .fetched, .received, .work, .checkSubscriptions: false
        }
    }
}
