import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodMessageText
import ElmwoodSupervisor
import ElmwoodViewTree

/// The ``ProgramDriver`` of a program: the only type that calls it. What histories and tests receive is in the program's own types, too
/// (``SessionReference``, ``TurnRecord``, ``BegunEffect``).
///
/// It is compiled once for all programs, so each generic type that it uses is looked up at run time, at about 300 instructions. Its
/// functions are written without `as?`, `map` and `compactMap`, which use further ones.
package struct Driver<P: Program>: ProgramDriver {
    package let program: P
    /// Reads the texts of messages.
    private let reader = MessageReader<P.Message>()
    /// Tells views where the site serves its files; nil if there is no site.
    private let assets: (any AssetAddresses)?
    /// The most bytes of a page.
    private let pageSize: Int

    package init(_ program: P, assets: (any AssetAddresses)? = nil, pageSize: Int = SessionLimits().pageSize) {
        self.program = program
        self.assets = assets
        self.pageSize = pageSize
    }

    package func start(_ visit: Visit) throws -> ProgramStart { ProgramStart(try program.start(visit)) }

    package func start(at model: AnyModel) -> ProgramStart { ProgramStart(Start<P>(Self.open(model))) }

    package func run(
        _ messages: [AnyMessage],
        on model: AnyModel,
        after start: ProgramStart?,
        sources: TurnSources,
        limit: Int,
        isNoted: Bool
    ) throws(TurnFailure) -> TurnResult {
        let former = Self.open(model)
        var changed = former
        var commands: [Command<P>] = []
        let notes = isNoted ? TurnNotes<P>() : nil
        var followed = 0
        if let start {
            followed = try follow(start, &changed, commands: &commands, sources: sources, limit: limit, notes: notes)
        }
        for message in messages {
            followed += try Turn.run(
                program,
                &changed,
                Self.open(message),
                commands: &commands,
                sources: sources,
                limit: limit - followed,
                notes: notes
            )
        }
        let turns = messages.count + followed
        var result = AnyModel(changed)
        result.subscriptions = turns == 0 ? model.subscriptions : subscriptions(changed)
        var remaining: [SessionCommand] = []
        for command in commands { if let command = SessionCommand(command) { remaining.append(command) } }
        return TurnResult(
            model: result,
            commands: remaining,
            turns: turns,
            isUnchanged: turns > 0 && remaining.isEmpty && changed == former,
            notes: notes?.turns
        )
    }

    /// Runs the turns of the messages that a start's command sends at once.
    private func follow(
        _ start: ProgramStart,
        _ model: inout P.Model,
        commands: inout [Command<P>],
        sources: TurnSources,
        limit: Int,
        notes: TurnNotes<P>?
    ) throws(TurnFailure) -> Int {
        guard case let start as Start<P> = start.typed else { return 0 }
        return try Turn.follow(
            start.command,
            program,
            &model,
            commands: &commands,
            sources: sources,
            limit: limit,
            notes: notes
        )
    }

    package func view(_ model: AnyModel, on page: Page, previous: Rendering?) throws -> Rendering {
        do {
            return try Rendering.render(
                previous: previous,
                notices: page.shownNotices,
                inputs: page.values,
                assets: assets,
                limit: pageSize
            ) {
                try program.view(Self.open(model), on: page).html
            }
        } catch var error as PageTooLarge {
            error.address = page.link(to: page.path)
            throw error
        }
    }

    package func view(_ error: any Error, on page: Page) throws -> Rendering {
        try Rendering.render(assets: assets, limit: pageSize) { program.view(error, on: page)?.html ?? .empty }
    }

    package func subscriptions(_ model: AnyModel) -> [SessionSubscription] { subscriptions(Self.open(model)) }

    private func subscriptions(_ model: P.Model) -> [SessionSubscription] {
        var subscriptions: [SessionSubscription] = []
        for subscription in program.subscriptions(model) { subscriptions.append(SessionSubscription(subscription)) }
        return subscriptions
    }

    package func check(_ input: InputReading, by contract: Contract) throws -> CheckedInput {
        switch input {
        case .steps(let steps):
            let isEntered = steps.contains { if case .value = $0 { true } else { false } }
            return .messages(try messages(of: steps), isSecret: isEntered && contract.asksForPassword)
        case .refused(let refusal): return .refused(refusal)
        case .problems(let problems, let overlay): return .problems(problems, overlay)
        }
    }

    private func messages(of steps: [InputReading.Step]) throws -> [AnyMessage] {
        var messages: [AnyMessage] = []
        for step in steps { messages.append(AnyMessage(try step.message(by: reader))) }
        return messages
    }

    package func message(json: [UInt8]) throws -> AnyMessage {
        AnyMessage(try JSON.decode(P.Message.self, from: json))
    }

    package func failed(_ effect: AnyEffect, _ error: any Error) -> AnyMessage? {
        program.failed(Self.open(effect), error).map { AnyMessage($0) }
    }

    package func read(_ stored: StoredModel, start: () throws -> AnyModel) throws -> AnyModel {
        AnyModel(try program.read(stored) { Self.open(try start()) })
    }

    package func json(of model: AnyModel) throws -> [UInt8] { try JSON.encode(Self.open(model)) }

    package func payload(of model: AnyModel) -> Payload { Payload(Self.open(model)) }

    package func json(of storedActivity: StoredActivity) throws -> [UInt8] {
        try StoredActivityText<P>.json(of: storedActivity)
    }

    package func storedActivity(json: [UInt8]) -> StoredActivity {
        StoredActivityText<P>.read(json)
    }

    // MARK: The program's own types

    package static func open(_ model: AnyModel) -> P.Model { open(model.value) }

    package static func open(_ message: AnyMessage) -> P.Message { open(message.value) }

    package static func open(_ effect: AnyEffect) -> P.Effect { open(effect.value) }

    /// Returns the value in its own type.
    ///
    /// Types that are the same need no cast by the runtime, which takes 250 instructions.
    private static func open<Given, Value>(_ value: Given) -> Value {
        if Given.self == Value.self { return unsafeBitCast(value, to: Value.self) }
        switch value {
        case let value as Value: return value
        // No input leads here: a session has one driver, and only that wraps values for it, those that it decodes too. To go on with a
        // value of another program would be worse than to end.
        default: preconditionFailure("A \(type(of: value)) was passed to a session of \(P.self).")
        }
    }
}
