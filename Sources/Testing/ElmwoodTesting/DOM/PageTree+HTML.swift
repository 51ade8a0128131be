import ElmwoodPageTree

extension PageTree {
    /// Creates the page from HTML as Elmwood writes it: attributes are quoted, and elements have their end tags.
    package convenience init(html: String) {
        var reader = HTMLReader(html)
        self.init()
        add(page: reader.read())
    }
}

/// Reads HTML to the form in which a browser's document is read, see ``PageTree/reader``.
private struct HTMLReader {
    private struct Element {
        var tag: String
        var attributes: [[String]] = []
        var children: [Any] = []

        func has(_ name: String) -> Bool { attributes.contains { $0.first == name } }

        /// The element; nil if Elmwood has added it, except the sentences at the top of the page.
        var node: [Any]? {
            let isAdded = has("data-elmwood")
            let isShown = !isAdded || attributes.contains { $0.first == "class" && $0.last == "problems" }
            return isShown ? [tag, attributes, children, Optional<Any>.none as Any, isAdded, ""] : nil
        }
    }

    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]
    private var remainder: Substring
    /// The elements that are open, the outermost first.
    private var open = [Element(tag: "")]

    init(_ html: String) { remainder = html[...] }

    /// Returns the root element.
    mutating func read() -> [Any] {
        while !remainder.isEmpty {
            let text = remainder.prefix { $0 != "<" }
            remainder = remainder[text.endIndex...]
            add(text: text)
            if remainder.hasPrefix("<!--") {
                skip(to: "-->")
            } else if remainder.hasPrefix("<!") || remainder.hasPrefix("<?") {
                skip(to: ">")
            } else if remainder.hasPrefix("</") {
                endElement()
            } else if !remainder.isEmpty {
                beginElement()
            }
        }
        while open.count > 1 { close() }
        return open[0].children.lazy.compactMap { $0 as? [Any] }.first ?? []
    }

    private mutating func add(text: Substring) {
        guard !text.isEmpty, open.count > 1 else { return }
        open[open.count - 1].children.append(Self.decoded(text))
    }

    private mutating func skip(to end: String) {
        remainder = remainder.firstRange(of: end).map { remainder[$0.upperBound...] } ?? ""
    }

    private mutating func endElement() {
        let name = remainder.dropFirst(2).prefix { $0 != ">" }.filter { !$0.isWhitespace }.lowercased()
        skip(to: ">")
        guard let place = open.lastIndex(where: { $0.tag.lowercased() == name }), place > 0 else { return }
        while open.count > place { close() }
    }

    private mutating func close() {
        guard open.count > 1, let node = open.removeLast().node else { return }
        open[open.count - 1].children.append(node)
    }

    private mutating func beginElement() {
        remainder = remainder.dropFirst()
        let name = remainder.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        remainder = remainder[name.endIndex...]
        var element = Element(tag: String(name))
        let isClosed = readAttributes(of: &element)
        open.append(element)
        let tag = name.lowercased()
        if Self.void.contains(tag) || isClosed { return close() }
        guard ["script", "style", "textarea", "title"].contains(tag) else { return }
        // Their content is a text, whatever it contains.
        let end = remainder.firstRange(of: "</\(name)")?.lowerBound ?? remainder.endIndex
        let text = remainder[..<end]
        if tag == "textarea" || tag == "title" {
            add(text: tag == "textarea" && text.first == "\n" ? text.dropFirst() : text)
        }
        remainder = remainder[end...]
    }

    /// Reads the attributes up to the end of a tag, and returns whether it closes the element itself.
    private mutating func readAttributes(of element: inout Element) -> Bool {
        while true {
            remainder = remainder.drop { $0.isWhitespace }
            if remainder.isEmpty { return true }
            if remainder.hasPrefix("/>") {
                remainder = remainder.dropFirst(2)
                return true
            }
            if remainder.first == ">" || remainder.first == "/" {
                let isEnd = remainder.first == ">"
                remainder = remainder.dropFirst()
                if isEnd { return false }
                continue
            }
            let name = remainder.prefix { !$0.isWhitespace && $0 != "=" && $0 != ">" && $0 != "/" }
            remainder = remainder[name.endIndex...]
            guard remainder.first == "=" else {
                element.attributes.append([String(name), ""])
                if name.isEmpty { remainder = remainder.dropFirst() }
                continue
            }
            remainder = remainder.dropFirst()
            let value: Substring
            if let quote = remainder.first, quote == "\"" || quote == "'" {
                value = remainder.dropFirst().prefix { $0 != quote }
                remainder = remainder[value.endIndex...].dropFirst()
            } else {
                value = remainder.prefix { !$0.isWhitespace && $0 != ">" }
                remainder = remainder[value.endIndex...]
            }
            element.attributes.append([String(name), Self.decoded(value)])
        }
    }

    /// Decodes character references: those in numbers, and those that a writer of HTML needs.
    private static func decoded(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        return String(text).replacing(/&(#x?[0-9a-fA-F]+|[a-z]+);/) { match in
            character(match.1) ?? String(match.0)
        }
    }

    private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}"]

    /// Returns what a character reference refers to.
    private static func character(_ name: Substring) -> String? {
        guard name.first == "#" else { return named[String(name)] }
        let isHexadecimal = name.dropFirst().first == "x"
        let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
        return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}
