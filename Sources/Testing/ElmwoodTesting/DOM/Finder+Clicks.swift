import ElmwoodPageTree

extension Finder {
    /// Returns something to click: a button, a link, a summary, or any element that listens to clicks.
    package func clickable(_ name: String) throws(FinderFailure) -> PageNode {
        let candidates = scope.descendants.filter { $0.isClickable }
        let noun = candidates.contains { $0.tag == "a" && !$0.isHidden } ? "button or link" : "button"
        if !candidates.contains(where: { !$0.isHidden && $0.clickNames.contains(name) }) {
            try refuse(label: name)
        }
        return try pick(
            name,
            noun,
            from: candidates,
            called: { $0.clickNames },
            listed: { $0.clickName },
            asWhat: { $0.clickNoun }
        )
    }

    /// Returns something to double-click: an element that listens to that or to clicks, or any element with exactly that text.
    package func doubleClickable(_ name: String) throws(FinderFailure) -> PageNode {
        let candidates = scope.descendants.filter { $0.listens(to: "dblclick") }
        let isListening = candidates.contains { $0.clickNames.contains(name) }
        guard isListening || !scope.descendants.contains(where: { $0.isClickable && $0.clickNames.contains(name) })
        else {
            return try clickable(name)
        }
        return try pick(
            name,
            "element to click twice",
            from: candidates,
            called: { $0.clickNames },
            listed: { $0.clickName },
            asWhat: { _ in "element" }
        )
    }

    /// Throws if the name belongs to a field, with the function to use instead.
    private func refuse(label name: String) throws(FinderFailure) {
        let control = scope.controls.first { $0.isField && !$0.isHidden && $0.fieldNames.contains(name) }
        guard let control, !control.isClickable else { return }
        throw FinderFailure("“\(name)” is \(control.article): use \(control.verb).")
    }
}

extension PageNode {
    /// Whether a visitor would click it to cause something, rather than to enter something.
    var isClickable: Bool {
        switch tag {
        case "button": true
        case "a", "area": has("href") || listens(to: "click")
        case "summary": parent?.tag == "details" || listens(to: "click")
        case "input": control == .button || listens(to: "click")
        default: isElement && listens(to: "click")
        }
    }

    /// The noun for it in sentences.
    var clickNoun: String {
        switch tag {
        case "button": "button"
        case "a", "area": "link"
        case "summary": "summary"
        case "input": control == .button ? "button" : "box"
        default: "element"
        }
    }

    /// A description of a control with its article, for sentences.
    var article: String {
        switch control {
        case .checkbox: "a box"
        case .radio: "one of several choices"
        case .select: "a list of options"
        case .file: "a field for files"
        default: "a field"
        }
    }

    /// The functions that apply to a control.
    var verb: String {
        switch control {
        case .checkbox: "check(…) or uncheck(…)"
        case .radio, .select: "choose(…)"
        case .file: "attach(…)"
        default: "fill(…)"
        }
    }
}
