import ElmwoodPageTree
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

/// Pages that nobody would write.
@Suite struct RandomPageTests {
    private static let tags = [
        "div", "p", "span", "a", "button", "ul", "ol", "li", "dl", "dt", "table", "tr", "td", "th", "caption", "h1",
        "h3",
        "h6", "form", "fieldset", "legend", "label", "input", "select", "option", "optgroup", "textarea", "img", "area",
        "nav", "main", "dialog", "details", "summary", "iframe", "template", "svg", "title", "output", "progress",
        "figure", "figcaption", "color-picker", "noscript",
    ]
    private static let names = [
        "id", "class", "role", "for", "name", "type", "alt", "title", "href", "tabindex", "hidden", "autofocus", "open",
        "disabled", "aria-label", "aria-labelledby", "aria-describedby", "aria-controls", "aria-hidden", "aria-level",
        "aria-expanded", "aria-none", "form", "list", "placeholder", "popover", "size", "multiple", "value", "inert",
    ]
    private static let values = [
        "", " ", "a", "b", "a b", "radio", "checkbox", "hidden", "image", "submit", "true", "false", "0", "-1",
        "99999999999999999999", "9223372036854775807", "heading", "button img", "none", "é𝄞", "\u{0}", "elmwood",
        "list", "search",
    ]

    private func tree(_ depth: Int, _ random: inout SeededGenerator) -> Html<Press> {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return text(Self.values.randomElement(using: &random) ?? "")
        case 1: return raw("<b>x")
        default:
            guard depth > 0, let tag = Self.tags.randomElement(using: &random) else { return .empty }
            func attribute() -> Attribute<Press> {
                .attribute(
                    Self.names.randomElement(using: &random) ?? "",
                    Self.values.randomElement(using: &random) ?? ""
                )
            }
            let (one, two, three) = (attribute(), attribute(), attribute())
            let children = (0..<Int.random(in: 0..<5, using: &random)).map { _ in tree(depth - 1, &random) }
            return element(tag, one, two, three) { HtmlBuilder.buildArray(children) }
        }
    }

    @Test(arguments: 0..<8)
    func `No page makes the check trap, and each fault is at an element of it`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var count = 0
        for round in 0..<200 {
            let rendering = try Rendering.render { tree(round % 8, &random) }
            let page = PageTree(rendering, isScripted: round.isMultiple(of: 2))
            let faults = AccessibilityCheck.faults(of: page)
            #expect(faults.allSatisfy { page.node(at: $0.path) != nil })
            for node in page.elements { count += node.accessibleName.utf8.count }
            #expect(AccessibilityCheck.faults(of: page) == faults)
        }
        #expect(count > 0)
    }

    @Test func `A deep page and a long one are checked`() throws {
        func nested(_ depth: Int) -> Html<Press> { depth == 0 ? .empty : div(.ariaLabel("A")) { nested(depth - 1) } }
        let page = PageTree(try Rendering.render { nested(200) }, isScripted: true)
        #expect(AccessibilityCheck.faults(of: page).count == 4)
        let long = PageTree(
            try Rendering.render { () -> Html<Press> in ul { for id in 0..<3_000 { li(.id("\(id)")) { "\(id)" } } } },
            isScripted: true
        )
        #expect(AccessibilityCheck.faults(of: long).count == 4)
    }
}
