// The values of the attributes in Attribute+ARIA.swift.

extension HtmlValue {
    /// How completions are offered.
    public enum AriaAutocomplete: String, CaseIterable, Sendable {
        /// `inline`.
        case inline
        /// `list`.
        case list
        /// `both`.
        case both
        /// `none`.
        case none
    }

    /// The set of which an element is the current one.
    public enum AriaCurrent: String, CaseIterable, Sendable {
        /// `page`.
        case page
        /// `step`.
        case step
        /// `location`.
        case location
        /// `date`.
        case date
        /// `time`.
        case time
    }

    /// The kind of popup that an element opens.
    public enum AriaPopup: String, CaseIterable, Sendable {
        /// `menu`.
        case menu
        /// `listbox`.
        case listbox
        /// `tree`.
        case tree
        /// `grid`.
        case grid
        /// `dialog`.
        case dialog
    }

    /// How a value is invalid.
    public enum AriaInvalid: String, CaseIterable, Sendable {
        /// `grammar`.
        case grammar
        /// `spelling`.
        case spelling
    }

    /// How changes are read out.
    public enum AriaLive: String, CaseIterable, Sendable {
        /// `assertive`: at once.
        case assertive
        /// `polite`: at the next pause.
        case polite
        /// `off`.
        case off
    }

    /// Whether an element is horizontal or vertical.
    public enum AriaOrientation: String, CaseIterable, Sendable {
        /// `horizontal`.
        case horizontal
        /// `vertical`.
        case vertical
        /// `undefined`.
        case undefined
    }

    /// How a column or row is sorted.
    public enum AriaSort: String, CaseIterable, Sendable {
        /// `ascending`.
        case ascending
        /// `descending`.
        case descending
        /// `other`.
        case other
        /// `none`.
        case none
    }

    /// The state of a control that is neither on nor off.
    public enum AriaMixed: String, CaseIterable, Sendable {
        /// `mixed`: some of the controlled items are on.
        case mixed
    }
}
