extension ElementName {
    /// Every known element, indexed by its number.
    package static let definitions: [(element: ElementName, text: StaticString)] =
        [(.custom, "")] + htmlDefinitions + svgDefinitions + mathMLDefinitions
}
