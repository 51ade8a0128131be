import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodSupervisor
import ElmwoodViewTree

/// A program of any type, as its sessions use it. They call its own functions by ``GuardedProgram``.
package protocol ProgramDriver: Sendable {
    /// Returns the program's start for a visit.
    func start(_ visit: Visit) throws -> ProgramStart

    /// Returns a start with that model, without a command.
    func start(at model: AnyModel) -> ProgramStart

    /// Runs the turns of these messages, and of all immediate messages that follow from them, and evaluates the subscriptions
    /// afterwards.
    ///
    /// - Parameters:
    ///   - start: its command precedes the messages.
    ///   - isNoted: whether the turns are recorded for an observer.
    /// - Throws: the error of the turn that failed.
    func run(
        _ messages: [AnyMessage],
        on model: AnyModel,
        after start: ProgramStart?,
        sources: TurnSources,
        limit: Int,
        isNoted: Bool
    ) throws(TurnFailure) -> TurnResult

    /// Renders the view of a model. Unchanged `lazy` parts of the previous view are reused.
    func view(_ model: AnyModel, on page: Page, previous: Rendering?) throws -> Rendering

    /// Renders the program's page for an error; empty if it has none.
    func view(_ error: any Error, on page: Page) throws -> Rendering

    /// Returns the subscriptions at a model that no turns have led to.
    func subscriptions(_ model: AnyModel) -> [SessionSubscription]

    /// Makes the messages of a posted form, or of an action of a page, that was read by a contract.
    func check(_ input: InputReading, by contract: Contract) throws -> CheckedInput

    /// Reads a message that another program has sent, or the answer to one of this program's.
    func message(json: [UInt8]) throws -> AnyMessage

    /// Returns the message for an effect that threw; nil if the error is only logged.
    func failed(_ effect: AnyEffect, _ error: any Error) -> AnyMessage?

    /// Reads a stored model, and migrates one of an earlier version of the program.
    ///
    /// - Parameter start: the model of the program's start, which completes it.
    func read(_ stored: StoredModel, start: () throws -> AnyModel) throws -> AnyModel

    /// Returns a model as JSON, as it is stored.
    func json(of model: AnyModel) throws -> [UInt8]

    /// Returns a shared model as the payload of a broadcast.
    func payload(of model: AnyModel) -> Payload

    /// Returns the stored part beside the model as JSON; empty if there is none.
    func json(of storedActivity: StoredActivity) throws -> [UInt8]

    /// Reads the stored part beside the model.
    func storedActivity(json: [UInt8]) -> StoredActivity
}

/// The result of checking an input against a view.
package enum CheckedInput: Sendable {
    /// The messages to apply, in order. `isSecret`: whether their values may come from a secret field, such as a password.
    case messages([AnyMessage], isSecret: Bool)
    case refused(Refusal)
    case problems([Problem], FormOverlay)
}

/// The start of a program of any type.
package struct ProgramStart: Sendable {
    package internal(set) var model: AnyModel
    /// Whether it has a command.
    let hasCommand: Bool
    /// The program's own `Start`.
    package let typed: any Sendable

    init<P: Program>(_ start: Start<P>) {
        model = AnyModel(start.model)
        hasCommand = !start.command.isNone
        typed = start
    }
}

/// The result of a transaction's turns.
package struct TurnResult: Sendable {
    var model: AnyModel
    /// The commands that remain to be performed, in order.
    let commands: [SessionCommand]
    /// The number of messages that had a turn.
    let turns: Int
    /// Whether the turns have left the model as it was, and returned no command.
    let isUnchanged: Bool
    /// The recorded turns, each a `TakenTurn` of the program; nil if they were not recorded.
    let notes: (any Sendable)?
}
