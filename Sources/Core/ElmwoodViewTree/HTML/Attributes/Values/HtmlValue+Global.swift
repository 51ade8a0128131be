// The values of the attributes in Attribute+Global.swift.

extension HtmlValue {
    /// What an on-screen keyboard capitalizes automatically.
    public enum Autocapitalize: String, CaseIterable, Sendable {
        /// Nothing (`off`, `none`), or the first letter of each sentence (`on`, `sentences`).
        case off, none, on, sentences
        /// The first letter of each word, or every letter.
        case words, characters
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
        /// What the key does.
        case enter, done, go, next, previous, search, send
    }

    /// How an element is hidden.
    public enum Hidden: String, CaseIterable, Sendable {
        /// `until-found`: until a search in the page, or a link to a part of it, finds it.
        case untilFound = "until-found"
    }

    /// Which on-screen keyboard suits a field.
    public enum InputMode: String, CaseIterable, Sendable {
        /// The keyboard for such a value; `none` for no keyboard.
        case none, text, tel, url, email, numeric, decimal, search
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
