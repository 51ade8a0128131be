extension ElementName {
    /// Every known element, each at the position of its number.
    package static let definitions: [(element: ElementName, text: StaticString)] =
        [(.custom, "")] + htmlDefinitions + svgDefinitions + mathMLDefinitions
}
