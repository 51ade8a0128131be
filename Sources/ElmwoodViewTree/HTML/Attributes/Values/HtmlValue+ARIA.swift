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

    /// Of what an element is the current one.
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

    /// What an element opens.
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

    /// What is wrong with a value.
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

    /// Whether an element lies or stands.
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

    /// That a control is neither on nor off.
    public enum AriaMixed: String, CaseIterable, Sendable {
        /// `mixed`: some of what it stands for is on.
        case mixed
    }
}
