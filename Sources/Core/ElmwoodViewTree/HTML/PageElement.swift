/// The `html` element of a whole page, with its `head` and `body`.
///
/// - Parameter isFromRight: whether the language is written from right to left. The page says so, unless its attributes have `dir`.
package func pageElement<Message>(
    title: String,
    language: String,
    isFromRight: Bool = false,
    htmlAttributes: [Attribute<Message>],
    bodyAttributes: [Attribute<Message>],
    head: () throws -> Html<Message>,
    body: () throws -> Html<Message>
) rethrows -> Html<Message> {
    var own = [AttributeValue(kind: .text, name: .lang, text: language)]
    if isFromRight, !htmlAttributes.contains(where: { $0.value.name == .dir && $0.value.kind != .none }) {
        own.append(AttributeValue(kind: .text, name: .dir, text: "rtl"))
    }
    return try element(.html, htmlAttributes, own: own) {
        let first: Html<Message> = try element(.head, untyped: []) {
            guard let arena = Arena.current else { return Html(.outside) }
            let start = arena.pointee.element(.meta, charset)
            let titled = arena.pointee.element(.title, text: title)
            let more = try head().fragment
            let last = arena.pointee.hasViewport(more) ? .empty : arena.pointee.element(.meta, viewport)
            return Html(start + titled + more + last)
        }
        let second = try element(.body, bodyAttributes) {
            let content = try body()
            guard let notices = Arena.current?.pointee.notices, !notices.isEmpty else { return content }
            let list: Html<Message> = noticeList(notices)
            return Html(list.fragment + content.fragment)
        }
        return Html(first.fragment + second.fragment)
    }
}

private let charset = [AttributeValue(kind: .text, name: .charset, text: "utf-8")]
private let viewport = [
    AttributeValue(kind: .text, name: .name, text: "viewport"),
    AttributeValue(kind: .text, name: .content, text: "width=device-width, initial-scale=1"),
]

/// Lists the notices of a page whose view does not show them. A part of the view like any other, so that patches add and remove it.
private func noticeList<Message>(_ notices: [String]) -> Html<Message> {
    let attributes = [
        AttributeValue(kind: .text, name: .role, text: "status"),
        AttributeValue(kind: .text, name: .class, text: "notices"),
    ]
    return element(.div, [], own: attributes) {
        element(.ul, []) {
            var items: Html<Message> = .empty
            for notice in notices {
                let item: Html<Message> = element(.li, [], text: notice)
                items = Html(items.fragment + item.fragment)
            }
            return items
        }
    }
}

extension Arena {
    /// Writes an element without content.
    mutating func element(_ name: ElementName, _ attributes: [AttributeValue]) -> Fragment {
        guard let opened = open(name, attributes, []) else { return .empty }
        return close(opened, .empty)
    }

    /// Writes an element whose content is one text.
    mutating func element(_ name: ElementName, text: String) -> Fragment {
        guard let opened = open(name, [], []) else { return .empty }
        return close(opened, fragment(self.text(text, kind: .text)))
    }

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
