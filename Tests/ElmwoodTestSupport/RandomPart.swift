import ElmwoodViewTree

/// A part of a random page as data.
indirect enum RandomPart: Sendable {
    typealias Named = (name: String, value: String)

    case text(String)
    case comment(String)
    case raw(String)
    case element(String, key: String?, [Named], [RandomPart])

    /// The content that HTML permits in a part.
    enum Place {
        case flow, phrasing, list, table, section, row, select, group, svg, math
    }

    static let texts = [
        "a", "b", "", " ", "\n", "\n\nx", "<b>", "&amp;", "\"\\'", "é𝄞\u{2028}", "\r\n", "--> ]]>", "12345678",
        "\u{1}\t\u{1f}",
        "a text of a few words", "\u{0}", "</script>", "0123456789012345678901234567890123456789",
    ]
    private static let keys = ["1", "2", "3", "4", "5", "6", "7", "8", "a.b", "\t", "\"", "👍🏽", "1 2", "</b>", "", "é"]
    private static let raws = ["<b>raw</b>", "raw", "<i>a</i><!--c--><i>b</i>", "\nline", "a &amp; b"]
    private static let values = ["a", "b c", "", "\"<>&", "é", "7", "\n", "\u{0}x"]

    private static func names(in place: Place) -> [String] {
        switch place {
        case .flow:
            [
                "div", "p", "ul", "table", "span", "button", "input", "textarea", "select", "form", "pre", "svg",
                "math",
                "x-item", "template", "details", "br", "h2", "style", "noscript", "ul", "div", "section",
            ]
        case .phrasing: ["span", "b", "button", "input", "br", "select", "svg", "x-item", "em"]
        case .list: ["li"]
        case .table: ["tbody", "tr", "tr", "caption"]
        case .section: ["tr"]
        case .row: ["td", "th"]
        case .select: ["option", "option", "optgroup"]
        case .group: ["option"]
        case .svg: ["g", "circle", "foreignObject", "linearGradient", "g"]
        case .math: ["mi", "mrow", "mn"]
        }
    }

    private static func place(in name: String) -> Place? {
        switch name {
        case "div", "form", "template", "details", "section", "x-item", "li", "td", "th", "foreignObject": .flow
        case "noscript", "p", "span", "b", "em", "h2", "button", "pre", "caption", "mi", "mn": .phrasing
        case "ul": .list
        case "table": .table
        case "tbody": .section
        case "tr": .row
        case "select": .select
        case "optgroup": .group
        case "svg", "g", "linearGradient": .svg
        case "math", "mrow": .math
        default: nil
        }
    }

    /// Creates a random part that is permitted there, and subtracts its nodes from the remaining number.
    init(in place: Place, _ depth: Int, _ left: inout Int, _ random: inout SeededGenerator) {
        left -= 1
        let kind = random.below(24)
        let holdsText = [.flow, .phrasing, .svg].contains(place)
        if kind < 6, holdsText {
            self = .text(Self.texts[random.below(Self.texts.count)])
        } else if kind == 6, place != .select, place != .group {
            self = .comment(["c", "d --> e", "\"\n"][random.below(3)])
        } else if kind == 7, depth < 4, random.below(4) == 0, place == .flow || place == .phrasing {
            self = .raw(Self.raws[random.below(Self.raws.count)])
        } else {
            let names = Self.names(in: place)
            let name = names[random.below(names.count)]
            self = .element(
                name,
                key: random.below(3) == 0 ? Self.keys[random.below(Self.keys.count)] : nil,
                Self.attributes(of: name, &random),
                Self.content(of: name, depth, &left, &random)
            )
        }
    }

    private static func content(
        of name: String,
        _ depth: Int,
        _ left: inout Int,
        _ random: inout SeededGenerator
    ) -> [RandomPart] {
        if name == "textarea" || name == "style" || name == "option" {
            return random.below(4) == 0 ? [] : [.text(texts[random.below(texts.count)])]
        }
        guard depth > 0, left > 0, let place = place(in: name) else { return [] }
        var parts = (0..<random.below(6)).map { _ in RandomPart(in: place, depth - 1, &left, &random) }
        // Rows that differ only in their texts.
        if [.list, .section, .table].contains(place), let first = parts.first, random.below(2) == 0 {
            for _ in 0..<random.below(6) {
                var copy = first
                copy.vary(&random)
                parts.append(copy)
            }
        }
        return parts
    }

    private static func attributes(of name: String, _ random: inout SeededGenerator) -> [Named] {
        var attributes: [Named] = []
        switch name {
        case "input":
            attributes.append(("type", ["text", "checkbox", "number", "text", "range"][random.below(5)]))
            attributes.append(("name", "f\(random.below(3))"))
            if random.below(2) == 0 { attributes.append(("value", ["7", "a", ""][random.below(3)])) }
            if random.below(3) == 0 { attributes.append((":change", "")) }
        case "textarea", "select":
            if random.below(3) > 0 {
                attributes.append(("name", "f\(random.below(3))"))
            } else {
                attributes.append(("id", "i"))
            }
            if random.below(3) == 0 { attributes.append((":change", "")) }
        case "button": if random.below(3) > 0 { attributes.append((":click", "\(random.below(9))")) }
        case "form": if random.below(3) > 0 { attributes.append((":submit", "form\(random.below(2))")) }
        case "svg": attributes.append(("viewBox", "0 0 9 \(random.below(3))"))
        default: break
        }
        for _ in 0..<random.below(3) { change(&attributes, &random) }
        return attributes
    }

    /// Adds, changes or removes an attribute.
    static func change(_ attributes: inout [Named], _ random: inout SeededGenerator) {
        let names = [
            "class", "title", "data-x", "hidden", "aria-label", "data-MixedCase", "style", "id", "lang", "disabled",
        ]
        let name = names[random.below(names.count)]
        let value = values[random.below(values.count)]
        if let index = attributes.firstIndex(where: { $0.name == name }) {
            if random.below(2) == 0 { attributes.remove(at: index) } else { attributes[index].value = value }
        } else {
            attributes.insert((name, value), at: random.below(attributes.count + 1))
        }
    }

    /// Changes the texts and keys, and not the shape.
    private mutating func vary(_ random: inout SeededGenerator) {
        switch self {
        case .text: self = .text(Self.texts[random.below(Self.texts.count)])
        case .comment, .raw: break
        case .element(let name, let key, var attributes, var content):
            for index in attributes.indices where attributes[index].name != "type" && random.below(3) == 0 {
                attributes[index].value = Self.values[random.below(Self.values.count)]
            }
            for index in content.indices { content[index].vary(&random) }
            self = .element(name, key: key == nil ? nil : "\(random.below(1000))", attributes, content)
        }
    }

    /// Makes one random change somewhere in a list of parts.
    static func change(_ parts: inout [RandomPart], in place: Place, _ random: inout SeededGenerator) {
        let index = random.below(max(parts.count, 1))
        if !parts.isEmpty, random.below(3) > 0,
            case .element(let name, let key, let attributes, var content) = parts[index],
            let inner = Self.place(in: name)
        {
            change(&content, in: inner, &random)
            parts[index] = .element(name, key: key, attributes, content)
            return
        }
        var left = 6
        switch random.below(10) {
        case 0...1: parts.insert(RandomPart(in: place, 2, &left, &random), at: random.below(parts.count + 1))
        case 2 where !parts.isEmpty: parts.remove(at: index)
        case 3 where !parts.isEmpty: parts.swapAt(index, random.below(parts.count))
        case 4: parts.reverse()
        case 5: parts.shuffle(using: &random)
        case 6: for _ in 0..<3 { parts.append(RandomPart(in: place, 2, &left, &random)) }
        case 7 where !parts.isEmpty: parts.append(parts[index])
        case 8 where !parts.isEmpty: parts[index].vary(&random)
        default:
            guard !parts.isEmpty, case .element(let name, let key, var attributes, var content) = parts[index] else {
                break
            }
            if random.below(4) == 0, place == .flow, Self.place(in: name) == .flow {
                parts[index] = .element(name == "div" ? "section" : "div", key: key, [], content)
                return
            }
            change(&attributes, &random)
            for child in content.indices where random.below(2) == 0 { content[child].vary(&random) }
            parts[index] = .element(name, key: key, attributes, content)
        }
    }

    /// Returns the part as a view or, if that is chosen, as a lazy part of one.
    func html(_ choice: LazyChoice? = nil) -> Html<RandomMessage> {
        guard let choice else { return built(nil) }
        let description = String(describing: self)
        return choice.contains(description) ? lazy(description) { built(choice) } : built(choice)
    }

    /// Returns adjacent parts or, if that is chosen, one lazy part with all of them.
    static func html(_ parts: [RandomPart], _ choice: LazyChoice? = nil) -> Html<RandomMessage> {
        let description = choice == nil ? "" : String(describing: parts)
        guard let choice, choice.contains(description) else {
            return HtmlBuilder.buildArray(parts.map { $0.html(choice) })
        }
        return lazy(description) { HtmlBuilder.buildArray(parts.map { $0.html(choice) }) }
    }

    private func built(_ choice: LazyChoice?) -> Html<RandomMessage> {
        switch self {
        case .text(let text): return ElmwoodViewTree.text(text)
        case .comment(let text): return ElmwoodViewTree.comment(text)
        case .raw(let markup): return ElmwoodViewTree.raw(markup)
        case .element(let name, let key, let named, let content):
            var attributes: [Attribute<RandomMessage>] = key.map { [.key($0)] } ?? []
            for (name, value) in named {
                switch name {
                case ":click": attributes.append(.onClick(.press(id: Int(value) ?? 0)))
                case ":change": attributes.append(.onChange { (text: String) in .enter(text) })
                case ":submit":
                    attributes.append(.onSubmit { (fields: [String: String]) in .send(fields) })
                    attributes.append(Attribute(.formName, value))
                case "hidden", "disabled": attributes.append(.attribute(name, isPresent: true))
                default: attributes.append(.attribute(name, value))
                }
            }
            let content = Self.html(content, choice)
            if name == "x-item" {
                return ElmwoodViewTree.element(.custom, [Attribute(.tag, name)] + attributes) { content }
            }
            guard let known = ElementName(named: name) else { return .empty }
            return known.traits.contains(.void)
                ? ElmwoodViewTree.element(known, attributes) : ElmwoodViewTree.element(known, attributes) { content }
        }
    }
}
