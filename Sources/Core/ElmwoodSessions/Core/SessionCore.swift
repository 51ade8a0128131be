import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodSupervisor

/// A visitor's session of one program: the model, and one turn at a time.
///
/// The lock is held only for moments, never while a function of the program runs. The thread that has the turn (``SessionTurn``)
/// works on a copy of the model, and then replaces the model with it. Items that arrive in between wait in the inbox, and the same
/// thread runs them afterwards. No thread therefore waits for another's turn, and the model can be copied for rendering at any
/// time.
package final class SessionCore: Sendable {
    package let host: SessionHost
    /// The model, whether a thread has the turn, and the pending work of the session and its pages.
    let state: OrderedMutex<State>

    /// The phase of a session's life.
    enum Life: Equatable {
        /// Its visitor has only read so far: it is in memory only (`SessionCore+Transient.swift`).
        case transient
        /// It is stored, if sessions are.
        case lasting
        /// It has been evicted from memory: the visitor's next request restores it from the store, or begins again if it was never
        /// stored.
        case unloaded(wasTransient: Bool)
        /// A shared model has ended, and the store does not know it yet.
        case ending
        /// It has ended permanently.
        case ended
    }

    /// Small values are together, so that no room is lost between larger ones: the session has 184 bytes, exactly a block of the
    /// allocator.
    struct State {
        /// The number of the session's changes, which is what the store compares.
        private(set) var version: UInt64 = 0
        var id: SessionID
        /// The visitor whose stored values the session saves and loads.
        var visitor: VisitorID
        var parts: SessionParts?
        private(set) var model: AnyModel
        var life = Life.lasting
        /// Whether other sessions may have the same visitor.
        var isVisitorKnown: Bool
        var isTurning: Bool
        /// Whether it waits to be written.
        var isListed = false
        /// Whether it is among those whose views are kept (``KeptViews``).
        var keepsView = false
        /// Whether a share of the store was used up when the session was written last.
        var isOverShare = false
        /// Whether a page of it was seen whose script runs.
        var hasScript = false
        /// Whether the store has a version of it.
        private var isStored = false
        /// What the session adds to the stores.
        var storedBytes = StoredBytes()
        private var storedVersion: StoredVersion = 0

        init(id: SessionID, visitor: RecognizedVisitor, model: AnyModel) {
            self.id = id
            self.visitor = visitor.id
            self.model = model
            isVisitorKnown = visitor.isKnown
            isTurning = true
        }

        /// The version in the store; nil if there is none.
        var stored: StoredVersion? {
            get { isStored ? storedVersion : nil }
            set {
                isStored = newValue != nil
                storedVersion = newValue ?? 0
            }
        }

        /// Whether it has ended, at least in this process.
        var hasEnded: Bool {
            switch life {
            case .unloaded, .ending, .ended: true
            case .transient, .lasting: false
            }
        }

        /// Whether its visitor has only read, also after its end.
        var isTransient: Bool { life == .transient || life == .unloaded(wasTransient: true) }

        /// Returns the parts, and creates them if there are none.
        mutating func activeParts() -> SessionParts {
            if let parts { return parts }
            let parts = SessionParts()
            self.parts = parts
            return parts
        }

        /// Returns what an answer needs beside the model.
        mutating func takeState() -> SessionState {
            var taken = SessionState(version: version, id: id, visitor: visitor)
            if let parts {
                taken.isPaused = parts.pause != nil
                taken.hasCommands = parts.pages.navigation != nil || !parts.pages.commands.isEmpty
                taken.hasOverdue = !parts.pages.overdue.isEmpty
                taken.hasFlashes = parts.telling.tells
                taken.mayReceiveMessage = parts.mayReceiveMessage
                if !isTurning { dropIdleParts() }
            }
            return taken
        }

        /// Removes and returns the commands that have waited for a page, with the path to which they navigate.
        mutating func takeCommands() -> (navigation: String?, pageCommands: [PageCommand]) {
            guard let parts else { return (nil, []) }
            defer {
                (parts.pages.navigation, parts.pages.commands) = (nil, [])
                if !isTurning { dropIdleParts() }
            }
            return (parts.pages.navigation, parts.pages.commands)
        }

        /// The moment at which a change of the session counts: its model and its version are set here and nowhere else, under one lock
        /// with whatever else the change sets, so that the writer stores all of it or nothing.
        ///
        /// - Parameter model: has the former model afterwards, so that the caller releases it with no lock held.
        mutating func publish(_ model: inout AnyModel, as version: UInt64, in host: SessionHost) {
            if version != self.version {
                parts?.pages.retainShown(of: self.model)
                if host.isShared, host.writer != nil, parts?.storedModel == nil {
                    activeParts().storedModel = self.model
                }
            }
            swap(&self.model, &model)
            self.version = version
            identifyModel(by: host)
        }

        /// The same for a change of what is stored beside the model.
        mutating func publish(in host: SessionHost) {
            // A session whose visitor has only read is not stored.
            guard !isTransient else { return }
            var model = model
            publish(&model, as: version + 1, in: host)
        }

        /// Sets or removes the view that is kept with the model, which is another form of the same value.
        mutating func exchangeView(_ view: inout RenderedPage?) { swap(&model.view, &view) }

        /// Sets what notes the reads of the model's views.
        mutating func observe(_ reads: ModelReads) { model.reads = reads }

        /// Sets the model's key in the record of faults, once the session is registered.
        mutating func identifyModel(by host: SessionHost) {
            if let key = host.faultKey(of: id, version: version) { model.faultKey = key }
        }

        mutating func dropIdleParts() {
            if let parts, parts.isIdle { self.parts = nil }
        }
    }

    /// Creates a session that has its first turn: only its creator changes it until the end of ``inFirstTurn(_:)``.
    ///
    /// - Parameter visitor: the visitor; nil for one whom no request can find.
    init(host: SessionHost, model: AnyModel, visitor: RecognizedVisitor?) {
        self.host = host
        let visitor = visitor ?? RecognizedVisitor(new: VisitorToken(drawing: host.environment.bits))
        state = OrderedMutex(.session, State(id: .unheld, visitor: visitor, model: model))
    }

    package var id: SessionID { state.withLock { $0.id } }

    var visitor: VisitorID { state.withLock { $0.visitor } }

    /// The model; nil if the session has ended.
    var current: AnyModel? { currentState?.model }

    /// The model and its number of turns; nil if the session has ended.
    package var currentState: (model: AnyModel, version: UInt64)? {
        state.withLock { $0.hasEnded ? nil : ($0.model, $0.version) }
    }

    /// Whether a message may come that the visitor's requests have led to.
    package var mayReceiveMessage: Bool { state.withLock { $0.parts?.mayReceiveMessage ?? false } }

    var isPaused: Bool { state.withLock { $0.parts?.pause != nil } }

    /// The visitor, and whether other requests may find them.
    var recognizedVisitor: RecognizedVisitor {
        state.withLock { RecognizedVisitor($0.visitor, isKnown: $0.isVisitorKnown) }
    }

    func assign(_ id: SessionID, visitor: RecognizedVisitor?) {
        state.withLock { state in
            state.id = id
            state.identifyModel(by: host)
            if let visitor { (state.visitor, state.isVisitorKnown) = (visitor.id, visitor.isKnown) }
            for task in state.parts?.tasks.pending ?? [] { task.request?.learn(id) }
        }
    }

    /// Ends all pending work of the session, which is over in this process.
    ///
    /// - Parameter life: its new phase, unless it has ended already.
    func end(_ life: Life = .ended) {
        var keepsView = false
        let over = state.withLock { state -> SessionParts.Over in
            if !state.hasEnded { state.life = life }
            keepsView = state.keepsView
            return state.parts?.endAll(isForGood: state.life == .ended) ?? SessionParts.Over()
        }
        if keepsView { host.registry.keptViews.remove(self) }
        endAttendance()
        broadcast(over.broadcasts)
        for task in over.saving { begin(task) }
        for task in over.tasks { task.cancel() }
        for source in over.sources { source.end() }
        for wake in over.wakes { wake() }
        for watches in over.watches { watches.setAway(true) }
    }
}

/// What an answer needs of a session beside its model.
struct SessionState {
    var version: UInt64
    var id: SessionID
    var visitor: VisitorID
    /// Whether commands wait for a page.
    var hasCommands = false
    /// Whether anything is to be told to the visitor, or was told by a page whose script may still connect.
    var hasFlashes = false
    /// Whether requests are still being processed that were answered already.
    var hasOverdue = false
    /// Whether an earlier moment is shown.
    var isPaused = false
    /// Whether a message may come that the visitor's requests have led to.
    var mayReceiveMessage = false
}
