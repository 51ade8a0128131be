import Architecture
import Storage
import Supervisor

/// One visitor's session of one program: the model, and one turn at a time.
///
/// The lock is held for moments only, never while a function of the program runs. Who takes a turn marks the session as
/// turning, works on a copy of the model, and puts the new one in its place; what comes meanwhile waits in the inbox and is
/// carried out by whoever has the turn. So no thread ever waits for another's turn, and a model can be taken out to be
/// rendered at any time.
final class SessionCore: Sendable {
    let host: SessionHost
    /// The model, who has the turn, and all that goes on in the session and on its pages.
    let state: OrderedMutex<State>

    struct State {
        var version: UInt64 = 0
        var id: SessionID
        /// Whose stored values the session saves and loads.
        var visitor: VisitorID
        var activity: Activity?
        var isTurning: Bool
        var hasEnded = false
        /// Whether it may come back although it has ended here: the store has it, or it was transient.
        var isLetGo = false
        /// Whether its visitor has only looked so far: see `SessionCore+Transient.swift`.
        var isTransient = false
        /// Whether it waits to be written.
        var isListed = false
        /// Whether the store has it, and which version.
        var isStored = false
        var stored: UInt64 = 0
        var model: AnyModel

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
                taken.hasPages = !activity.pages.isEmpty
                taken.hasSources = !activity.sources.isEmpty
                taken.isPaused = activity.pause != nil
                taken.navigation = activity.navigation
                taken.pageCommands = activity.pageCommands
                activity.navigation = nil
                activity.pageCommands = []
                if !isTurning { rest() }
            }
            return taken
        }

        /// Notes how the record of faults knows the model from now on, once the session is held.
        mutating func identifyModel(by host: SessionHost) {
            if let key = host.faultKey(of: id, version: version) { model.faultKey = key }
        }

        mutating func rest() {
            if let activity, activity.isIdle { self.activity = nil }
        }
    }

    /// A session that is turning: nobody but its maker changes it until `release()`.
    ///
    /// - Parameter visitor: whose session it is, where the browser says so.
    init(host: SessionHost, model: AnyModel, visitor: VisitorID?) {
        self.host = host
        let visitor = visitor ?? VisitorID(drawing: host.surroundings.bits)
        state = OrderedMutex(.session, State(id: .unheld, visitor: visitor, isTurning: true, model: model))
    }

    var id: SessionID { state.withLock { $0.id } }

    var visitor: VisitorID { state.withLock { $0.visitor } }

    func take(_ id: SessionID, visitor: VisitorID?) {
        state.withLock { state in
            state.id = id
            state.identifyModel(by: host)
            if let visitor { state.visitor = visitor }
            for run in state.activity?.runs ?? [] { run.request?.learn(id) }
        }
    }

    func end() {
        let (runs, sources, wakes) = state.withLock { state -> ([Run], [Source], [@Sendable () -> Void]) in
            state.hasEnded = true
            guard let activity = state.activity else { return ([], [], []) }
            defer {
                activity.runs = []
                activity.postponed = []
                activity.sources = []
            }
            activity.lookout?.cancel()
            activity.lookout = nil
            return (activity.runs, activity.sources, activity.pages.compactMap(\.wake))
        }
        for run in runs { run.cancel() }
        for source in sources { source.end() }
        for wake in wakes { wake() }
    }

    // MARK: Whose turn it is

    /// Marks the session as turning, and takes the model out, where it has not ended. Where it is turning already, the item
    /// waits, if there is room.
    func enter(taking model: inout AnyModel?, orWait item: () -> Waiting) -> SessionEntry {
        state.withLock { state in
            guard state.isTurning else {
                state.isTurning = true
                if !state.hasEnded { model = state.model }
                return .turning
            }
            let activity = state.active()
            guard activity.waiting < host.limits.messages else { return .full }
            activity.waiting += 1
            activity.inbox.append(item())
            return .waiting
        }
    }

    /// Ends a turn on a request's thread, which has an answer to send: what waits is carried out on another.
    func release() {
        pagesChanged()
        keep()
        let isOver = state.withLock { state in
            guard state.activity?.inbox.isEmpty ?? true else { return false }
            state.isTurning = false
            state.rest()
            return true
        }
        if !isOver { host.surroundings.execute { self.drain() } }
    }

    /// Carries out all that waits, in order, and ends the turn.
    func drain() {
        while true {
            let items = state.withLock { state -> [Waiting] in
                guard let activity = state.activity, !activity.inbox.isEmpty else {
                    state.isTurning = false
                    state.rest()
                    return []
                }
                defer { activity.inbox = [] }
                return activity.inbox
            }
            if items.isEmpty { return }
            for item in items {
                if item.isCounted { state.withLock { $0.activity?.waiting -= 1 } }
                carryOut(item)
                pagesChanged()
                keep()
            }
        }
    }

    // MARK: Turns

    /// What a transaction leaves to be done once the session's lock is not held.
    struct Committed {
        var begun: [Run] = []
        var cancelled: [Run] = []
        var broadcasts: [(topic: String, payload: Payload)] = []
        var outcome = RequestOutcome()
        var ends = false
        /// What is told of it to who keeps a history.
        var records: [TurnReport] = []

        /// What two transactions come to, of which the second came before anything of the first was begun.
        func followed(by later: Committed) -> Committed {
            var both = later
            both.begun = begun.filter { run in !later.cancelled.contains { $0 === run } } + later.begun
            both.broadcasts = broadcasts + later.broadcasts
            both.outcome = outcome
            both.outcome.add(later.outcome)
            both.records = records + later.records
            return both
        }
    }

    /// The turns of these messages and all that follows from them at once, and the new model in its place. The caller has
    /// the turn.
    ///
    /// - Parameters:
    ///   - start: what the session begins with: its command comes before the messages.
    ///   - run: what the messages come from, where that is over with them.
    ///   - request: the request that led to them; nil where none did.
    /// - Returns: nil where the session has ended, or has an id that the request's browser is not told: nothing was done.
    /// - Throws: what made it impossible; nothing was changed.
    func transact(
        _ messages: [AnyMessage],
        on model: AnyModel,
        after start: ProgramStart? = nil,
        from origin: TurnOrigin,
        by run: Run? = nil,
        for request: RequestOrigin? = nil
    ) throws(TurnFailure) -> Committed? {
        let result = try self.run(messages, on: model, after: start)
        var committed = try commit(result, causedBy: messages.first, by: run, for: request)
        committed?.records = records(origin, result, start: start)
        return committed
    }

    /// The turns alone: nothing is in its place yet.
    func run(
        _ messages: [AnyMessage],
        on model: AnyModel,
        after start: ProgramStart? = nil
    ) throws(TurnFailure) -> TurnResult {
        try host.driver.run(
            messages,
            on: model,
            after: start,
            sources: host.sources,
            limit: host.limits.messages,
            isNoted: !host.observers.isEmpty
        )
    }

    /// The turns of a newcomer's start.
    func begin(_ start: ProgramStart) throws(TurnFailure) -> Committed? {
        note(beginning: start.model.faultKey)
        return try transact([], on: start.model, after: start, from: .start)
    }

    /// The model, where the session has not ended.
    var current: AnyModel? {
        state.withLock { $0.hasEnded ? nil : $0.model }
    }

    /// Puts the model in its place, and what the commands come to, or throws where that goes beyond a limit.
    ///
    /// - Parameters:
    ///   - run: what the messages come from, where that is over with them.
    ///   - origin: the request that led to them, whose browser is told a new id; nil where none did.
    ///   - isDone: whether the visitor has done it.
    /// - Returns: nil where the session has ended, or has an id by now that the request's browser is not told: nothing was done.
    func commit(
        _ result: TurnResult,
        causedBy message: AnyMessage?,
        by run: Run? = nil,
        for origin: RequestOrigin? = nil,
        isDone: Bool = false
    ) throws(TurnFailure) -> Committed? {
        let commands = result.commands
        let renewed = try renewID(asBy: commands, causedBy: message, by: run, for: origin)
        // The old model leaves with this variable, after the lock: what it frees may be large, or run code of the program.
        var model = result.model
        let placed = state.withLock { state -> Result<(Committed, [PageDemand])?, SessionFailure> in
            guard !state.hasEnded, origin?.knows(state.id) ?? true else { return .success(nil) }
            var plan = plan(commands, state, by: run)
            if let failure = plan.failure { return .failure(failure) }
            state.activity?.keepShown(of: state.model)
            swap(&state.model, &model)
            // A start has no turn, and what it begins is to be stored all the same.
            let beginsLasting = plan.committed.begun.contains { $0.endurance != nil }
            state.version += max(UInt64(result.turns), beginsLasting ? 1 : 0)
            state.identifyModel(by: host)
            if isDone || beginsLasting { state.isTransient = false }
            if plan.committed.ends {
                state.hasEnded = true
                plan.endAll()
            }
            if !plan.runs.isEmpty || state.activity != nil { state.active().runs = plan.runs }
            return .success((plan.committed, plan.asked))
        }
        switch placed {
        case .failure(let failure):
            throw TurnFailure(message: message.map { String(describing: $0) } ?? "start", reason: failure)
        case .success(nil):
            return nil
        case .success((var committed, let asked)?):
            for demand in asked { host.add(demand, to: &committed.outcome) }
            if let renewed {
                committed.outcome.created = renewed
                committed.outcome.renews = false
            }
            return committed
        }
    }

    /// What commands come to beside what goes on already; with the caller's lock.
    func plan(_ commands: [SessionCommand], _ state: borrowing State, by run: Run?) -> CommandPlan {
        var runs = state.activity?.runs ?? []
        // It is over in the same moment in which its turn is: whoever goes on with the session has both or none.
        if let run { runs.removeAll { $0 === run } }
        var plan = CommandPlan(runs: runs, limits: host.limits, bits: host.surroundings.bits) {
            self.host.registry.millisecondsSince1970
        }
        for command in commands { plan.add(command) }
        return plan
    }

    /// Puts the model of a post's turns that asked for nothing in its place, and takes out what the answer needs beside it.
    ///
    /// - Parameters:
    ///   - goesOn: whether the turn goes on after it: subscriptions are to be compared, or somebody is told of it.
    ///   - id: the one that the post has found the session by.
    ///   - isReleased: ends the turn too, where nothing waits for it; says then whether it did.
    /// - Returns: nil where the session has ended, or has another id by now: nothing was done.
    func commitQuietly(
        _ result: TurnResult,
        foundBy id: SessionID?,
        goesOn: Bool,
        isReleased: inout Bool
    ) -> SessionState? {
        var model = result.model
        return state.withLock { state in
            guard !state.hasEnded, state.id == id else { return nil }
            state.activity?.keepShown(of: state.model)
            swap(&state.model, &model)
            state.version += UInt64(result.turns)
            state.identifyModel(by: host)
            state.isTransient = false
            let isQuiet = state.activity.map { $0.inbox.isEmpty && $0.sources.isEmpty } ?? true
            if !isReleased, isQuiet, !goesOn {
                state.isTurning = false
                isReleased = true
            }
            return state.takeState()
        }
    }
}

/// What came of entering a session's turn.
enum SessionEntry {
    case turning
    case waiting
    case full
}

/// What an answer needs of a session beside its model.
struct SessionState {
    var version: UInt64
    var id: SessionID
    var visitor: VisitorID
    var navigation: String?
    var pageCommands: [PageCommand] = []
    /// Whether the visitor has pages open that are to be told of the new model.
    var hasPages = false
    /// Whether subscriptions run.
    var hasSources = false
    /// Whether an earlier moment is shown.
    var isPaused = false
}
