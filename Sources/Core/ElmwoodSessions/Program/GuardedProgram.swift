import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodObservation
import ElmwoodSupervisor
import ElmwoodViewTree

/// A program whose calls are timed, and recorded while they run. Slow ones are logged, the observer is told of all, one that does not
/// return can be found, and one that ended a process before is refused.
///
/// The result of a call is identified by the call: a model that turns led to, by the model before and the messages. Then its
/// session defines how the next process identifies it (``SessionHost/faultKey(of:version:)``).
final class GuardedProgram: Sendable {
    /// The program itself. What it does without functions of its own, such as encoding, needs no guard.
    let program: any ProgramDriver
    /// The program's name in the log.
    private let name: String
    private let calls: RunningCalls
    private let environment: Environment
    /// Receives the durations of the program's calls; nil if nobody asks.
    private let observed: CallReceiver?
    private let slowCall: Duration
    /// The record of what has ended former processes; nil if none is kept.
    private let faults: ProgramFaults?

    init(_ program: any ProgramDriver, name: String, in registry: SessionRegistry, _ faults: ProgramFaults?) {
        self.program = program
        self.name = name
        self.faults = faults
        calls = registry.calls
        environment = registry.environment
        observed = environment.observer?.receiverOfCalls(of: name)
        slowCall = registry.limits.slowCall
    }

    /// What is called.
    enum Call: UInt64 {
        case start, beginning, update, input, view, errorPage, subscriptions, failure, storedModel, storedActivity,
            message
        /// A stored session is restored without a request, which calls several functions of the program.
        case waking

        /// The function of the program that runs; nil if at most its types' coding does, which is not timed.
        var function: ObservedCall.Function? {
            switch self {
            case .start: .start
            case .beginning, .update: .update
            case .view, .errorPage: .view
            case .subscriptions: .subscriptions
            case .failure: .failed
            case .input: .input
            case .storedModel: .read
            case .storedActivity, .message, .waking: nil
            }
        }
    }

    /// Calls the program, unless the same call has ended a process before.
    ///
    /// - Parameter key: identifies the arguments; nil if nothing does.
    /// - Throws: ``EndedProcess`` if the call is refused.
    func call<Result>(
        _ call: Call,
        _ messages: [AnyMessage] = [],
        identifiedBy key: FaultKey?,
        for context: EventContext = EventContext(),
        _ body: () throws -> Result
    ) throws -> Result {
        guard let faults, var key else { return try timed(call, messages, context, body) }
        key.combine(call.rawValue)
        let result = try faults.record.attempt(key) { try timed(call, messages, context, body) }
        guard let result else {
            environment.log(.faultAvoided(program: name, message: messages.first.map { caseName($0) }), context)
            throw EndedProcess()
        }
        return result
    }

    private func timed<Result>(
        _ call: Call,
        _ messages: [AnyMessage],
        _ context: EventContext,
        _ body: () throws -> Result
    ) rethrows -> Result {
        guard let function = call.function else { return try body() }
        let index = calls.begin(name, function, messages, for: context, at: environment.now())
        defer { end(index) }
        return try body()
    }

    private func end(_ index: Int) {
        guard let call = calls.end(index) else { return }
        let duration = environment.now() - call.start
        observed?.receive(call.function, duration)
        guard duration >= slowCall else { return }
        environment.log(
            .slowCall(
                program: name,
                function: call.function,
                message: call.messages.first.map { caseName($0) } ?? "",
                milliseconds: Int(clamping: duration.nanoseconds / 1_000_000)
            ),
            call.context
        )
    }

    // MARK: Functions of the program

    func start(_ visit: Visit) throws -> ProgramStart {
        // The key is the same for all visits that are equal: a visitor who received no answer has no cookie when they try again.
        var key = faults?.program
        key?.combine(visit)
        var start = try call(.start, identifiedBy: key, for: EventContext(request: visit.request)) {
            try program.start(visit)
        }
        start.model.faultKey = key
        return start
    }

    func start(at model: AnyModel) -> ProgramStart {
        var start = program.start(at: model)
        start.model.faultKey = model.faultKey
        return start
    }

    func run(
        _ messages: [AnyMessage],
        on model: AnyModel,
        after start: ProgramStart?,
        sources: TurnSources,
        limit: Int,
        isNoted: Bool,
        for context: EventContext
    ) throws(TurnFailure) -> TurnResult {
        var key = messages.first?.faultKey ?? model.faultKey
        if messages.first?.faultKey == nil {
            for message in messages { key?.combine((try? JSON.encode(message.value)) ?? []) }
        }
        do {
            let call = messages.isEmpty ? Call.beginning : .update
            var result = try self.call(call, messages, identifiedBy: key, for: context) {
                // The subscriptions are evaluated within this call. If they trap, these turns are refused next time, and the
                // session keeps the model that it had.
                try program.run(
                    messages,
                    on: model,
                    after: start,
                    sources: sources,
                    limit: limit,
                    isNoted: isNoted
                )
            }
            result.model.faultKey = key
            return result
        } catch {
            let message = messages.first.map { caseName($0) } ?? "start"
            throw error as? TurnFailure ?? TurnFailure(message: message, reason: error)
        }
    }

    func view(_ model: AnyModel, on page: Page, previous: Rendering?) throws -> Rendering {
        var key = model.faultKey
        key?.combine(page)
        return try call(.view, identifiedBy: key, for: EventContext(request: page.request)) {
            try program.view(model, on: page, previous: previous)
        }
    }

    func view(_ error: any Error, on page: Page) throws -> Rendering {
        var key = faults?.program
        key?.combine(page)
        key?.combine("\(type(of: error))")
        return try call(.errorPage, identifiedBy: key, for: EventContext(request: page.request)) {
            try program.view(error, on: page)
        }
    }

    func subscriptions(_ model: AnyModel) -> [SessionSubscription] {
        (try? call(.subscriptions, identifiedBy: model.faultKey) { program.subscriptions(model) }) ?? []
    }

    /// Checks a posted form against the view of a model.
    func read(_ form: FormData, by contract: Contract, of model: AnyModel) throws -> CheckedInput {
        var key = model.faultKey
        key?.combine(form.entries)
        return try check(contract, identifiedBy: key) { contract.read(form) }
    }

    /// Checks an action of a page against the view of a model.
    func read(_ action: PageAction, by contract: Contract, of model: AnyModel) throws -> CheckedInput {
        var key = model.faultKey
        key?.combine(action)
        return try check(contract, identifiedBy: key) { contract.read(action) }
    }

    /// Checks an input. Its messages are identified by it.
    private func check(
        _ contract: Contract,
        identifiedBy key: FaultKey?,
        _ read: () -> InputReading
    ) throws -> CheckedInput {
        let input = try call(.input, identifiedBy: key) { try program.check(read(), by: contract) }
        guard key != nil, case .messages(var messages, let isSecret) = input else { return input }
        for index in messages.indices { messages[index].faultKey = key }
        return .messages(messages, isSecret: isSecret)
    }

    func message(json: [UInt8], identifiedBy key: FaultKey?) throws -> AnyMessage {
        try call(.message, identifiedBy: key) { try program.message(json: json) }
    }

    func failed(_ effect: AnyEffect, _ error: any Error, identifiedBy key: FaultKey?) -> AnyMessage? {
        var key = key
        key?.combine((try? JSON.encode(effect.value)) ?? [])
        return try? call(.failure, identifiedBy: key) { program.failed(effect, error) }
    }

    // MARK: What is stored

    func read(
        _ stored: StoredModel,
        identifiedBy key: FaultKey?,
        start: () throws -> AnyModel
    ) throws -> AnyModel {
        var model = try call(.storedModel, identifiedBy: key) { try program.read(stored, start: start) }
        model.faultKey = key
        return model
    }

    /// If reading it has ended a process before, the pending work is lost.
    func storedActivity(json: [UInt8], identifiedBy key: FaultKey?) -> StoredActivity {
        do {
            return try call(.storedActivity, identifiedBy: key) { program.storedActivity(json: json) }
        } catch {
            return StoredActivity(pagesOf: json, losing: error)
        }
    }
}
