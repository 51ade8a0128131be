// Forms and their controls (HTML Standard §4.10). The short forms of `button`, `label`, `option` and `form` are in
// ShortForms.swift.

/// A form. With `.action` it is a plain HTML form; a form that sends a message is `form("name", .onSubmit(Message.add)) { … }`.
/// Forms cannot be nested.
@inlinable
public func form<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.form, attributes, content)
}

/// `form`, empty.
@inlinable
public func form<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.form, attributes)
}

/// The caption of a control: the one within it, or the one whose id is `.for`.
@inlinable
public func label<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.label, attributes, content)
}

/// `label`, empty.
@inlinable
public func label<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.label, attributes)
}

/// A typed field or button. `.onChange` makes it a controlled field of the page; in a typed form its `.name` is the payload's
/// field.
@inlinable
public func input<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.input, attributes)
}

/// A button. A lone one sends a message: `button("+", .increment)`.
@inlinable
public func button<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.button, attributes, content)
}

/// `button`, empty.
@inlinable
public func button<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.button, attributes)
}

/// A choice among options.
@inlinable
public func select<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.select, attributes, content)
}

/// `select`, empty.
@inlinable
public func select<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.select, attributes)
}

/// Suggestions for an `input`, which names it by `.list`.
@inlinable
public func datalist<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.datalist, attributes, content)
}

/// `datalist`, empty.
@inlinable
public func datalist<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.datalist, attributes)
}

/// A group of options with a common `.label`.
@inlinable
public func optgroup<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.optgroup, attributes, content)
}

/// `optgroup`, empty.
@inlinable
public func optgroup<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.optgroup, attributes)
}

/// An option of a `select` or a suggestion of a `datalist`.
@inlinable
public func option<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.option, attributes, content)
}

/// `option`, empty.
@inlinable
public func option<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.option, attributes)
}

/// A field of several lines. Its content, which is text only, is its value.
@inlinable
public func textarea<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.textarea, attributes, content)
}

/// `textarea`, empty.
@inlinable
public func textarea<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.textarea, attributes)
}

/// The result of a calculation or a user's action.
@inlinable
public func output<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.output, attributes, content)
}

/// `output`, empty.
@inlinable
public func output<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.output, attributes)
}

/// The progress of a task. Without `.value`, the progress is indeterminate.
@inlinable
public func progress<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.progress, attributes, content)
}

/// `progress`, empty.
@inlinable
public func progress<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.progress, attributes)
}

/// A measure within a known range, such as disk usage.
@inlinable
public func meter<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.meter, attributes, content)
}

/// `meter`, empty.
@inlinable
public func meter<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.meter, attributes)
}

/// A group of controls. `.disabled` disables all of them except those in its `legend`.
@inlinable
public func fieldset<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.fieldset, attributes, content)
}

/// `fieldset`, empty.
@inlinable
public func fieldset<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.fieldset, attributes)
}

/// The caption of a `fieldset`; its first child.
@inlinable
public func legend<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.legend, attributes, content)
}

/// `legend`, empty.
@inlinable
public func legend<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.legend, attributes)
}

/// A copy of the selected option's content, within the button of a customizable `select`.
@inlinable
public func selectedcontent<Message>(
    _ attributes: Attribute<Message>...,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Html<Message> {
    try element(.selectedcontent, attributes, content)
}

/// `selectedcontent`, empty.
@inlinable
public func selectedcontent<Message>(_ attributes: Attribute<Message>...) -> Html<Message> {
    element(.selectedcontent, attributes)
}
