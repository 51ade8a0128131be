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
    /// The pages that the visitor has open, and whose scripts are connected.
    var pages: [LivePage<P>] = []
    /// A path that was navigated to when no request was there to be told.
    var navigation: String?
    /// Whether a new id was asked for when no request was there to be told.
    var renews = false

    var isIdle: Bool {
        runs.isEmpty && inbox.isEmpty && waiting == 0 && tasks == 0 && navigation == nil && !renews && pages.isEmpty
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
}

/// An effect or a delayed message that goes on.
final class Run<P: Program>: Sendable {
    enum Work: Sendable {
        case effect(P.Effect)
        case message(P.Message, after: Duration)
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

    private struct State {
        var phase = Phase.going
        var stop: (@Sendable () -> Void)?
        var settling: Settling?
    }

    private let state = Mutex(State())

    init(_ work: Work, id: String?) {
        self.work = work
        self.id = id
    }

    /// Whether a request that can wait for so long waits for it: for any effect, since nobody knows how long one takes, and
    /// for a message that is delayed by less.
    func comes(within time: Duration) -> Bool {
        guard time > .zero else { return false }
        return switch work {
        case .effect: true
        case .message(_, let duration): duration < time
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
