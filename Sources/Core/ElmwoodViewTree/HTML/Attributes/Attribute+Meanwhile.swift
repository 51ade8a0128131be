// What a page shows before the answer to an event has come. Without script a page shows the answer, and these have no effect.

extension Attribute {
    /// What the control shows from its event until the answer to that is shown.
    ///
    /// ```swift
    /// button("♥ \(likes)", .like, .meanwhile(.text("♥ \(likes + 1)"), .class("liked")))
    /// form("letter", .onSubmit(Message.send), .meanwhile(.class("sent"))) { … }
    /// ```
    ///
    /// The changes are made at once, for any event of the control that sends a message. They are undone immediately before the patch is applied that
    /// contains the event, or when the event is refused. A patch that comes before finds the page without them, and they are made again above
    /// it, as the control says by then. So the page ends as the view says, whatever becomes of the event.
    public static func meanwhile(_ changes: HtmlValue.Meanwhile...) -> Self {
        Self(.meanwhile, HtmlValue.Meanwhile.text(of: changes))
    }

    /// Whether the visitor's script asks what the control's message would show before it is clicked: as the pointer comes to it, or the focus.
    ///
    /// ```swift
    /// button("Next", .next, .foreseen)
    /// ```
    ///
    /// The click then shows the answer without waiting for it, and the event confirms it. The program's `update` and `view` run on a copy of the
    /// model, and nothing of it is stored or begun. A message whose turn has commands is not foreseen, nor one whose model would have other
    /// subscriptions: its click waits for the answer. Each question counts as a request of the visitor, so mark controls that are likely to be clicked.
    /// Until the answer has come, the page has the class `elmwood-foreseen`.
    @inlinable
    public static var foreseen: Self { Self(.foreseen, isPresent: true) }
}

extension Attribute where Message: Encodable & Sendable {
    /// What the element shows from the event of another control that sends this message until the answer to that is shown.
    ///
    /// ```swift
    /// li(.key(item.id), .meanwhile(of: .remove(item.id), .hide), .meanwhile(of: .finish(item.id), .class("done"))) {
    ///     button("Delete", .remove(item.id))
    ///     button("Done", .finish(item.id))
    /// }
    /// ```
    public static func meanwhile(of message: Message, _ changes: HtmlValue.Meanwhile...) -> Self {
        do {
            return Self(.meanwhile, HtmlValue.Meanwhile.text(of: changes, for: try messageText(of: message)))
        } catch {
            let reason =
                "The message \(message) cannot be written as text, so that nothing is shown meanwhile: \(error)"
            return Self(value: AttributeValue(kind: .refused, name: .meanwhile, text: reason))
        }
    }
}
