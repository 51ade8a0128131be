extension AttributeName {
    /// Every known attribute and event, indexed by its number.
    package static let definitions: [(attribute: AttributeName, text: StaticString)] =
        [(.custom, ""), (.tag, "tag"), (.formName, "data-form"), (.timeZone, "time zone")]
        + htmlDefinitions + ariaDefinitions + svgDefinitions + mathMLDefinitions + eventDefinitions
        + [(.key, "data-key"), (.modal, "data-modal")]
        + [(.confirm, "data-confirm"), (.copies, "data-copies"), (.confirmLeaving, "data-confirm-leaving")]
        + [(.payload, "data-payload"), (.onPointerMove, "pointermove"), (.onWheel, "wheel"), (.onScroll, "scroll")]
        + [(.onTimeUpdate, "timeupdate")]
        + [(.meanwhile, "data-meanwhile"), (.foreseen, "data-foreseen")]
        + [
            (.opaque, "data-opaque"), (.field, "data-field"), (.acceptedFields, "data-accepts"),
            (.module, "data-module"),
        ]
}
