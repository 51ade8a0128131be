import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodSupervisor

/// One visitor's session of one program: the model, and one turn at a time.
///
/// The lock is held for moments only, never while a function of the program runs. Who takes the turn (``SessionTurn``) works on a copy
/// of the model, and puts the new one in its place; what comes meanwhile waits in the inbox and is carried out after it, in the
/// same turn. So no thread ever waits for another's turn, and a model can be taken out to be rendered at any time.
final class SessionCore: Sendable {
    let host: SessionHost
    /// The model, who has the turn, and all that is under way in the session and on its pages.
    let state: OrderedMutex<State>

    /// Where a session is in its life.
    enum Life: Equatable {
        /// Its visitor has only looked so far: it is in memory alone (`SessionCore+Transient.swift`).
        case transient
        /// It is stored, where sessions are.
        case lasting
        /// It has left memory: the visitor's next request brings it back from the store, or begins anew where it never was there.
        case unloaded(wasTransient: Bool)
        /// It has ended for good.
        case ended
    }

    struct State {
        var life = Life.lasting
        var version: UInt64 = 0
        var id: SessionID
        /// Whose stored values the session saves and loads.
        var visitor: VisitorID
        var activity: Activity?
        var isTurning: Bool
        /// Whether it waits to be written.
        var isListed = false
        /// Which version the store has; nil where it has none.
        var stored: UInt64?
        var model: AnyModel

        /// Whether it is no session any more, here at least.
        var hasEnded: Bool {
            switch life {
            case .unloaded, .ended: true
            case .transient, .lasting: false
            }
        }

        /// Whether it is, or was to its end, of a visitor who has only looked.
        var isTransient: Bool { life == .transient || life == .unloaded(wasTransient: true) }

        /// The activity, made where there is none.
        mutating func active() -> Activity {
            if let activity { return activity }
            let activity = Activity()
            self.activity = activity
            return activity
        }

        /// What an answer needs beside the model. What waited for somebody to be told is told with it, once.
        mutating func takeState() -> SessionState {
            var taken = SessionState(version: version, id: id, visitor: visitor)
            if let activity {
                taken.isPaused = activity.pause != nil
                taken.navigation = activity.navigation
                taken.pageCommands = activity.pageCommands
                activity.navigation = nil
                activity.pageCommands = []
                if !isTurning { dropIdleActivity() }
            }
            return taken
        }

        /// Notes how the record of faults knows the model from now on, once the session is held.
        mutating func identifyModel(by host: SessionHost) {
            if let key = host.faultKey(of: id, version: version) { model.faultKey = key }
        }

        mutating func dropIdleActivity() {
            if let activity, activity.isIdle { self.activity = nil }
        }
    }

    /// A session that is turning: nobody but its maker changes it until the end of ``inFirstTurn(_:)``.
    ///
    /// - Parameter visitor: whose session it is, where the browser says so.
    init(host: SessionHost, model: AnyModel, visitor: VisitorID?) {
        self.host = host
        let visitor = visitor ?? VisitorID(drawing: host.environment.bits)
        state = OrderedMutex(.session, State(id: .unheld, visitor: visitor, isTurning: true, model: model))
    }

    var id: SessionID { state.withLock { $0.id } }

    var visitor: VisitorID { state.withLock { $0.visitor } }

    /// The model, where the session has not ended.
    var current: AnyModel? {
        state.withLock { $0.hasEnded ? nil : $0.model }
    }

    var isPaused: Bool { state.withLock { $0.activity?.pause != nil } }

    func take(_ id: SessionID, visitor: VisitorID?) {
        state.withLock { state in
            state.id = id
            state.identifyModel(by: host)
            if let visitor { state.visitor = visitor }
            for task in state.activity?.tasks ?? [] { task.request?.learn(id) }
        }
    }

    /// Ends all that runs in the session, which is over here.
    ///
    /// - Parameter life: what becomes of it, where that was not said before.
    func end(_ life: Life = .ended) {
        let (over, wakes) = state.withLock { state -> (Activity.Over, [@Sendable () -> Void]) in
            if !state.hasEnded { state.life = life }
            guard let activity = state.activity else { return (Activity.Over(), []) }
            return (activity.endAll(isForGood: state.life == .ended), activity.pages.compactMap(\.wake))
        }
        tell(over.broadcasts)
        for task in over.saving { begin(task) }
        for task in over.tasks { task.cancel() }
        for source in over.sources { source.end() }
        for wake in wakes { wake() }
    }
}

/// What an answer needs of a session beside its model.
struct SessionState {
    var version: UInt64
    var id: SessionID
    var visitor: VisitorID
    var navigation: String?
    var pageCommands: [PageCommand] = []
    /// Whether an earlier moment is shown.
    var isPaused = false
}
