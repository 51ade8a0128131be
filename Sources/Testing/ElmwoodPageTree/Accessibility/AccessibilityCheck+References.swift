import ElmwoodViewTree

// Labels, ids, and what refers to them; the names of ARIA.

extension AccessibilityCheck {
    mutating func checkLabels() {
        // A label that a control refers to names it as well, but does not press it.
        let naming = Set(elements.flatMap { $0["aria-labelledby"]?.split(whereSeparator: \.isWhitespace) ?? [] })
        for node in elements where node.tag == "label" {
            guard let id = node["for"] else {
                if let own = node["id"], naming.contains(own[...]) { continue }
                if !node.descendants.contains(where: Self.isLabelable), !containsMarkup(node) {
                    add("The label is for no control.", .labels, at: node)
                }
                continue
            }
            guard let target = byID[id]?.first else {
                if !hasMarkup { add("The label is for “\(id)”, and nothing has that id.", .labels, at: node) }
                continue
            }
            if !Self.isLabelable(target) {
                add("The label is for \(target.identification), which is no control.", .labels, at: node)
            }
        }
    }

    /// An element of the site's own may be a control.
    private static func isLabelable(_ node: PageNode) -> Bool { LabelTable.isLabelable(node) || node.tag.contains("-") }

    mutating func checkIDs() {
        var seen: Set<String> = []
        for node in elements {
            if let id = node["id"], !seen.insert(id).inserted {
                add("Another element has the id “\(id)” too.", .ids, at: node)
            }
            guard !hasMarkup else { continue }
            for attribute in node.attributes where Self.refers(attribute.name, of: node) {
                // What a closed part controls may be made when it is opened.
                if attribute.name == "aria-controls", node["aria-expanded"] == "false" { continue }
                for id in attribute.value.split(whereSeparator: \.isWhitespace) where byID[String(id)] == nil {
                    add("“\(attribute.name)” refers to “\(id)”, and nothing has that id.", .relationships, at: node)
                }
            }
        }
    }

    /// Whether an attribute contains ids. Labels are checked by themselves, and `form` may name the form that Elmwood adds.
    private static func refers(_ name: String, of node: PageNode) -> Bool {
        switch name {
        case "aria-activedescendant", "aria-controls", "aria-describedby", "aria-details", "aria-errormessage",
            "aria-flowto", "aria-labelledby", "aria-owns", "commandfor", "popovertarget":
            true
        case "for": node.tag == "output"
        case "headers": node.tag == "td" || node.tag == "th"
        case "list": node.tag == "input"
        default: false
        }
    }

    mutating func checkARIA() {
        for node in elements {
            for role in (node["role"] ?? "").split(whereSeparator: \.isWhitespace)
            where !PageNode.isRole(role.lowercased()) {
                add("There is no role “\(role)”.", .ariaRole, at: node)
            }
            for attribute in node.attributes
            where attribute.name.hasPrefix("aria-") && !Self.ariaAttributes.contains(attribute.name) {
                add("There is no attribute “\(attribute.name)”.", .ariaAttribute, at: node)
            }
        }
    }

    /// Those that views can have by name, and two that are deprecated.
    private static let ariaAttributes = Set(
        AttributeName.definitions.map { "\($0.text)" }.filter { $0.hasPrefix("aria-") }
            + ["aria-dropeffect", "aria-grabbed"]
    )
}
