// The values of the attributes in Attribute+Interactive.swift.

extension HtmlValue {
    /// How the visitor can close a `dialog`.
    public enum ClosedBy: String, CaseIterable, Sendable {
        /// `any`: a click outside of it or a key.
        case any
        /// `closerequest`: a key.
        case closeRequest = "closerequest"
        /// `none`: only controls of the page.
        case none
    }

    /// The command that a button runs on another element.
    public enum ElementCommand: String, CaseIterable, Sendable {
        /// `toggle-popover`.
        case togglePopover = "toggle-popover"
        /// `show-popover`.
        case showPopover = "show-popover"
        /// `hide-popover`.
        case hidePopover = "hide-popover"
        /// `show-modal`.
        case showModal = "show-modal"
        /// `close`.
        case close
        /// `request-close`.
        case requestClose = "request-close"
    }

    /// What a button does to its popover.
    public enum PopoverTargetAction: String, CaseIterable, Sendable {
        /// It shows the popover, hides it, or does what it is not.
        case toggle, show, hide
    }
}
