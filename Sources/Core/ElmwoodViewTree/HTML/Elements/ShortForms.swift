// Short forms of the most frequent controls.

/// A button that sends a message when it is pressed, anywhere on the page and without script.
///
/// ```swift
/// button("+", .increment)
/// button("Remove", .remove(id: item.id), .class("danger"), .disabled(model.isBusy))
/// ```
public func button<Message: Encodable & Sendable>(
    _ label: String,
    _ message: Message,
    _ attributes: Attribute<Message>...
) -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    let isAlone = untyped(attributes).allSatisfy { $0.name != .onClick }
    guard isAlone,
        let fragment = try? arena.pointee.messages.withText(
            of: message,
            { arena.pointee.messageButton(label, message: $0, untyped(attributes)) }
        )
    else {
        return element(.button, attributes, own: [Attribute.onClick(message).value], text: label)
    }
    return Html(fragment)
}

/// The caption of the control with that id.
///
/// ```swift
/// label("Name", for: "name")
/// input(.id("name"), .name("name"))
/// ```
@inlinable
public func label<Message>(
    _ text: String,
    for control: String,
    _ attributes: Attribute<Message>...
) -> Html<Message> {
    element(.label, attributes, own: [Attribute<Message>.for(control).value], text: text)
}

/// An option of a `select`, with the value that it sends and whether it is selected.
///
/// ```swift
/// select(.name("size"), .onChange(Message.resize)) {
///     for size in Size.allCases {
///         option(size.label, value: size.rawValue, selected: size == model.size)
///     }
/// }
/// ```
@inlinable
public func option<Message>(
    _ label: String,
    value: some AttributeConvertible,
    selected: Bool = false,
    _ attributes: Attribute<Message>...
) -> Html<Message> {
    element(
        .option,
        attributes,
        own: [Attribute<Message>.value(value).value, Attribute<Message>.selected(selected).value],
        text: label
    )
}

/// A form of that name, whose fields are decoded into a message's payload.
///
/// The name is unique among the page's forms. The fields' names are those of the payload's properties. A field that cannot be
/// decoded, or violates a constraint, becomes one of the page's problems, and the typed text is retained.
///
/// ```swift
/// form("new-todo", .onSubmit(Message.add)) {
///     input(.name("title"), .required, .maxlength(100))
///     button { "Add" }
/// }
/// ```
@inlinable
public func form<Message>(
    _ name: String,
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.form, attributes, own: [Attribute<Message>(.formName, name).value], content)
}
