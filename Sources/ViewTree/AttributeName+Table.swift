extension AttributeName {
    /// Every known attribute and event, each at the position of its number.
    package static let definitions: [(attribute: AttributeName, text: StaticString)] =
        [(.custom, ""), (.key, "key"), (.tag, "tag"), (.formName, "form-name")]
        + htmlDefinitions + ariaDefinitions + svgDefinitions + mathMLDefinitions + eventDefinitions
}
