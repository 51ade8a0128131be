/// The `html` element of a whole page, with its `head` and `body`.
package func pageElement<Message>(
    title: String,
    language: String,
    htmlAttributes: [Attribute<Message>],
    bodyAttributes: [Attribute<Message>],
    head: () throws -> Html<Message>,
    body: () throws -> Html<Message>
) rethrows -> Html<Message> {
    let language = AttributeValue(kind: .text, name: .lang, text: language)
    return try element(.html, htmlAttributes, own: [language]) {
        let first: Html<Message> = try element(.head, []) {
            let start: Html<Message> = element(
                .meta,
                [],
                own: [AttributeValue(kind: .text, name: .charset, text: "utf-8")]
            )
            let titled: Html<Message> = element(.title, [], text: title)
            let more = try head()
            let viewport: Html<Message> =
                Arena.current?.pointee.hasViewport(more.fragment) ?? false
                ? .empty
                : element(
                    .meta,
                    [],
                    own: [
                        AttributeValue(kind: .text, name: .name, text: "viewport"),
                        AttributeValue(kind: .text, name: .content, text: "width=device-width, initial-scale=1"),
                    ]
                )
            return Html(start.fragment + titled.fragment + more.fragment + viewport.fragment)
        }
        let second = try element(.body, bodyAttributes, body)
        return Html(first.fragment + second.fragment)
    }
}

extension Arena {
    /// Whether a topmost record of the fragment is a `meta` named `viewport`.
    mutating func hasViewport(_ fragment: Fragment) -> Bool {
        guard owns(fragment) else { return false }
        var isFound = false
        forEachRange(of: fragment) { arena, range in
            var offset = range.lowerBound
            while offset < range.upperBound, !isFound {
                isFound = arena.isElement(.meta, at: offset) && arena.value(of: .name, at: offset) == "viewport"
                offset += arena.size(at: offset)
            }
        }
        return isFound
    }

    /// Returns the value of that attribute of the element at the offset, or nil.
    func value(of name: AttributeName, at offset: Int) -> String? {
        value(of: name, at: offset).map(Records.string)
    }
}
