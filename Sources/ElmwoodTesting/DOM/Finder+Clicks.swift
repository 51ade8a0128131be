extension Finder {
    /// Something to click: a button, a link, a summary, whatever listens to clicks.
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

    /// Something to click twice: whatever listens to that, or to clicks; else any element with just that text.
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

    /// Says what a label is for, where that is what was meant.
    private func refuse(label name: String) throws(FinderFailure) {
        let control = scope.controls.first { $0.isField && !$0.isHidden && $0.fieldNames.contains(name) }
        guard let control, !control.isClickable else { return }
        throw FinderFailure("“\(name)” is \(control.article): use \(control.verb).")
    }
}

extension PageNode {
    /// Whether a visitor would click on it to have something happen, rather than to enter something.
    var isClickable: Bool {
        switch tag {
        case "button": true
        case "a", "area": has("href") || listens(to: "click")
        case "summary": parent?.tag == "details" || listens(to: "click")
        case "input": control == .button || listens(to: "click")
        default: isElement && listens(to: "click")
        }
    }

    /// What a visitor would call it.
    var clickNoun: String {
        switch tag {
        case "button": "button"
        case "a", "area": "link"
        case "summary": "summary"
        case "input": control == .button ? "button" : "box"
        default: "element"
        }
    }

    /// What a control is, in a sentence.
    var article: String {
        switch control {
        case .checkbox: "a box"
        case .radio: "one of several choices"
        case .select: "a list of options"
        case .file: "a field for files"
        default: "a field"
        }
    }

    /// What is done with a control.
    var verb: String {
        switch control {
        case .checkbox: "check(…) or uncheck(…)"
        case .radio, .select: "choose(…)"
        case .file: "attach(…)"
        default: "fill(…)"
        }
    }
}
