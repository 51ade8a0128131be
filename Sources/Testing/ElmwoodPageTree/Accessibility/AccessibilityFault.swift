/// A fault of a page that keeps people from using it: those who hear it, who use only its keys, or who see little.
package struct AccessibilityFault: Codable, Equatable, Sendable {
    /// What is wrong, and what to do, in plain words.
    package var sentence: String
    /// The start of the element, with what identifies it: `<input#title[name=title]>`; empty if it is the whole page.
    package var element: String
    /// The rule.
    package var rule: AccessibilityRule
    /// The path of the element on its page (``PageNode/path``).
    package var path: [Int]

    package init(_ sentence: String, element: String, rule: AccessibilityRule, path: [Int] = []) {
        self.sentence = sentence
        self.element = element
        self.rule = rule
        self.path = path
    }

    init(_ sentence: String, _ rule: AccessibilityRule, at node: PageNode? = nil) {
        self.init(sentence, element: node?.identification ?? "", rule: rule, path: node?.path ?? [])
    }
}

extension AccessibilityFault: CustomStringConvertible {
    /// The fault in one line: `<button.add>: The button has no name. (WCAG 4.1.2 Name, Role, Value)`.
    package var description: String { "\(element.isEmpty ? "" : element + ": ")\(sentence) (\(rule.rawValue))" }
}

/// A rule that pages have to follow: a criterion of WCAG 2.2, or a rule of WAI-ARIA 1.2 or of HTML.
package enum AccessibilityRule: String, Codable, Sendable, CaseIterable {
    case nonTextContent = "WCAG 1.1.1 Non-text Content"
    case relationships = "WCAG 1.3.1 Info and Relationships"
    case contrast = "WCAG 1.4.3 Contrast (Minimum)"
    case borderContrast = "WCAG 1.4.11 Non-text Contrast"
    case blocks = "WCAG 2.4.1 Bypass Blocks"
    case title = "WCAG 2.4.2 Page Titled"
    case focusOrder = "WCAG 2.4.3 Focus Order"
    case linkPurpose = "WCAG 2.4.4 Link Purpose"
    case language = "WCAG 3.1.1 Language of Page"
    case name = "WCAG 4.1.2 Name, Role, Value"
    case ariaName = "WAI-ARIA: names"
    case ariaRole = "WAI-ARIA: roles"
    case ariaAttribute = "WAI-ARIA: states and properties"
    case ids = "HTML: ids"
    case labels = "HTML: labels"
    case main = "HTML: the main element"
    case content = "HTML: content models"
    case autofocus = "HTML: autofocus"
}

extension PageNode {
    /// The start tag with what identifies the element; without such attributes, the closest element around it that has some:
    /// `<a> in <nav.pages>`.
    package var identification: String {
        let own = ownIdentification
        guard own == "<\(tag)>", let around = ancestors.first(where: { $0.ownIdentification != "<\($0.tag)>" }) else {
            return own
        }
        return "\(own) in \(around.ownIdentification)"
    }

    private var ownIdentification: String {
        let id = self["id"].map { "#\($0)" } ?? ""
        let classes = (self["class"] ?? "").split(whereSeparator: \.isWhitespace).prefix(3).map { ".\($0)" }.joined()
        let name = isSubmittable && !isMessageButton ? self["name"].map { "[name=\($0)]" } ?? "" : ""
        return "<\(tag)\(id)\(classes)\(name)>"
    }
}
