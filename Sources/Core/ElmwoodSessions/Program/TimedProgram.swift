import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodObservation
import ElmwoodSupervisor
import ElmwoodViewTree

/// A program whose calls are timed. Slow ones are logged, the observer is told of all, and one that does not return can be found.
struct TimedProgram: ProgramDriver {
    private let program: any ProgramDriver
    /// The program's name in the log.
    private let name: String
    private let calls: RunningCalls
    private let environment: Environment
    /// Receives the durations of the program's calls; nil if nobody asks.
    private let observed: CallReceiver?
    private let slowCall: Duration

    init(_ program: any ProgramDriver, name: String, in registry: SessionRegistry) {
        self.program = program
        self.name = name
        calls = registry.calls
        environment = registry.environment
        observed = environment.observer?.receiverOfCalls(of: name)
        slowCall = registry.limits.slowCall
    }

    /// Records that a call begins, and returns its index among all running calls.
    private func begin(
        _ function: ObservedCall.Function,
        _ messages: [AnyMessage] = [],
        for context: EventContext = EventContext()
    ) -> Int {
        calls.begin(name, function, messages, for: context, at: environment.now())
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

    var takesMessages: Bool { program.takesMessages }

    func start(_ visit: Visit) throws -> ProgramStart {
        let call = begin(.start, for: EventContext(request: visit.request))
        defer { end(call) }
        return try program.start(visit)
    }

    func start(at model: AnyModel) -> ProgramStart { program.start(at: model) }

    func run(
        _ messages: [AnyMessage],
        on model: AnyModel,
        after start: ProgramStart?,
        sources: TurnSources,
        limit: Int,
        isNoted: Bool,
        for context: EventContext
    ) throws(TurnFailure) -> TurnResult {
        let call = begin(.update, messages, for: context)
        defer { end(call) }
        return try program.run(
            messages,
            on: model,
            after: start,
            sources: sources,
            limit: limit,
            isNoted: isNoted,
            for: context
        )
    }

    func view(_ model: AnyModel, on page: Page, previous: Rendering?) throws -> Rendering {
        let call = begin(.view, for: EventContext(request: page.request))
        defer { end(call) }
        return try program.view(model, on: page, previous: previous)
    }

    func view(_ error: any Error, on page: Page) throws -> Rendering {
        let call = begin(.view, for: EventContext(request: page.request))
        defer { end(call) }
        return try program.view(error, on: page)
    }

    func subscriptions(_ model: AnyModel) -> [SessionSubscription] {
        let call = begin(.subscriptions)
        defer { end(call) }
        return program.subscriptions(model)
    }

    func read(_ form: FormData, by contract: Contract, of model: AnyModel) throws -> CheckedInput {
        try program.read(form, by: contract, of: model)
    }

    func read(_ action: PageAction, by contract: Contract, of model: AnyModel) throws -> CheckedInput {
        try program.read(action, by: contract, of: model)
    }

    func message(json: [UInt8], identifiedBy key: FaultKey?) throws -> AnyMessage {
        try program.message(json: json, identifiedBy: key)
    }

    func failed(_ effect: AnyEffect, _ error: any Error, identifiedBy key: FaultKey?) -> AnyMessage? {
        let call = begin(.failed)
        defer { end(call) }
        return program.failed(effect, error, identifiedBy: key)
    }

    // MARK: What is stored

    func read(
        _ stored: StoredModel,
        identifiedBy key: FaultKey?,
        start: () throws -> AnyModel
    ) throws -> AnyModel {
        let call = begin(.read)
        defer { end(call) }
        return try program.read(stored, identifiedBy: key, start: start)
    }

    func json(of model: AnyModel) throws -> [UInt8] { try program.json(of: model) }

    func payload(of model: AnyModel) -> Payload { program.payload(of: model) }

    func json(of storedActivity: StoredActivity) throws -> [UInt8] { try program.json(of: storedActivity) }

    func storedActivity(json: [UInt8], identifiedBy key: FaultKey?) -> StoredActivity {
        program.storedActivity(json: json, identifiedBy: key)
    }
}
