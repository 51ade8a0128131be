// The role, states and properties of WAI-ARIA 1.2 and 1.3.

extension AttributeName {
    package static var role: Self { Self(153) }
    package static var ariaActivedescendant: Self { Self(154) }
    package static var ariaAtomic: Self { Self(155) }
    package static var ariaAutocomplete: Self { Self(156) }
    package static var ariaBraillelabel: Self { Self(157) }
    package static var ariaBrailleroledescription: Self { Self(158) }
    package static var ariaBusy: Self { Self(159) }
    package static var ariaChecked: Self { Self(160) }
    package static var ariaColcount: Self { Self(161) }
    package static var ariaColindex: Self { Self(162) }
    package static var ariaColindextext: Self { Self(163) }
    package static var ariaColspan: Self { Self(164) }
    package static var ariaControls: Self { Self(165) }
    package static var ariaCurrent: Self { Self(166) }
    package static var ariaDescribedby: Self { Self(167) }
    package static var ariaDescription: Self { Self(168) }
    package static var ariaDetails: Self { Self(169) }
    package static var ariaDisabled: Self { Self(170) }
    package static var ariaErrormessage: Self { Self(171) }
    package static var ariaExpanded: Self { Self(172) }
    package static var ariaFlowto: Self { Self(173) }
    package static var ariaHaspopup: Self { Self(174) }
    package static var ariaHidden: Self { Self(175) }
    package static var ariaInvalid: Self { Self(176) }
    package static var ariaKeyshortcuts: Self { Self(177) }
    package static var ariaLabel: Self { Self(178) }
    package static var ariaLabelledby: Self { Self(179) }
    package static var ariaLevel: Self { Self(180) }
    package static var ariaLive: Self { Self(181) }
    package static var ariaModal: Self { Self(182) }
    package static var ariaMultiline: Self { Self(183) }
    package static var ariaMultiselectable: Self { Self(184) }
    package static var ariaOrientation: Self { Self(185) }
    package static var ariaOwns: Self { Self(186) }
    package static var ariaPlaceholder: Self { Self(187) }
    package static var ariaPosinset: Self { Self(188) }
    package static var ariaPressed: Self { Self(189) }
    package static var ariaReadonly: Self { Self(190) }
    package static var ariaRelevant: Self { Self(191) }
    package static var ariaRequired: Self { Self(192) }
    package static var ariaRoledescription: Self { Self(193) }
    package static var ariaRowcount: Self { Self(194) }
    package static var ariaRowindex: Self { Self(195) }
    package static var ariaRowindextext: Self { Self(196) }
    package static var ariaRowspan: Self { Self(197) }
    package static var ariaSelected: Self { Self(198) }
    package static var ariaSetsize: Self { Self(199) }
    package static var ariaSort: Self { Self(200) }
    package static var ariaValuemax: Self { Self(201) }
    package static var ariaValuemin: Self { Self(202) }
    package static var ariaValuenow: Self { Self(203) }
    package static var ariaValuetext: Self { Self(204) }

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
