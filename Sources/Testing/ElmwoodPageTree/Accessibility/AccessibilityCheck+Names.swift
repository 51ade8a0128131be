// The names of controls, links and pictures.

extension AccessibilityCheck {
    mutating func checkNames() {
        for node in read {
            guard let missing = Self.missingName(of: node), !containsMarkup(node) else { continue }
            add(missing.sentence, missing.rule, at: node)
        }
    }

    /// Returns what is to be said if the element has no name, but needs one; nil otherwise.
    private static func missingName(of node: PageNode) -> (sentence: String, rule: AccessibilityRule)? {
        guard let need = need(of: node), node.accessibleName.isEmpty else { return nil }
        return need
    }

    private static func need(of node: PageNode) -> (sentence: String, rule: AccessibilityRule)? {
        switch node.tag {
        case "img":
            // An empty text says that the picture is decoration.
            return node.has("alt") || node.role == "presentation" || node.role == "none"
                ? nil
                : ("The picture has no “alt”. Describe it, or leave “alt” empty if it is decoration.", .nonTextContent)
        case "area" where node.has("href"):
            return ("The area of a picture has no “alt”.", .nonTextContent)
        case "input" where node.type == "image":
            return ("The picture that is a button has no “alt”.", .nonTextContent)
        case "iframe": return ("The frame has no name. Give it a “title”.", .name)
        case "summary": return ("The summary has no text.", .name)
        case "option", "optgroup", "td", "tr", "th": return nil
        default: break
        }
        switch node.role {
        case "button": return ("The button has no name. Give it a text, or an “aria-label”.", .name)
        case "link": return ("The link has no name. Give it a text, or an “aria-label”.", .linkPurpose)
        case "heading": return ("The heading has no text.", .ariaName)
        case "img", "image":
            return ("The picture has no name. Give it an “aria-label”, or a “title” in it.", .nonTextContent)
        case "dialog", "alertdialog": return ("The dialog has no name. Give it an “aria-labelledby”.", .ariaName)
        case "checkbox", "combobox", "listbox", "radio", "searchbox", "slider", "spinbutton", "textbox":
            return node.isField
                ? ("The field has no name. Give it a “label”.", .name)
                : ("The field has no name. Give it an “aria-label”.", .name)
        case "menuitem", "menuitemcheckbox", "menuitemradio", "meter", "progressbar", "switch", "tab", "treeitem":
            return ("The “\(node.role ?? "")” has no name. Give it an “aria-label”.", .name)
        case "region", "radiogroup", "tabpanel", "tree", "grid", "treegrid", "tooltip":
            return ("The “\(node.role ?? "")” has no name. Give it an “aria-label”.", .ariaName)
        default: return node.isField ? ("The field has no name. Give it a “label”.", .name) : nil
        }
    }
}
