// What may be within what, and where the focus goes.

extension AccessibilityCheck {
    mutating func checkFocus() {
        var scopes: Set<Int> = []
        for node in elements {
            if let order = node["tabindex"].flatMap({ Int($0) }), order > 0 {
                add(
                    "“tabindex” is \(order), which changes the order of the whole page. Let it be 0.",
                    .focusOrder,
                    at: node
                )
            }
            if node.has("autofocus") {
                // Each dialog and each popover has a focus of its own (HTML, section 6.6.7).
                let scope = node.ancestors.first { $0.record.isOpenable }?.index ?? -1
                if !scopes.insert(scope).inserted {
                    add("Another element has “autofocus” before it.", .autofocus, at: node)
                }
            }
            if node.isFocusable, !node.isHidden, !node.isDisabled, node["tabindex"] != "-1", node.isAriaHidden {
                add("The focus goes to it, although it is within “aria-hidden”.", .name, at: node)
            }
        }
    }

    mutating func checkContent() {
        for node in elements where !node.isHidden {
            if node.isInteractive, let outer = node.ancestors.first(where: { $0.excludesInteractive(node) }) {
                add(
                    "It is within \(outer.identification), which may contain nothing that can be used by itself.",
                    .content,
                    at: node
                )
            }
            switch node.tag {
            case "ol", "ul", "menu":
                if let role = node["role"], role != "list" { continue }
                checkChildren(of: node, ["li", "script", "template"], "A list has only “li” as its children")
            case "dl":
                checkChildren(
                    of: node,
                    ["dt", "dd", "div", "script", "template"],
                    "A “dl” has only “dt”, “dd” and “div”"
                )
            case "li":
                if let parent = node.parent, !["ol", "ul", "menu"].contains(parent.tag), !node.has("role"),
                    parent["role"] != "list"
                {
                    add("“li” is not a child of a list.", .relationships, at: node)
                }
            default: continue
            }
        }
    }

    private mutating func checkChildren(of list: PageNode, _ allowed: Set<String>, _ rule: String) {
        for child in list.children {
            if child.isElement {
                guard !allowed.contains(child.tag) else { continue }
                add("\(rule), and not “\(child.tag)”.", .relationships, at: child)
            } else if !child.record.facts.contains(.markup), child.record.text.contains(where: { !$0.isWhitespace }) {
                add("\(rule), and no text.", .relationships, at: list)
            }
        }
    }

    mutating func checkGroups() {
        // The radio buttons of each form and name.
        var groups: [RadioGroup: [PageNode]] = [:]
        var order: [RadioGroup] = []
        for node in read {
            if node.tag == "table", node.role == "table" { checkTable(node) }
            guard node.control == .radio, let name = node["name"], !name.isEmpty else { continue }
            let group = RadioGroup(name: name, form: node.form?.index ?? -1)
            if groups[group] == nil { order.append(group) }
            groups[group, default: []].append(node)
        }
        for group in order {
            guard let nodes = groups[group], nodes.count > 1, let first = nodes.first else { continue }
            let isNamed = first.ancestors.contains {
                ($0.role == "group" || $0.role == "radiogroup") && !$0.accessibleName.isEmpty
            }
            if !isNamed {
                add(
                    "The radio buttons have no name together. Put them into a “fieldset” with a “legend”.",
                    .relationships,
                    at: first
                )
            }
        }
    }

    private mutating func checkTable(_ table: PageNode) {
        guard !containsMarkup(table) else { return }
        var hasCells = false
        for node in table.descendants {
            if node.tag == "th" || node["role"] == "columnheader" || node["role"] == "rowheader" { return }
            if node.tag == "td" { hasCells = true }
        }
        if hasCells { add("The table has no “th”.", .relationships, at: table) }
    }

    private struct RadioGroup: Hashable {
        var name: String
        var form: Int
    }
}

extension PageNode {
    /// Whether it is interactive content (HTML, section 3.2.5.2.7), or can have the focus.
    fileprivate var isInteractive: Bool {
        switch tag {
        case "a": has("href") || has("tabindex")
        case "audio", "video": has("controls") || has("tabindex")
        case "img": has("usemap") || has("tabindex")
        case "input": type != "hidden"
        case "button", "details", "embed", "iframe", "label", "select", "textarea": true
        default: has("tabindex")
        }
    }

    /// Whether that interactive element must not be in it: by HTML, or since the role shows its content as a text only (WAI-ARIA 1.2,
    /// section 5.2.9).
    fileprivate func excludesInteractive(_ node: PageNode) -> Bool {
        switch tag {
        case "a": return has("href")
        case "button": return true
        case "label": return node.tag == "label"
        default: break
        }
        switch self["role"] {
        case "button", "checkbox", "img", "link", "menuitemcheckbox", "menuitemradio", "meter", "option",
            "progressbar", "radio", "scrollbar", "separator", "slider", "switch", "tab":
            return true
        default: return false
        }
    }
}
