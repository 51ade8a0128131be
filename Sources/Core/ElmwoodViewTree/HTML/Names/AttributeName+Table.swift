extension AttributeName {
    /// Every known attribute and event, indexed by its number.
    package static let definitions: [(attribute: AttributeName, text: StaticString)] =
        [(.custom, ""), (.tag, "tag"), (.formName, "data-form"), (.key, "data-key")]
        + htmlDefinitions + ariaDefinitions + svgDefinitions + mathMLDefinitions + eventDefinitions
        + [(.modal, "data-modal")]
}
