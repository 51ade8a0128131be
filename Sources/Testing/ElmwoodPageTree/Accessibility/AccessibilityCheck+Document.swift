// The whole page: its title and language, headings and landmarks.

extension AccessibilityCheck {
    mutating func checkDocument() {
        let title = elements.first { $0.tag == "title" && $0.closest { $0.tag == "svg" } == nil }
        if title?.text.isEmpty ?? true { add("The page has no title.", .title) }
        let language = page.root.tag == "html" ? page.root["lang"] : nil
        if language?.allSatisfy(\.isWhitespace) ?? true {
            add("The page does not say its language: “html” has no “lang”.", .language)
        }
    }

    mutating func checkHeadings() {
        var previous: Int?
        var hasFirst = false
        for node in read where node.role == "heading" {
            let level = node.headingLevel
            if level == 1 { hasFirst = true }
            if let previous, level > previous + 1, !hasMarkup {
                add(
                    "The heading is of level \(level), and the one before it of level \(previous).",
                    .relationships,
                    at: node
                )
            }
            previous = level
        }
        if !hasFirst, !hasMarkup { add("The page has no “h1”.", .relationships) }
    }

    mutating func checkLandmarks() {
        let mains = read.filter { $0.role == "main" }
        if mains.isEmpty, !hasMarkup {
            add("The page has no “main”, to which one could go directly.", .blocks)
        }
        for node in mains.dropFirst() { add("The page has another visible “main”.", .main, at: node) }

        let navigations = read.filter { $0.role == "navigation" }
        guard navigations.count > 1 else { return }
        var texts: [String: String] = [:]
        for node in navigations {
            let name = node.accessibleName
            if name.isEmpty {
                add("There are several “nav”, and this one has no name. Give it an “aria-label”.", .ariaName, at: node)
            } else if let text = texts[name], text != node.contentName {
                // The same links may appear twice, such as above and below a list.
                add("Another “nav” has the name “\(name)” too.", .ariaName, at: node)
            } else {
                texts[name] = node.contentName
            }
        }
    }
}

extension PageNode {
    /// The level of a heading. WAI-ARIA's default is 2.
    fileprivate var headingLevel: Int {
        if let level = self["aria-level"].flatMap({ Int($0) }), level > 0, level < 100 { return level }
        switch tag {
        case "h1": return 1
        case "h3": return 3
        case "h4": return 4
        case "h5": return 5
        case "h6": return 6
        default: return 2
        }
    }
}
