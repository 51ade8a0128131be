// The states and properties of WAI-ARIA. Those that are true or false are written as "false" too, since a missing one has another
// meaning.

extension Attribute {
    /// The id of the element within that is active.
    @inlinable
    public static func ariaActivedescendant(_ value: String) -> Self { Self(.ariaActivedescendant, value) }

    /// Whether a live region is read as a whole when a part changes.
    @inlinable
    public static func ariaAtomic(_ value: Bool) -> Self { Self(.ariaAtomic, value ? "true" : "false") }

    /// Whether and how completions are offered.
    @inlinable
    public static func ariaAutocomplete(_ value: HtmlValue.AriaAutocomplete) -> Self {
        Self(.ariaAutocomplete, value.rawValue)
    }

    /// The element's name in Braille.
    @inlinable
    public static func ariaBraillelabel(_ value: String) -> Self { Self(.ariaBraillelabel, value) }

    /// The element's role in Braille.
    @inlinable
    public static func ariaBrailleroledescription(_ value: String) -> Self { Self(.ariaBrailleroledescription, value) }

    /// Whether the element is being changed and should not be read yet.
    @inlinable
    public static func ariaBusy(_ value: Bool) -> Self { Self(.ariaBusy, value ? "true" : "false") }

    /// Whether a checkbox, radio button or the like is on.
    @inlinable
    public static func ariaChecked(_ value: Bool) -> Self { Self(.ariaChecked, value ? "true" : "false") }

    /// Whether a checkbox, radio button or the like is on.
    @inlinable
    public static func ariaChecked(_ value: HtmlValue.AriaMixed) -> Self { Self(.ariaChecked, value.rawValue) }

    /// How many columns the table has in all; -1 if unknown.
    @inlinable
    public static func ariaColcount(_ value: Int) -> Self { Self(.ariaColcount, value) }

    /// The cell's column, from 1.
    @inlinable
    public static func ariaColindex(_ value: Int) -> Self { Self(.ariaColindex, value) }

    /// The cell's column in words.
    @inlinable
    public static func ariaColindextext(_ value: String) -> Self { Self(.ariaColindextext, value) }

    /// How many columns the cell spans.
    @inlinable
    public static func ariaColspan(_ value: Int) -> Self { Self(.ariaColspan, value) }

    /// The ids of the elements that this one controls, separated by spaces.
    @inlinable
    public static func ariaControls(_ value: String) -> Self { Self(.ariaControls, value) }

    /// Marks the element as the current one of a set: the page of a navigation, the step of a process.
    @inlinable
    public static func ariaCurrent(_ value: HtmlValue.AriaCurrent) -> Self { Self(.ariaCurrent, value.rawValue) }

    /// Marks the element as the current one of a set: the page of a navigation, the step of a process.
    @inlinable
    public static func ariaCurrent(_ value: Bool) -> Self { Self(.ariaCurrent, value ? "true" : "false") }

    /// The ids of the elements that describe this one, separated by spaces.
    @inlinable
    public static func ariaDescribedby(_ value: String) -> Self { Self(.ariaDescribedby, value) }

    /// A description of the element.
    @inlinable
    public static func ariaDescription(_ value: String) -> Self { Self(.ariaDescription, value) }

    /// The ids of the elements with details about this one, separated by spaces.
    @inlinable
    public static func ariaDetails(_ value: String) -> Self { Self(.ariaDetails, value) }

    /// Whether the element cannot be used. This only announces it: see `.disabled` to disable the element.
    @inlinable
    public static func ariaDisabled(_ value: Bool) -> Self { Self(.ariaDisabled, value ? "true" : "false") }

    /// The ids of the elements with this one's error message, separated by spaces.
    @inlinable
    public static func ariaErrormessage(_ value: String) -> Self { Self(.ariaErrormessage, value) }

    /// Whether the element's controlled content is open.
    @inlinable
    public static func ariaExpanded(_ value: Bool) -> Self { Self(.ariaExpanded, value ? "true" : "false") }

    /// The ids of the elements to read next, separated by spaces.
    @inlinable
    public static func ariaFlowto(_ value: String) -> Self { Self(.ariaFlowto, value) }

    /// The kind of popup that the element opens.
    @inlinable
    public static func ariaHaspopup(_ value: HtmlValue.AriaPopup) -> Self { Self(.ariaHaspopup, value.rawValue) }

    /// Whether the element opens a menu.
    @inlinable
    public static func ariaHaspopup(_ value: Bool) -> Self { Self(.ariaHaspopup, value ? "true" : "false") }

    /// Whether the element is hidden from assistive technology.
    @inlinable
    public static func ariaHidden(_ value: Bool) -> Self { Self(.ariaHidden, value ? "true" : "false") }

    /// How the value is invalid.
    @inlinable
    public static func ariaInvalid(_ value: HtmlValue.AriaInvalid) -> Self { Self(.ariaInvalid, value.rawValue) }

    /// Whether the value is invalid.
    @inlinable
    public static func ariaInvalid(_ value: Bool) -> Self { Self(.ariaInvalid, value ? "true" : "false") }

    /// Keys that activate or focus the element: `Control+S`.
    @inlinable
    public static func ariaKeyshortcuts(_ value: String) -> Self { Self(.ariaKeyshortcuts, value) }

    /// The element's name.
    @inlinable
    public static func ariaLabel(_ value: String) -> Self { Self(.ariaLabel, value) }

    /// The ids of the elements that name this one, separated by spaces.
    @inlinable
    public static func ariaLabelledby(_ value: String) -> Self { Self(.ariaLabelledby, value) }

    /// The element's level in a structure, from 1.
    @inlinable
    public static func ariaLevel(_ value: Int) -> Self { Self(.ariaLevel, value) }

    /// How changes of the element are read out.
    @inlinable
    public static func ariaLive(_ value: HtmlValue.AriaLive) -> Self { Self(.ariaLive, value.rawValue) }

    /// Whether a dialog blocks the remainder of the page.
    @inlinable
    public static func ariaModal(_ value: Bool) -> Self { Self(.ariaModal, value ? "true" : "false") }

    /// Whether a text field takes several lines.
    @inlinable
    public static func ariaMultiline(_ value: Bool) -> Self { Self(.ariaMultiline, value ? "true" : "false") }

    /// Whether several items can be chosen.
    @inlinable
    public static func ariaMultiselectable(_ value: Bool) -> Self {
        Self(.ariaMultiselectable, value ? "true" : "false")
    }

    /// Whether the element is horizontal or vertical.
    @inlinable
    public static func ariaOrientation(_ value: HtmlValue.AriaOrientation) -> Self {
        Self(.ariaOrientation, value.rawValue)
    }

    /// The ids of elements that belong to this one though they are elsewhere in the page, separated by spaces.
    @inlinable
    public static func ariaOwns(_ value: String) -> Self { Self(.ariaOwns, value) }

    /// A short hint that an empty field shows.
    @inlinable
    public static func ariaPlaceholder(_ value: String) -> Self { Self(.ariaPlaceholder, value) }

    /// The element's position in its set, from 1.
    @inlinable
    public static func ariaPosinset(_ value: Int) -> Self { Self(.ariaPosinset, value) }

    /// Whether a toggle button is pressed.
    @inlinable
    public static func ariaPressed(_ value: Bool) -> Self { Self(.ariaPressed, value ? "true" : "false") }

    /// Whether a toggle button is pressed.
    @inlinable
    public static func ariaPressed(_ value: HtmlValue.AriaMixed) -> Self { Self(.ariaPressed, value.rawValue) }

    /// Whether the value cannot be changed. This only announces it: see `.readonly` to make the field read-only.
    @inlinable
    public static func ariaReadonly(_ value: Bool) -> Self { Self(.ariaReadonly, value ? "true" : "false") }

    /// Which changes of a live region are read out: `additions removals text all`.
    @inlinable
    public static func ariaRelevant(_ value: String) -> Self { Self(.ariaRelevant, value) }

    /// Whether the field must be filled in.
    @inlinable
    public static func ariaRequired(_ value: Bool) -> Self { Self(.ariaRequired, value ? "true" : "false") }

    /// The element's role in words.
    @inlinable
    public static func ariaRoledescription(_ value: String) -> Self { Self(.ariaRoledescription, value) }

    /// How many rows the table has in all; -1 if unknown.
    @inlinable
    public static func ariaRowcount(_ value: Int) -> Self { Self(.ariaRowcount, value) }

    /// The cell's row, from 1.
    @inlinable
    public static func ariaRowindex(_ value: Int) -> Self { Self(.ariaRowindex, value) }

    /// The cell's row in words.
    @inlinable
    public static func ariaRowindextext(_ value: String) -> Self { Self(.ariaRowindextext, value) }

    /// How many rows the cell spans.
    @inlinable
    public static func ariaRowspan(_ value: Int) -> Self { Self(.ariaRowspan, value) }

    /// Whether the item is selected.
    @inlinable
    public static func ariaSelected(_ value: Bool) -> Self { Self(.ariaSelected, value ? "true" : "false") }

    /// How many items the set has; -1 if unknown.
    @inlinable
    public static func ariaSetsize(_ value: Int) -> Self { Self(.ariaSetsize, value) }

    /// How a column or row is sorted.
    @inlinable
    public static func ariaSort(_ value: HtmlValue.AriaSort) -> Self { Self(.ariaSort, value.rawValue) }

    /// The largest value of a range.
    @inlinable
    public static func ariaValuemax(_ value: some AttributeConvertible) -> Self {
        Self(.ariaValuemax, converted: value)
    }

    /// The smallest value of a range.
    @inlinable
    public static func ariaValuemin(_ value: some AttributeConvertible) -> Self {
        Self(.ariaValuemin, converted: value)
    }

    /// The value of a range.
    @inlinable
    public static func ariaValuenow(_ value: some AttributeConvertible) -> Self {
        Self(.ariaValuenow, converted: value)
    }

    /// The value of a range in words.
    @inlinable
    public static func ariaValuetext(_ value: String) -> Self { Self(.ariaValuetext, value) }
}
