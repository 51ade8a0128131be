import ElmwoodViewTree

extension PageNode {
    /// The role of the element: the first one of its `role` that exists, or else the one that HTML gives it; nil if it has none that
    /// matters for names and structure (HTML-AAM 1.0).
    package var role: String? {
        if let roles = self["role"] {
            for role in roles.split(whereSeparator: \.isWhitespace).map({ $0.lowercased() })
            where Self.isRole(role) {
                return role
            }
        }
        return roleByHTML
    }

    /// Whether WAI-ARIA has that role, or one of its modules for documents and graphics.
    static func isRole(_ role: String) -> Bool {
        HtmlValue.Role(rawValue: role) != nil || role == "image" || role.hasPrefix("doc-")
            || role.hasPrefix("graphics-")
    }

    private var roleByHTML: String? {
        switch tag {
        case "a", "area": has("href") ? "link" : nil
        case "button": "button"
        case "dialog": "dialog"
        case "fieldset": "group"
        case "h1", "h2", "h3", "h4", "h5", "h6": "heading"
        case "img": self["alt"] == "" ? "presentation" : "img"
        case "li": "listitem"
        case "main": "main"
        case "meter": "meter"
        case "nav": "navigation"
        case "ol", "ul", "menu": "list"
        case "option": "option"
        case "progress": "progressbar"
        case "select": has("multiple") || (self["size"].flatMap { Int($0) } ?? 1) > 1 ? "listbox" : "combobox"
        case "table": "table"
        case "td": "cell"
        case "textarea": "textbox"
        case "th": "columnheader"
        case "tr": "row"
        case "input": roleOfInput
        default: nil
        }
    }

    private var roleOfInput: String? {
        switch type {
        case "hidden": nil
        case "button", "image", "reset", "submit": "button"
        case "checkbox": "checkbox"
        case "radio": "radio"
        case "range": "slider"
        case "number": "spinbutton"
        case "search": has("list") ? "combobox" : "searchbox"
        default: has("list") ? "combobox" : "textbox"
        }
    }
}
