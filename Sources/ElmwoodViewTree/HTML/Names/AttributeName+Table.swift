extension AttributeName {
    /// Every known attribute and event, each at the position of its number.
    package static let definitions: [(attribute: AttributeName, text: StaticString)] =
        [(.custom, ""), (.tag, "tag"), (.formName, "data-form"), (.key, "data-key")]
        + htmlDefinitions + ariaDefinitions + svgDefinitions + mathMLDefinitions + eventDefinitions
}
