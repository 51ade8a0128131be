// Attributes of disclosure, dialogs, popovers and commands (HTML Standard §4.11, §6.12).

extension Attribute {
    /// How the visitor can close a `dialog`.
    @inlinable
    public static func closedby(_ value: HtmlValue.ClosedBy) -> Self { Self(.closedby, value.rawValue) }

    /// The command that a button runs on the element of `.commandfor`, without script. A custom command's name starts with `--`.
    @inlinable
    public static func command(_ value: HtmlValue.ElementCommand) -> Self { Self(.command, value.rawValue) }

    /// The command that a button runs on the element of `.commandfor`, without script. A custom command's name starts with `--`.
    @inlinable
    public static func command(_ value: String) -> Self { Self(.command, value) }

    /// The id of the element that the button's `.command` is for.
    @inlinable
    public static func commandfor(_ value: String) -> Self { Self(.commandfor, value) }

    /// The question that a visitor answers before a button's message, or a form, is sent.
    ///
    /// ```swift
    /// button("Delete", .delete(item.id), .confirm("Delete “\(item.title)”?"))
    /// ```
    ///
    /// A modal dialog asks it, with a button that cancels, which has the focus, and one that continues. Without script the answer to the post is
    /// a page that asks, and nothing is applied before it is answered. The question belongs to a button that has a message, or to a form: that
    /// of a form is asked whichever of its buttons sends it, once its fields are valid. A form that has sent files is not asked about without
    /// script, since no page can send them again. What a client sends as a script does, or asks for as text or JSON, is answered already.
    @inlinable
    public static func confirm(_ question: String) -> Self { Self(.confirm, question) }

    /// Whether a `dialog` is open as a modal one: nothing else on the page can be used.
    ///
    /// ```swift
    /// dialog(.modal(model.isRenaming), .onClose(.cancelled), .ariaLabel("Rename")) {
    ///     form("rename", .onSubmit(Message.renamed)) {
    ///         input(.name("title"), .ariaLabel("Title"), .value(model.title), .required)
    ///         button { "Save" }
    ///         button("Cancel", .cancelled)
    ///     }
    /// }
    /// ```
    ///
    /// The model opens and closes it. When it closes, the focus returns to what had it before. The visitor may close it too, by Escape,
    /// which the browser does at once: `onClose` tells the program, so a dialog has both. Without script the dialog is a page of its own.
    @inlinable
    public static func modal(_ isOpen: Bool) -> Self { Self(.modal, isPresent: isOpen) }

    /// Whether a `details` or `dialog` is open.
    @inlinable
    public static var open: Self { Self(.open, isPresent: true) }

    /// The id of the popover that the button shows or hides.
    @inlinable
    public static func popovertarget(_ value: String) -> Self { Self(.popovertarget, value) }

    /// What the button does to its popover: show or hide it.
    @inlinable
    public static func popovertargetaction(_ value: HtmlValue.PopoverTargetAction) -> Self {
        Self(.popovertargetaction, value.rawValue)
    }
}
