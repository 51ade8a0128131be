import Architecture
import Synchronization

/// What goes on in a session between requests. Most sessions have none of it most of the time, so it stands apart from the
/// session and is let go of when nothing goes on. Touched under the session's lock alone.
final class Activity<P: Program> {
    /// Effects and delayed messages that go on, and whose messages are still taken.
    var runs: [Run<P>] = []
    /// What waits for its turn.
    var inbox: [Waiting<P>] = []
    /// How many messages and posts wait, those included that a thread has taken out of the inbox to carry out.
    var waiting = 0
    /// Tasks that have not returned, those included that were cancelled and do not heed it.
    var tasks = 0
    /// Effects whose task is not begun yet, since too many cancelled ones have not returned.
    var postponed: [Run<P>] = []
    /// The subscriptions that run. Only who has the turn changes them, or the session's end.
    var sources: [Source<P>] = []
    /// Looks whether anybody still looks, where subscriptions run.
    var lookout: ScheduledCall?
    /// Whether the subscriptions are to be compared once the turn that goes on is done.
    var isToCompare = false
    /// What is to be stored and loaded, one after the other; nil where nothing ever was.
    var storageLine: StorageLine<P>?
    /// The pages that the visitor has open, and whose scripts are connected.
    var pages: [LivePage<P>] = []
    /// A path that was navigated to when no request was there to be told.
    var navigation: String?
    /// What a page is to do that no page was there to be told.
    var pageCommands: [PageCommand] = []
    /// Whether a new id was asked for when no request was there to be told.
    var renews = false
    /// The numbers of the last things done on pages that were open when the session was stored, and have not asked since.
    var remembered: [PageID: UInt64] = [:]
    /// The session stands still at a moment of its history, in development.
    var pause: Pause<P>?

    var isIdle: Bool {
        runs.isEmpty && inbox.isEmpty && waiting == 0 && tasks == 0 && sources.isEmpty && pages.isEmpty
            && navigation == nil && pageCommands.isEmpty && !renews && pause == nil
            && remembered.isEmpty
    }

    func remove(_ run: Run<P>) {
        runs.removeAll { $0 === run }
    }
}

/// What waits for its turn in a session.
enum Waiting<P: Program>: Sendable {
    /// A post that came during another turn.
    case post(@Sendable () -> Void)
    /// A message, and what it comes from where that can still be cancelled.
    case message(P.Message, Run<P>?)
    /// An effect or a delayed message has come to its end, and after all of its messages.
    case finished(Run<P>, (any Error)?)
    /// A clock has ticked, or something was told on a topic.
    case told(Source<P>, Payload?)
    /// What happened to a page with no request.
    case page(PageEvent)
    /// The subscriptions are to be compared: somebody looks again, or nobody does any more.
    case look

    /// Whether it counts among what waits: an end brings nothing new.
    var isCounted: Bool {
        switch self {
        case .post, .message, .told, .page: true
        case .finished, .look: false
        }
    }
}

/// An effect, a delayed message, or something to be stored or loaded, that goes on.
final class Run<P: Program>: Sendable {
    enum Work: Sendable {
        case effect(P.Effect)
        case message(P.Message, after: Duration)
        case storage(StorageTask<P>)
    }

    enum Phase: Sendable {
        case going
        /// Its function has returned, or its time has come.
        case returned
        /// It sent too much, and nothing more is taken from it.
        case flooded
        /// Nothing of it is taken any more, not even what waits already.
        case cancelled
    }

    let id: String?
    let work: Work
    /// The subscription that it is performed for; nil where a command began it.
    let source: Source<P>?

    private struct State {
        var phase = Phase.going
        var stop: (@Sendable () -> Void)?
        var settling: Settling?
        /// The page on which the visitor did what it came of.
        var page: PageID?
    }

    private let state = Mutex(State())

    init(_ work: Work, id: String?, for source: Source<P>? = nil) {
        self.work = work
        self.id = id
        self.source = source
    }

    /// The page on which the visitor did what it came of; nil where that is not known.
    var page: PageID? {
        get { state.withLock { $0.page } }
        set { state.withLock { $0.page = newValue } }
    }

    /// Whether a request that can wait for so long waits for it: for any effect and for the store, since nobody knows how
    /// long they take, and for a message that is delayed by less.
    func comes(within time: Duration) -> Bool {
        guard time > .zero else { return false }
        return switch work {
        case .effect, .storage: true
        case .message(_, let duration): duration < time
        }
    }

    /// Whether a message may come of it: not of what is saved or removed.
    var mayTell: Bool {
        switch work {
        case .effect, .message, .storage(.load): true
        case .storage(.save), .storage(.remove): false
        }
    }

    var phase: Phase { state.withLock { $0.phase } }

    var isCancelled: Bool { phase == .cancelled }

    /// The request that waits for it, until it has come to its end.
    var settling: Settling? { state.withLock { $0.settling } }

    /// Lets a request wait for it, where it goes on and the request still does.
    func join(_ settling: Settling) {
        guard settling.join() else { return }
        let joined = state.withLock { state in
            guard state.phase != .cancelled else { return false }
            state.settling = settling
            return true
        }
        if !joined { settling.leave() }
    }

    /// Lets the request that waits for it go on.
    func leave() {
        let settling = state.withLock { state in
            defer { state.settling = nil }
            return state.settling
        }
        settling?.leave()
    }

    /// Says how to stop it; it is stopped at once where it was cancelled meanwhile.
    func began(stop: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            guard state.phase == .going else { return state.phase != .returned }
            state.stop = stop
            return false
        }
        if isOver { stop() }
    }

    /// Goes into a phase, if it is going; false where it is not.
    func pass(to phase: Phase) -> Bool {
        let (passed, stop): (Bool, (@Sendable () -> Void)?) = state.withLock { state in
            guard state.phase == .going else { return (false, nil) }
            state.phase = phase
            defer { state.stop = nil }
            return (true, phase == .returned ? nil : state.stop)
        }
        stop?()
        return passed
    }

    /// Ends it, whatever its phase, and lets the request that waits for it go on.
    func cancel() {
        let (stop, settling) = state.withLock { state in
            defer { state = State(phase: .cancelled) }
            return (state.stop, state.settling)
        }
        stop?()
        settling?.leave()
    }
}
