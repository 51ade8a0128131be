/// Finds the faults of a page that follow from its elements and attributes. Style sheets are not known here.
///
/// ```swift
/// for fault in AccessibilityCheck.faults(of: page) { print(fault) }
/// ```
///
/// Hidden parts are shown later, and are checked then. Of markup that a view contains as a text, the elements are unknown: a page with
/// it is not reported for what may be there. A browser's document has no such text.
package struct AccessibilityCheck {
    let page: PageTree
    /// The elements that are in the document, in order: all but those within `template`.
    let elements: [PageNode]
    /// Those of them that are shown, and that assistive technology reads.
    let read: [PageNode]
    /// The elements of each id.
    let byID: [String: [PageNode]]
    /// Whether the view contains markup, whose elements are unknown.
    let hasMarkup: Bool
    var faults: [AccessibilityFault] = []

    /// Returns the faults: those of the whole page first, then each subject in document order.
    package static func faults(of page: PageTree) -> [AccessibilityFault] {
        var check = Self(page)
        check.checkDocument()
        check.checkHeadings()
        check.checkLandmarks()
        check.checkNames()
        check.checkLabels()
        check.checkIDs()
        check.checkARIA()
        check.checkFocus()
        check.checkContent()
        check.checkGroups()
        return check.faults
    }

    private init(_ page: PageTree) {
        self.page = page
        var elements: [PageNode] = []
        var read: [PageNode] = []
        var byID: [String: [PageNode]] = [:]
        // The ends of the templates, and of what assistive technology passes over.
        var templateEnd = 0
        var unreadEnd = 0
        for node in page.elements {
            if node.index < templateEnd { continue }
            elements.append(node)
            if let id = node["id"] { byID[id, default: []].append(node) }
            if node.tag == "template" { templateEnd = max(templateEnd, node.record.end) }
            if node["aria-hidden"] == "true" { unreadEnd = max(unreadEnd, node.record.end) }
            if node.index >= unreadEnd, !node.isHidden { read.append(node) }
        }
        self.elements = elements
        self.read = read
        self.byID = byID
        hasMarkup = page.records.contains { $0.facts.contains(.markup) }
    }

    mutating func add(_ sentence: String, _ rule: AccessibilityRule, at node: PageNode? = nil) {
        faults.append(AccessibilityFault(sentence, rule, at: node))
    }

    /// Whether the node contains markup, whose elements are unknown.
    func containsMarkup(_ node: PageNode) -> Bool {
        guard hasMarkup else { return false }
        return (node.index..<node.record.end).contains { page.records[$0].facts.contains(.markup) }
    }
}
