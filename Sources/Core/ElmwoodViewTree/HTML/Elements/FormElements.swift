// Forms and their controls (HTML Standard §4.10). The short forms of `button`, `label`, `option` and `form` are in
// ShortForms.swift.

/// A form. With `.action` it is a plain HTML form; a form that sends a message is `form("name", .onSubmit(Message.add)) { … }`.
/// Forms cannot be nested.
@inlinable public var form: HtmlElement { HtmlElement(.form) }

/// The caption of a control: the one within it, or the one whose id is `.for`.
@inlinable public var label: HtmlElement { HtmlElement(.label) }

/// A typed field or button. `.onChange` makes it a controlled field of the page; in a typed form its `.name` is the payload's
/// field.
@inlinable public var input: HtmlVoidElement { HtmlVoidElement(.input) }

/// A button. A lone one sends a message: `button("+", .increment)`.
@inlinable public var button: HtmlElement { HtmlElement(.button) }

/// A choice among options.
@inlinable public var select: HtmlElement { HtmlElement(.select) }

/// Suggestions for an `input`, which names it by `.list`.
@inlinable public var datalist: HtmlElement { HtmlElement(.datalist) }

/// A group of options with a common `.label`.
@inlinable public var optgroup: HtmlElement { HtmlElement(.optgroup) }

/// An option of a `select` or a suggestion of a `datalist`.
@inlinable public var option: HtmlElement { HtmlElement(.option) }

/// A field of several lines. Its content, which is text only, is its value.
@inlinable public var textarea: HtmlElement { HtmlElement(.textarea) }

/// The result of a calculation or a user's action.
@inlinable public var output: HtmlElement { HtmlElement(.output) }

/// The progress of a task. Without `.value`, the progress is indeterminate.
@inlinable public var progress: HtmlElement { HtmlElement(.progress) }

/// A measure within a known range, such as disk usage.
@inlinable public var meter: HtmlElement { HtmlElement(.meter) }

/// A group of controls. `.disabled` disables all of them except those in its `legend`.
@inlinable public var fieldset: HtmlElement { HtmlElement(.fieldset) }

/// The caption of a `fieldset`; its first child.
@inlinable public var legend: HtmlElement { HtmlElement(.legend) }

/// A copy of the selected option's content, within the button of a customizable `select`.
@inlinable public var selectedcontent: HtmlElement { HtmlElement(.selectedcontent) }
