import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodSupervisor
import ElmwoodViewTree

/// A program as its sessions know it, whatever its types are.
package protocol ProgramDriver: Sendable {
    /// Whether anything can be sent to it: one whose messages are `Never` has no sessions.
    var takesMessages: Bool { get }

    /// Where the program starts.
    func start(_ visit: Visit) throws -> ProgramStart

    /// A start at that model, without a command.
    func start(at model: AnyModel) -> ProgramStart

    /// The turns of these messages, and of all that follows from them at once, and what is subscribed to after them.
    ///
    /// - Parameters:
    ///   - start: its command comes before the messages.
    ///   - isNoted: whether the turns are noted for an observer.
    /// - Throws: what made one of the turns impossible.
    func run(
        _ messages: [AnyMessage],
        on model: AnyModel,
        after start: ProgramStart?,
        sources: TurnSources,
        limit: Int,
        isNoted: Bool
    ) throws(TurnFailure) -> TurnResult

    /// The view of a model. What `lazy` made in the view before is taken over where it is equal.
    func view(_ model: AnyModel, on page: Page, previous: Rendering?) throws -> Rendering

    /// The program's page for an error; empty where it has none.
    func view(_ error: any Error, on page: Page) throws -> Rendering

    /// What the program wants to be told of at a model that no turns have led to.
    func subscriptions(_ model: AnyModel) -> [SessionSubscription]

    /// What a posted form comes to, by the view of a model.
    func read(_ form: FormData, by contract: Contract, of model: AnyModel) throws -> CheckedInput

    /// What something done on a page comes to, by the view of a model.
    func read(_ action: PageAction, by contract: Contract, of model: AnyModel) throws -> CheckedInput

    /// The message for an effect that threw; nil where the log is enough.
    ///
    /// - Parameter key: identifies the effect in the record of faults.
    func failed(_ effect: AnyEffect, _ error: any Error, identifiedBy key: FaultKey?) -> AnyMessage?

    /// The model that is stored, as it was or as this version of the program makes it of an earlier one's.
    ///
    /// - Parameters:
    ///   - key: identifies the model in the record of faults.
    ///   - start: the model of the program's start, which completes it.
    func read(_ stored: StoredModel, identifiedBy key: FaultKey?, start: () throws -> AnyModel) throws -> AnyModel

    /// What is stored beside the model, as JSON; nothing where there is nothing.
    func json(of storedActivity: StoredActivity) throws -> [UInt8]

    /// What was stored beside the model.
    ///
    /// - Parameter key: identifies the model in the record of faults.
    func storedActivity(json: [UInt8], identifiedBy key: FaultKey?) -> StoredActivity
}

/// What an input comes to, by the check against a view.
package enum CheckedInput: Sendable {
    /// What to apply, in order. `isSecret` says that what they hold may come from a field marked secret: a password.
    case messages([AnyMessage], isSecret: Bool)
    case refused(Refusal)
    case problems([Problem], FormOverlay)
}

/// What a program of any type starts with.
package struct ProgramStart: Sendable {
    package internal(set) var model: AnyModel
    /// Whether there is a command to carry out at once.
    let hasCommand: Bool
    /// The program's own `Start`.
    package let typed: any Sendable

    init<P: Program>(_ start: Start<P>) {
        model = AnyModel(start.model)
        hasCommand = !start.command.isNone
        typed = start
    }
}

/// What the turns of a transaction come to.
package struct TurnResult: Sendable {
    var model: AnyModel
    /// What is left to be carried out, in order.
    let commands: [SessionCommand]
    /// How many messages had their turn.
    let turns: Int
    /// The turns as they went, the program's own `TakenTurn` each; nil where nobody wants to know.
    let notes: (any Sendable)?
}
