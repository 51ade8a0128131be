import ElmwoodArchitecture
import ElmwoodObservation
import ElmwoodFormData
import ElmwoodForms
import ElmwoodSupervisor
import ElmwoodViewTree

/// A program whose calls are recorded while they run. A call that ended a process before is refused.
///
/// The result of a call is identified by the call: a model that turns led to, by the model before and the messages. Then its
/// session defines how the next process identifies it (``SessionHost/faultKey(of:version:)``).
struct GuardedProgram: ProgramDriver {
    private let program: any ProgramDriver
    private let faults: ProgramFaults
    /// Called when a call was refused, with what it was made for, and the name of the message.
    private let refused: @Sendable (EventContext, _ message: String?) -> Void

    init(
        _ program: any ProgramDriver,
        _ faults: ProgramFaults,
        refused: @escaping @Sendable (EventContext, _ message: String?) -> Void
    ) {
        self.program = program
        self.faults = faults
        self.refused = refused
    }

    /// The function of the program that is called.
    private enum Call: UInt64 {
        case start, beginning, update, input, view, errorPage, subscriptions, failure, storedModel, storedActivity,
            message
    }

    /// Calls the program, unless the same call has ended a process before.
    ///
    /// - Parameter key: identifies the arguments; nil if nothing does.
    /// - Throws: ``EndedProcess`` if the call is refused.
    private func call<Result>(
        _ call: Call,
        _ key: FaultKey?,
        for context: EventContext = EventContext(),
        message: @autoclosure () -> String? = nil,
        _ content: (inout FaultKey) -> Void = { _ in },
        _ body: () throws -> Result
    ) throws -> Result {
        guard var key else { return try body() }
        key.combine(call.rawValue)
        content(&key)
        guard let result = try faults.record.attempt(key, body) else {
            refused(context, message())
            throw EndedProcess()
        }
        return result
    }

    // MARK: Functions of the program

    var takesMessages: Bool { program.takesMessages }

    func start(_ visit: Visit) throws -> ProgramStart {
        // The key is the same for all visits that are equal: a visitor who received no answer has no cookie when they try again.
        var key = faults.program
        key.combine(visit)
        var start = try call(.start, key, for: EventContext(request: visit.request)) {
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
            var result = try self.call(call, key, for: context, message: messages.first.map { caseName($0) }) {
                // The subscriptions are evaluated within this call. If they trap, these turns are refused next time, and the
                // session keeps the model that it had.
                try program.run(
                    messages,
                    on: model,
                    after: start,
                    sources: sources,
                    limit: limit,
                    isNoted: isNoted,
                    for: context
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
        try call(.view, model.faultKey, for: EventContext(request: page.request)) {
            $0.combine(page)
        } _: {
            try program.view(model, on: page, previous: previous)
        }
    }

    func view(_ error: any Error, on page: Page) throws -> Rendering {
        try call(.errorPage, faults.program, for: EventContext(request: page.request)) {
            $0.combine(page)
            $0.combine("\(type(of: error))")
        } _: {
            try program.view(error, on: page)
        }
    }

    func subscriptions(_ model: AnyModel) -> [SessionSubscription] {
        (try? call(.subscriptions, model.faultKey) { program.subscriptions(model) }) ?? []
    }

    func read(_ form: FormData, by contract: Contract, of model: AnyModel) throws -> CheckedInput {
        var key = model.faultKey
        key?.combine(form.entries)
        return try call(.input, key) { try program.read(form, by: contract, of: model) }.identified(by: key)
    }

    func read(_ action: PageAction, by contract: Contract, of model: AnyModel) throws -> CheckedInput {
        var key = model.faultKey
        key?.combine(action)
        return try call(.input, key) { try program.read(action, by: contract, of: model) }.identified(by: key)
    }

    func message(json: [UInt8], identifiedBy key: FaultKey?) throws -> AnyMessage {
        try call(.message, key) { try program.message(json: json, identifiedBy: key) }
    }

    func failed(_ effect: AnyEffect, _ error: any Error, identifiedBy key: FaultKey?) -> AnyMessage? {
        try? call(.failure, key) {
            $0.combine((try? JSON.encode(effect.value)) ?? [])
        } _: {
            program.failed(effect, error, identifiedBy: key)
        }
    }

    // MARK: What is stored

    func read(
        _ stored: StoredModel,
        identifiedBy key: FaultKey?,
        start: () throws -> AnyModel
    ) throws -> AnyModel {
        var model = try call(.storedModel, key) { try program.read(stored, identifiedBy: key, start: start) }
        model.faultKey = key
        return model
    }

    func json(of model: AnyModel) throws -> [UInt8] { try program.json(of: model) }

    func payload(of model: AnyModel) -> Payload { program.payload(of: model) }

    func json(of storedActivity: StoredActivity) throws -> [UInt8] { try program.json(of: storedActivity) }

    /// If reading it has ended a process before, the pending work is lost.
    func storedActivity(json: [UInt8], identifiedBy key: FaultKey?) -> StoredActivity {
        do {
            return try call(.storedActivity, key) { program.storedActivity(json: json, identifiedBy: key) }
        } catch {
            return StoredActivity(pagesOf: json, losing: error)
        }
    }
}

extension CheckedInput {
    /// Returns the same, with messages that are identified by their input.
    fileprivate func identified(by key: FaultKey?) -> CheckedInput {
        guard case .messages(var messages, let isSecret) = self else { return self }
        for index in messages.indices { messages[index].faultKey = key }
        return .messages(messages, isSecret: isSecret)
    }
}
