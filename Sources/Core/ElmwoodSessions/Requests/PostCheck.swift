import ElmwoodArchitecture
import ElmwoodViewTree

/// Decides about a post, and about what its turns have led to.
///
/// It is called on the thread that has the session's turn, with no lock held.
protocol PostCheck<Refusal>: Sendable {
    associatedtype Refusal: Sendable

    /// The page whose view it needs; nil if it needs none.
    var page: Page? { get }

    /// Returns the same check against the view of the page with other values.
    func on(_ page: Page) -> Self

    /// Returns the messages of the post, or its refusal, by the current model.
    func decide(on model: AnyModel) throws -> Decision<AnyMessage, Refusal>

    /// Returns the view of the model that the turns have led to, at the path that they navigate to. If it throws, nothing changes.
    func verify(_ model: AnyModel, at path: String?) throws -> RenderedPage?

    /// Returns the refusal for the problems that an update has thrown; nil if they are a failure.
    ///
    /// - Parameter model: what the post was checked against.
    func refusal(with problems: [Problem], on model: AnyModel) -> Refusal?

    /// Returns the fields that the post has sent, except passwords and files.
    ///
    /// - Parameter model: what the post was checked against.
    func sentFields(on model: AnyModel) -> [FormOverlay.Field]
}

extension PostCheck {
    var page: Page? { nil }
    func on(_ page: Page) -> Self { self }
    func sentFields(on model: AnyModel) -> [FormOverlay.Field] { [] }
}

/// The check of messages that are the server's own.
struct UncheckedPost: PostCheck {
    let messages: [AnyMessage]

    func decide(on model: AnyModel) -> Decision<AnyMessage, Never> { .apply(messages) }
    func verify(_ model: AnyModel, at path: String?) -> RenderedPage? { nil }
    func refusal(with problems: [Problem], on model: AnyModel) -> Never? { nil }
}

/// The result of checking a post against the current view.
package enum Decision<Message: Sendable, Refusal: Sendable>: Sendable {
    /// The messages to apply, in order, all or nothing.
    ///
    /// `isSecret`: whether the messages may contain the value of a secret field, such as a password. The history then contains only
    /// their names.
    case apply([Message], isSecret: Bool = false)
    case refuse(Refusal)
}
