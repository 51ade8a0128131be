// The values of the attributes in Attribute+ARIA.swift.

extension HtmlValue {
    /// How completions are offered.
    public enum AriaAutocomplete: String, CaseIterable, Sendable {
        /// In the field, in a list, both, or not at all.
        case inline, list, both, none
    }

    /// The set of which an element is the current one.
    public enum AriaCurrent: String, CaseIterable, Sendable {
        /// A page, step, place, date or time within its set.
        case page, step, location, date, time
    }

    /// The kind of popup that an element opens.
    public enum AriaPopup: String, CaseIterable, Sendable {
        /// The popup's role.
        case menu, listbox, tree, grid, dialog
    }

    /// How a value is invalid.
    public enum AriaInvalid: String, CaseIterable, Sendable {
        /// By its grammar or its spelling.
        case grammar, spelling
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
        /// One of the two, or neither.
        case horizontal, vertical, undefined
    }

    /// How a column or row is sorted.
    public enum AriaSort: String, CaseIterable, Sendable {
        /// Upwards, downwards, by another order, or not at all.
        case ascending, descending, other, none
    }

    /// The state of a control that is neither on nor off.
    public enum AriaMixed: String, CaseIterable, Sendable {
        /// `mixed`: some of the controlled items are on.
        case mixed
    }
}
