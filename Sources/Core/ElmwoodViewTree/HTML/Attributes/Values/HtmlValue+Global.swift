// The values of the attributes in Attribute+Global.swift.

extension HtmlValue {
    /// What an on-screen keyboard capitalizes automatically.
    public enum Autocapitalize: String, CaseIterable, Sendable {
        /// `off`.
        case off
        /// `none`.
        case none
        /// `on`.
        case on
        /// `sentences`.
        case sentences
        /// `words`.
        case words
        /// `characters`.
        case characters
    }

    /// Whether, and how, the visitor can edit an element.
    public enum ContentEditable: String, CaseIterable, Sendable {
        /// `plaintext-only`: text with no formatting.
        case plaintextOnly = "plaintext-only"
    }

    /// The direction of text.
    public enum Direction: String, CaseIterable, Sendable {
        /// `ltr`: from left to right.
        case ltr
        /// `rtl`: from right to left.
        case rtl
        /// `auto`: the text's first strong character decides.
        case auto
    }

    /// The label of the enter key of an on-screen keyboard.
    public enum EnterKeyHint: String, CaseIterable, Sendable {
        /// `enter`.
        case enter
        /// `done`.
        case done
        /// `go`.
        case go
        /// `next`.
        case next
        /// `previous`.
        case previous
        /// `search`.
        case search
        /// `send`.
        case send
    }

    /// How an element is hidden.
    public enum Hidden: String, CaseIterable, Sendable {
        /// `until-found`: until a search in the page, or a link to a part of it, finds it.
        case untilFound = "until-found"
    }

    /// Which on-screen keyboard suits a field.
    public enum InputMode: String, CaseIterable, Sendable {
        /// `none`.
        case none
        /// `text`.
        case text
        /// `tel`.
        case tel
        /// `url`.
        case url
        /// `email`.
        case email
        /// `numeric`.
        case numeric
        /// `decimal`.
        case decimal
        /// `search`.
        case search
    }

    /// How a popover is shown.
    public enum Popover: String, CaseIterable, Sendable {
        /// `auto`: closed by a click elsewhere; it closes others.
        case auto
        /// `manual`: closed only by a button or a script.
        case manual
        /// `hint`: closed by a click elsewhere; it closes only other hints.
        case hint
    }
}
