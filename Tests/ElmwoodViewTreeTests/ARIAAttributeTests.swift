import Testing

@testable import ElmwoodViewTree

/// ARIA's attributes.
@Suite struct ARIAAttributeTests {
    /// The states and properties of WAI-ARIA 1.2 and 1.3 that are not deprecated.
    static let standard: Set<String> = [
        "aria-activedescendant", "aria-atomic", "aria-autocomplete", "aria-braillelabel",
        "aria-brailleroledescription", "aria-busy", "aria-checked", "aria-colcount", "aria-colindex",
        "aria-colindextext", "aria-colspan", "aria-controls", "aria-current", "aria-describedby", "aria-description",
        "aria-details", "aria-disabled", "aria-errormessage", "aria-expanded", "aria-flowto", "aria-haspopup",
        "aria-hidden", "aria-invalid", "aria-keyshortcuts", "aria-label", "aria-labelledby", "aria-level",
        "aria-live", "aria-modal", "aria-multiline", "aria-multiselectable", "aria-orientation", "aria-owns",
        "aria-placeholder", "aria-posinset", "aria-pressed", "aria-readonly", "aria-relevant", "aria-required",
        "aria-roledescription", "aria-rowcount", "aria-rowindex", "aria-rowindextext", "aria-rowspan",
        "aria-selected", "aria-setsize", "aria-sort", "aria-valuemax", "aria-valuemin", "aria-valuenow",
        "aria-valuetext",
    ]

    @Test func `Every state and property of ARIA is written under its own name, even if it is false`() throws {
        var attributes = WrittenAttributes()
        try attributes.expect("aria-activedescendant", "v", .ariaActivedescendant("v"))
        try attributes.expect("aria-atomic", "true", .ariaAtomic(true))
        try attributes.expect("aria-atomic", "false", .ariaAtomic(false))
        try attributes.expect("aria-autocomplete", "inline", .ariaAutocomplete(.inline))
        try attributes.expect("aria-braillelabel", "v", .ariaBraillelabel("v"))
        try attributes.expect("aria-brailleroledescription", "v", .ariaBrailleroledescription("v"))
        try attributes.expect("aria-busy", "true", .ariaBusy(true))
        try attributes.expect("aria-busy", "false", .ariaBusy(false))
        try attributes.expect("aria-checked", "true", .ariaChecked(true))
        try attributes.expect("aria-checked", "false", .ariaChecked(false))
        try attributes.expect("aria-checked", "mixed", .ariaChecked(.mixed))
        try attributes.expect("aria-colcount", "3", .ariaColcount(3))
        try attributes.expect("aria-colindex", "3", .ariaColindex(3))
        try attributes.expect("aria-colindextext", "v", .ariaColindextext("v"))
        try attributes.expect("aria-colspan", "3", .ariaColspan(3))
        try attributes.expect("aria-controls", "v", .ariaControls("v"))
        try attributes.expect("aria-current", "page", .ariaCurrent(.page))
        try attributes.expect("aria-describedby", "v", .ariaDescribedby("v"))
        try attributes.expect("aria-description", "v", .ariaDescription("v"))
        try attributes.expect("aria-details", "v", .ariaDetails("v"))
        try attributes.expect("aria-disabled", "true", .ariaDisabled(true))
        try attributes.expect("aria-disabled", "false", .ariaDisabled(false))
        try attributes.expect("aria-errormessage", "v", .ariaErrormessage("v"))
        try attributes.expect("aria-expanded", "true", .ariaExpanded(true))
        try attributes.expect("aria-expanded", "false", .ariaExpanded(false))
        try attributes.expect("aria-flowto", "v", .ariaFlowto("v"))
        try attributes.expect("aria-haspopup", "menu", .ariaHaspopup(.menu))
        try attributes.expect("aria-hidden", "true", .ariaHidden(true))
        try attributes.expect("aria-hidden", "false", .ariaHidden(false))
        try attributes.expect("aria-invalid", "grammar", .ariaInvalid(.grammar))
        try attributes.expect("aria-invalid", "true", .ariaInvalid(true))
        try attributes.expect("aria-invalid", "false", .ariaInvalid(false))
        try attributes.expect("aria-keyshortcuts", "v", .ariaKeyshortcuts("v"))
        try attributes.expect("aria-label", "v", .ariaLabel("v"))
        try attributes.expect("aria-labelledby", "v", .ariaLabelledby("v"))
        try attributes.expect("aria-level", "3", .ariaLevel(3))
        try attributes.expect("aria-live", "assertive", .ariaLive(.assertive))
        try attributes.expect("aria-modal", "true", .ariaModal(true))
        try attributes.expect("aria-modal", "false", .ariaModal(false))
        try attributes.expect("aria-multiline", "true", .ariaMultiline(true))
        try attributes.expect("aria-multiline", "false", .ariaMultiline(false))
        try attributes.expect("aria-multiselectable", "true", .ariaMultiselectable(true))
        try attributes.expect("aria-multiselectable", "false", .ariaMultiselectable(false))
        try attributes.expect("aria-orientation", "horizontal", .ariaOrientation(.horizontal))
        try attributes.expect("aria-owns", "v", .ariaOwns("v"))
        try attributes.expect("aria-placeholder", "v", .ariaPlaceholder("v"))
        try attributes.expect("aria-posinset", "3", .ariaPosinset(3))
        try attributes.expect("aria-pressed", "true", .ariaPressed(true))
        try attributes.expect("aria-pressed", "false", .ariaPressed(false))
        try attributes.expect("aria-pressed", "mixed", .ariaPressed(.mixed))
        try attributes.expect("aria-readonly", "true", .ariaReadonly(true))
        try attributes.expect("aria-readonly", "false", .ariaReadonly(false))
        try attributes.expect("aria-relevant", "v", .ariaRelevant("v"))
        try attributes.expect("aria-required", "true", .ariaRequired(true))
        try attributes.expect("aria-required", "false", .ariaRequired(false))
        try attributes.expect("aria-roledescription", "v", .ariaRoledescription("v"))
        try attributes.expect("aria-rowcount", "3", .ariaRowcount(3))
        try attributes.expect("aria-rowindex", "3", .ariaRowindex(3))
        try attributes.expect("aria-rowindextext", "v", .ariaRowindextext("v"))
        try attributes.expect("aria-rowspan", "3", .ariaRowspan(3))
        try attributes.expect("aria-selected", "true", .ariaSelected(true))
        try attributes.expect("aria-selected", "false", .ariaSelected(false))
        try attributes.expect("aria-setsize", "3", .ariaSetsize(3))
        try attributes.expect("aria-sort", "ascending", .ariaSort(.ascending))
        try attributes.expect("aria-valuemax", "v", .ariaValuemax("v"))
        try attributes.expect("aria-valuemin", "v", .ariaValuemin("v"))
        try attributes.expect("aria-valuenow", "v", .ariaValuenow("v"))
        try attributes.expect("aria-valuetext", "v", .ariaValuetext("v"))
        try attributes.expect("aria-current", "true", .ariaCurrent(true))
        try attributes.expect("aria-current", "false", .ariaCurrent(false))
        try attributes.expect("aria-haspopup", "true", .ariaHaspopup(true))
        try attributes.expect("aria-haspopup", "false", .ariaHaspopup(false))
        #expect(attributes.names == Self.standard)
    }
}
