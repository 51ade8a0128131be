import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// What one visitor's session has done and the test must check.
///
/// Everything is recorded with the step that led to it: a changed model, the commands of updates, messages that the test has not
/// sent, problems, failures. An expectation removes its entry. The entries that are left when the next step begins were not
/// checked.
package final class ExpectationLog<P: Program>: Sendable {
    /// An event that the test must check, and its cause.
    struct Entry: Sendable {
        enum Subject: Sendable {
            /// A command that an update, or the start, returned; never a batch.
            case command(Command<P>)
            /// A message that had its turn.
            case message(P.Message)
            /// A problem of a field.
            case problem(Problem)
            /// A refusal by the program's side, or an error that it threw.
            case failure(Failure)
        }

        let subject: Subject
        let step: TestStep
        /// Whether the test itself has caused the message, so that it need not be checked.
        let isNamed: Bool
    }

    /// An error that the program threw, or another failure that a site would log.
    struct Failure: Error, Sendable, CustomStringConvertible {
        let description: String
        /// The error; nil if none was thrown.
        var cause: (any Error)?
    }

    struct State {
        /// The current model.
        var model: P.Model?
        /// The model that the test knows.
        var known: P.Model?
        /// The first step after which they differed.
        var changed: TestStep?
        var entries: [Entry] = []
        /// Whether the session has just begun: the visitor's first arrival belongs to its beginning.
        var isBeginning = false
        /// The turns since the step began.
        var turns: [TakenTurn<P>] = []
        var session: SessionReference<P>?
        /// The session's id when the step began.
        var idBefore: SessionID?
        /// The previous id of the last renewal.
        var renewedID: SessionID?
        /// The messages that the test has announced.
        var named: [P.Message] = []
        /// The effect whose failure the test has caused.
        var failing: P.Effect?
        /// The delayed messages, each with the step that led to it.
        var delays: [(message: P.Message, step: TestStep)] = []
    }

    let state = Mutex(State())

    package init() {}

    /// The session; nil if there is none.
    package var session: SessionReference<P>? { state.withLock { $0.session } }

    /// The previous id of the last renewal; nil if there was no renewal, or no id before it.
    var renewedID: SessionID? { state.withLock { $0.renewedID } }

    /// The current model.
    package var model: P.Model? { state.withLock { $0.model } }

    /// Begins with that model, which the test need not check.
    package func begin(with model: P.Model?) {
        state.withLock { state in
            state.model = model
            state.known = model
            state.changed = nil
        }
    }

    // MARK: What happens

    /// Records a transaction.
    package func add(_ record: TurnRecord<P>, in step: TestStep) {
        state.withLock { state in
            if let start = record.start {
                if state.session == nil || state.model == nil { state.known = start.model }
                state.session = record.session
                state.model = start.model
                state.add(start.command, in: step)
                state.isBeginning = true
            }
            let isArrival = if case .arrival = record.origin { true } else { false }
            if record.start == nil, !isArrival { state.isBeginning = false }
            for turn in record.turns {
                state.model = turn.model
                state.turns.append(turn)
                if !turn.isFollowUp { state.add(turn.message, from: record.origin, in: step) }
                state.add(turn.command, in: step)
            }
            // Until now the visitor had no session, and has seen that model already.
            if isArrival, state.isBeginning { state.known = state.model }
            if state.model == state.known {
                state.changed = nil
            } else if state.changed == nil {
                state.changed = step
            }
            let ends = record.turns.contains { turn in
                turn.command.list.contains { if case .endSession = $0.kind { true } else { false } }
            }
            if ends { state.session = nil }
            let renews = record.turns.contains { turn in
                turn.command.list.contains { if case .renewSession = $0.kind { true } else { false } }
            }
            if renews { state.renewedID = state.idBefore }
        }
    }

    /// Records a problem of a field.
    package func add(_ problem: Problem, in step: TestStep) {
        state.withLock { $0.entries.append(Entry(subject: .problem(problem), step: step, isNamed: false)) }
    }

    /// Records an error that the program threw, or another failure.
    package func add(failure sentence: String, _ cause: (any Error)?, in step: TestStep) {
        let failure = Failure(description: sentence, cause: cause)
        state.withLock { $0.entries.append(Entry(subject: .failure(failure), step: step, isNamed: false)) }
    }

    // MARK: Announced messages

    /// Announces the messages of the test's next action.
    func name(_ messages: [P.Message], failing effect: P.Effect? = nil) {
        state.withLock { state in
            state.named = messages
            state.failing = effect
        }
    }

    /// Ends what ``name(_:failing:)`` began.
    ///
    /// - Returns: the announced messages that did not arrive.
    func takeNamed() -> [P.Message] {
        state.withLock { state in
            defer { (state.named, state.failing) = ([], nil) }
            return state.named
        }
    }

    /// Begins a step, with its own list of turns.
    func beginScene() {
        let id = session?.id
        state.withLock { state in
            state.turns = []
            state.idBefore = id
            state.isBeginning = false
        }
    }

    /// The turns since the step began.
    var turns: [TakenTurn<P>] { state.withLock { $0.turns } }

    /// Whether the test has just caused the failure of an effect.
    var isFailingOne: Bool { state.withLock { $0.failing != nil } }

    /// Whether that failure is recorded already.
    func hasFailure(_ sentence: String) -> Bool {
        entries.contains {
            if case .failure(let failure) = $0.subject { failure.description == sentence } else { false }
        }
    }

    /// Returns the step that led to a delayed message.
    func stepOfDelay(of message: P.Message) -> TestStep? {
        state.withLock { $0.delays.last { $0.message == message }?.step }
    }

    /// The entries that are not checked yet.
    var entries: [Entry] { state.withLock { $0.entries } }

    /// Removes and returns the first entry that fulfils the condition.
    func take(where isMeant: (Entry) -> Bool) -> Entry? {
        state.withLock { state in
            state.entries.firstIndex(where: isMeant).map { state.entries.remove(at: $0) }
        }
    }

    /// Removes and returns all entries that fulfil the condition.
    @discardableResult
    func takeAll(where isMeant: (Entry) -> Bool) -> [Entry] {
        state.withLock { state in
            let taken = state.entries.filter(isMeant)
            state.entries.removeAll(where: isMeant)
            return taken
        }
    }

    /// Records that the test knows the current model.
    ///
    /// - Returns: the model that it knew, and the current one.
    func takeModel() -> (known: P.Model?, model: P.Model?) {
        state.withLock { state in
            defer {
                state.known = state.model
                state.changed = nil
            }
            return (state.known, state.model)
        }
    }
}

extension ExpectationLog.State {
    fileprivate mutating func add(_ command: Command<P>, in step: TestStep) {
        for command in command.list {
            entries.append(.init(subject: .command(command), step: step, isNamed: false))
            if case .after(_, let message) = command.kind { delays.append((message, step)) }
        }
    }

    fileprivate mutating func add(_ message: P.Message, from origin: TurnOrigin, in step: TestStep) {
        var isNamed = true
        switch origin {
        case .start, .restored, .visitor, .page, .arrival, .sent: break
        case .delayed, .storage, .clock, .topic, .delivered, .watchers: isNamed = false
        case .effect(let effect):
            if let place = named.firstIndex(of: message) {
                named.remove(at: place)
            } else {
                isNamed = failing == Driver<P>.open(effect)
            }
        }
        entries.append(.init(subject: .message(message), step: step, isNamed: isNamed))
    }
}
