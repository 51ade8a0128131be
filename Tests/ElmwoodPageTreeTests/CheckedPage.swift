import ElmwoodPageTree
import ElmwoodViewTree
import Testing

enum Press: Codable, Equatable, Sendable { case press }

/// Returns the faults of a view, each as one line.
func faults(@HtmlBuilder<Press> of view: () throws -> Html<Press>) throws -> [String] {
    let page = PageTree(try Rendering.render(view), isScripted: true)
    return AccessibilityCheck.faults(of: page).map(\.description)
}

/// Returns the faults of a page with that content after its heading.
func faults(@HtmlBuilder<Press> in content: () -> Html<Press>) throws -> [String] {
    try faults(of: {
        html(.lang("en")) {
            head { title { "Shop" } }
            body {
                main {
                    h1 { "Shop" }
                    content()
                }
            }
        }
    })
}

/// Checks that a part of a page has exactly these faults: where, and the beginning of what is said.
func expect(
    _ expected: [(element: String, sentence: String, rule: AccessibilityRule)],
    @HtmlBuilder<Press> in content: () -> Html<Press>,
    _ location: SourceLocation = #_sourceLocation
) throws {
    let found = try faults(in: content)
    let wanted = expected.map { "\($0.element.isEmpty ? "" : $0.element + ": ")\($0.sentence) (\($0.rule.rawValue))" }
    #expect(found == wanted, sourceLocation: location)
}
