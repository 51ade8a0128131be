import MessageText

extension Attribute where Message: Encodable & Sendable {
    /// The event of that name, which offers a message.
    package init(event name: AttributeName, _ message: Message) {
        do {
            value = AttributeValue(kind: .message, name: name, text: try messageText(of: message))
        } catch {
            value = AttributeValue(
                kind: .refused,
                name: name,
                text: "The message \(message) cannot be written as text and is left out: \(error)"
            )
        }
    }

    /// The event of that name, whose message is made from what the visitor entered.
    package init<Payload: Decodable & Sendable>(
        event name: AttributeName,
        _ message: @escaping @Sendable (Payload) -> Message
    ) {
        value = AttributeValue(kind: .handler, name: name, handler: Handler(message))
    }

    /// Offers the message when the element is clicked. On a `button` it needs no script.
    public static func onClick(_ message: Message) -> Self { Self(event: .onClick, message) }

    /// Offers the message when the element is double clicked, where there is script.
    public static func onDoubleClick(_ message: Message) -> Self { Self(event: .onDoubleClick, message) }

    /// Makes a message from the control's value when the visitor has changed it.
    ///
    /// Without script the change is sent with the next post of the page; the value is checked against the control's
    /// constraints and decoded into the payload.
    public static func onChange<Payload: Decodable & Sendable>(_ message: @escaping @Sendable (Payload) -> Message)
        -> Self
    {
        Self(event: .onChange, message)
    }

    /// Makes a message from the fields of a form.
    public static func onSubmit<Payload: Decodable & Sendable>(_ message: @escaping @Sendable (Payload) -> Message)
        -> Self
    {
        Self(event: .onSubmit, message)
    }
}
