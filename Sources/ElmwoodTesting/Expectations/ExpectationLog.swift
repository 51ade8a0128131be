import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import Synchronization

/// What one visitor's session has done that the test is to account for.
///
/// All that happens is entered with the step that led to it: a model that changed, what updates asked for, messages that came
/// by themselves, problems, failures. An expectation takes its entry out. What is left when the next step begins, nobody
/// has looked at.
package final class ExpectationLog<P: Program>: Sendable {
    /// Something to account for, and what it came of.
    struct Entry: Sendable {
        enum Subject: Sendable {
            /// What an update, or the start, asked for; never a batch.
            case command(Command<P>)
            /// A message that had its turn.
            case message(P.Message)
            /// What is wrong with a field.
            case problem(Problem)
            /// What the program's side refused, or what it threw.
            case failure(Failure)
        }

        let subject: Subject
        let step: TestStep
        /// Whether the test said itself that it would come, so that nothing is missing where nobody looks.
        let isNamed: Bool
    }

    /// What the program threw, or what went wrong outside.
    struct Failure: Error, Sendable, CustomStringConvertible {
        let description: String
        /// What was thrown; nil where nothing was.
        var cause: (any Error)?
    }

    struct State {
        /// The model as it is.
        var model: P.Model?
        /// The model as the test knows it.
        var known: P.Model?
        /// What made the one differ from the other, first.
        var changed: TestStep?
        var entries: [Entry] = []
        /// The turns since the step began.
        var turns: [TakenTurn<P>] = []
        var session: SessionReference<P>?
        /// The session's id when the step began.
        var idBefore: SessionID?
        /// The id that a turn has renewed last, as it was before.
        var renewedID: SessionID?
        /// Messages that the test has said will come.
        var named: [P.Message] = []
        /// The effect whose failure the test has brought about.
        var failing: P.Effect?
        /// The messages that were delayed, and what led to it.
        var delays: [(message: P.Message, step: TestStep)] = []
    }

    let state = Mutex(State())

    package init() {}

    /// The session that it is about; nil as long as none is held.
    package var session: SessionReference<P>? { state.withLock { $0.session } }

    /// The id that a turn has renewed last, as it was before; nil where none has, or there was none before.
    var renewedID: SessionID? { state.withLock { $0.renewedID } }

    /// The model as it is.
    package var model: P.Model? { state.withLock { $0.model } }

    /// The visitor sees the program with that model, and nothing of it is to be accounted for.
    package func begin(with model: P.Model?) {
        state.withLock { state in
            state.model = model
            state.known = model
            state.changed = nil
        }
    }

    // MARK: What happens

    /// Enters what a transaction came to.
    package func add(_ record: TurnRecord<P>, in step: TestStep) {
        state.withLock { state in
            if let start = record.start {
                if state.session == nil || state.model == nil { state.known = start.model }
                state.session = record.session
                state.model = start.model
                state.add(start.command, in: step)
            }
            for turn in record.turns {
                state.model = turn.model
                state.turns.append(turn)
                if !turn.isFollowUp { state.add(turn.message, from: record.origin, in: step) }
                state.add(turn.command, in: step)
            }
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

    /// Enters what is wrong with a field.
    package func add(_ problem: Problem, in step: TestStep) {
        state.withLock { $0.entries.append(Entry(subject: .problem(problem), step: step, isNamed: false)) }
    }

    /// Enters what the program threw, or what went wrong outside.
    package func add(failure sentence: String, _ cause: (any Error)?, in step: TestStep) {
        let failure = Failure(description: sentence, cause: cause)
        state.withLock { $0.entries.append(Entry(subject: .failure(failure), step: step, isNamed: false)) }
    }

    // MARK: What the test says

    /// These messages come of what the test does next.
    func name(_ messages: [P.Message], failing effect: P.Effect? = nil) {
        state.withLock { state in
            state.named = messages
            state.failing = effect
        }
    }

    /// Ends what ``name(_:failing:)`` began.
    ///
    /// - Returns: the messages that did not come.
    func takeNamed() -> [P.Message] {
        state.withLock { state in
            defer { (state.named, state.failing) = ([], nil) }
            return state.named
        }
    }

    /// Begins a step: the turns noted from now on are its own.
    func beginScene() {
        let id = session?.id
        state.withLock { state in
            state.turns = []
            state.idBefore = id
        }
    }

    /// The turns since the step began.
    var turns: [TakenTurn<P>] { state.withLock { $0.turns } }

    /// Whether the test has just had an effect fail.
    var isFailingOne: Bool { state.withLock { $0.failing != nil } }

    /// Whether that failure is entered already.
    func hasFailure(_ sentence: String) -> Bool {
        entries.contains {
            if case .failure(let failure) = $0.subject { failure.description == sentence } else { false }
        }
    }

    /// What led to a message's being delayed.
    func stepOfDelay(of message: P.Message) -> TestStep? {
        state.withLock { $0.delays.last { $0.message == message }?.step }
    }

    /// All that is to be accounted for.
    var entries: [Entry] { state.withLock { $0.entries } }

    /// Takes out the first entry that is meant.
    func take(where isMeant: (Entry) -> Bool) -> Entry? {
        state.withLock { state in
            state.entries.firstIndex(where: isMeant).map { state.entries.remove(at: $0) }
        }
    }

    /// Takes out all entries that are meant.
    @discardableResult
    func takeAll(where isMeant: (Entry) -> Bool) -> [Entry] {
        state.withLock { state in
            let taken = state.entries.filter(isMeant)
            state.entries.removeAll(where: isMeant)
            return taken
        }
    }

    /// The model is known as it is.
    ///
    /// - Returns: the model as it was known, and as it is.
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

    fileprivate mutating func add(_ message: P.Message, from origin: TurnRecord<P>.Origin, in step: TestStep) {
        var isNamed = true
        switch origin {
        case .start, .restored, .visitor, .page, .sent: break
        case .delayed, .storage, .clock, .topic: isNamed = false
        case .effect(let effect):
            if let place = named.firstIndex(of: message) {
                named.remove(at: place)
            } else {
                isNamed = failing == effect
            }
        }
        entries.append(.init(subject: .message(message), step: step, isNamed: isNamed))
    }
}
