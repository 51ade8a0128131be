// The role, states and properties of WAI-ARIA 1.2 and 1.3.

extension AttributeName {
    @usableFromInline package static var role: Self { Self(153) }
    @usableFromInline package static var ariaActivedescendant: Self { Self(154) }
    @usableFromInline package static var ariaAtomic: Self { Self(155) }
    @usableFromInline package static var ariaAutocomplete: Self { Self(156) }
    @usableFromInline package static var ariaBraillelabel: Self { Self(157) }
    @usableFromInline package static var ariaBrailleroledescription: Self { Self(158) }
    @usableFromInline package static var ariaBusy: Self { Self(159) }
    @usableFromInline package static var ariaChecked: Self { Self(160) }
    @usableFromInline package static var ariaColcount: Self { Self(161) }
    @usableFromInline package static var ariaColindex: Self { Self(162) }
    @usableFromInline package static var ariaColindextext: Self { Self(163) }
    @usableFromInline package static var ariaColspan: Self { Self(164) }
    @usableFromInline package static var ariaControls: Self { Self(165) }
    @usableFromInline package static var ariaCurrent: Self { Self(166) }
    @usableFromInline package static var ariaDescribedby: Self { Self(167) }
    @usableFromInline package static var ariaDescription: Self { Self(168) }
    @usableFromInline package static var ariaDetails: Self { Self(169) }
    @usableFromInline package static var ariaDisabled: Self { Self(170) }
    @usableFromInline package static var ariaErrormessage: Self { Self(171) }
    @usableFromInline package static var ariaExpanded: Self { Self(172) }
    @usableFromInline package static var ariaFlowto: Self { Self(173) }
    @usableFromInline package static var ariaHaspopup: Self { Self(174) }
    @usableFromInline package static var ariaHidden: Self { Self(175) }
    @usableFromInline package static var ariaInvalid: Self { Self(176) }
    @usableFromInline package static var ariaKeyshortcuts: Self { Self(177) }
    @usableFromInline package static var ariaLabel: Self { Self(178) }
    @usableFromInline package static var ariaLabelledby: Self { Self(179) }
    @usableFromInline package static var ariaLevel: Self { Self(180) }
    @usableFromInline package static var ariaLive: Self { Self(181) }
    @usableFromInline package static var ariaModal: Self { Self(182) }
    @usableFromInline package static var ariaMultiline: Self { Self(183) }
    @usableFromInline package static var ariaMultiselectable: Self { Self(184) }
    @usableFromInline package static var ariaOrientation: Self { Self(185) }
    @usableFromInline package static var ariaOwns: Self { Self(186) }
    @usableFromInline package static var ariaPlaceholder: Self { Self(187) }
    @usableFromInline package static var ariaPosinset: Self { Self(188) }
    @usableFromInline package static var ariaPressed: Self { Self(189) }
    @usableFromInline package static var ariaReadonly: Self { Self(190) }
    @usableFromInline package static var ariaRelevant: Self { Self(191) }
    @usableFromInline package static var ariaRequired: Self { Self(192) }
    @usableFromInline package static var ariaRoledescription: Self { Self(193) }
    @usableFromInline package static var ariaRowcount: Self { Self(194) }
    @usableFromInline package static var ariaRowindex: Self { Self(195) }
    @usableFromInline package static var ariaRowindextext: Self { Self(196) }
    @usableFromInline package static var ariaRowspan: Self { Self(197) }
    @usableFromInline package static var ariaSelected: Self { Self(198) }
    @usableFromInline package static var ariaSetsize: Self { Self(199) }
    @usableFromInline package static var ariaSort: Self { Self(200) }
    @usableFromInline package static var ariaValuemax: Self { Self(201) }
    @usableFromInline package static var ariaValuemin: Self { Self(202) }
    @usableFromInline package static var ariaValuenow: Self { Self(203) }
    @usableFromInline package static var ariaValuetext: Self { Self(204) }

    static var ariaDefinitions: [(attribute: AttributeName, text: StaticString)] {
        [
            (.role, "role"), (.ariaActivedescendant, "aria-activedescendant"), (.ariaAtomic, "aria-atomic"),
            (.ariaAutocomplete, "aria-autocomplete"), (.ariaBraillelabel, "aria-braillelabel"),
            (.ariaBrailleroledescription, "aria-brailleroledescription"), (.ariaBusy, "aria-busy"),
            (.ariaChecked, "aria-checked"), (.ariaColcount, "aria-colcount"), (.ariaColindex, "aria-colindex"),
            (.ariaColindextext, "aria-colindextext"), (.ariaColspan, "aria-colspan"), (.ariaControls, "aria-controls"),
            (.ariaCurrent, "aria-current"), (.ariaDescribedby, "aria-describedby"),
            (.ariaDescription, "aria-description"),
            (.ariaDetails, "aria-details"), (.ariaDisabled, "aria-disabled"), (.ariaErrormessage, "aria-errormessage"),
            (.ariaExpanded, "aria-expanded"), (.ariaFlowto, "aria-flowto"), (.ariaHaspopup, "aria-haspopup"),
            (.ariaHidden, "aria-hidden"), (.ariaInvalid, "aria-invalid"), (.ariaKeyshortcuts, "aria-keyshortcuts"),
            (.ariaLabel, "aria-label"), (.ariaLabelledby, "aria-labelledby"), (.ariaLevel, "aria-level"),
            (.ariaLive, "aria-live"), (.ariaModal, "aria-modal"), (.ariaMultiline, "aria-multiline"),
            (.ariaMultiselectable, "aria-multiselectable"), (.ariaOrientation, "aria-orientation"),
            (.ariaOwns, "aria-owns"), (.ariaPlaceholder, "aria-placeholder"), (.ariaPosinset, "aria-posinset"),
            (.ariaPressed, "aria-pressed"), (.ariaReadonly, "aria-readonly"), (.ariaRelevant, "aria-relevant"),
            (.ariaRequired, "aria-required"), (.ariaRoledescription, "aria-roledescription"),
            (.ariaRowcount, "aria-rowcount"), (.ariaRowindex, "aria-rowindex"),
            (.ariaRowindextext, "aria-rowindextext"),
            (.ariaRowspan, "aria-rowspan"), (.ariaSelected, "aria-selected"), (.ariaSetsize, "aria-setsize"),
            (.ariaSort, "aria-sort"), (.ariaValuemax, "aria-valuemax"), (.ariaValuemin, "aria-valuemin"),
            (.ariaValuenow, "aria-valuenow"), (.ariaValuetext, "aria-valuetext"),
        ]
    }
}
