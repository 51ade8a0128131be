import ElmwoodPageTree

/// Selects elements of a page: by tag, `#id`, `.class`, `[name=value]`, or several of these together; after a space, those within
/// such an element.
///
/// ```swift
/// test.expect(.h1, "Counter")
/// test.expect("#todos li.completed", count: 2)
/// test.within("#new-todo[name=title]") { … }
/// ```
///
/// `[name]` matches any element with such an attribute. A value with other characters than letters, digits, `-` and `_` may be
/// quoted: `[href="/active"]`. An invalid selector matches no element, and has the reason in ``problem``.
public struct Selector: Equatable, Sendable, ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    /// The selector as it was written.
    public let description: String
    /// A condition that an element must fulfil.
    package enum Part: Equatable, Sendable {
        case any
        case tag(String)
        case id(String)
        case className(String)
        case attribute(String, value: String?)
    }

    /// The conditions of the element, last; before them, those of elements around it, the outermost first.
    private let compounds: [[Part]]
    /// Why the text is not a valid selector, as a sentence; nil if it is valid.
    public let problem: String?

    /// Parses a selector.
    public init(_ text: String) {
        description = text
        do throws(SelectorProblem) {
            var reader = SelectorReader(text)
            compounds = try reader.read()
            problem = nil
        } catch {
            compounds = []
            problem =
                "“\(text)” is no selector: \(error.reason). A selector is a tag, #id, .class or [name=value], or several of "
                + "them together: “input.new[name=title]”; after a space, what is within: “#list li”."
        }
    }

    /// Parses a selector from a literal.
    public init(stringLiteral text: String) { self.init(text) }

    /// Creates the selector of a tag.
    init(tag: String) {
        description = tag
        compounds = [[.tag(tag)]]
        problem = nil
    }

    /// Whether the element matches.
    package func matches(_ node: PageNode) -> Bool {
        guard let own = compounds.last, Self.matches(node, own) else { return false }
        var around = compounds.dropLast()
        guard !around.isEmpty else { return true }
        for ancestor in node.ancestors {
            if let next = around.last, Self.matches(ancestor, next) { around.removeLast() }
            if around.isEmpty { return true }
        }
        return false
    }

    private static func matches(_ node: PageNode, _ parts: [Part]) -> Bool {
        parts.allSatisfy { part in
            switch part {
            case .any: true
            case .tag(let tag): node.tag == tag
            case .id(let id): node["id"] == id
            case .className(let name):
                node["class"].map { $0.split(whereSeparator: \.isWhitespace).contains { $0 == name } } ?? false
            case .attribute(let name, let value):
                node[name].map { held in value.map { $0 == held } ?? true } ?? false
            }
        }
    }
}

/// Why a text is not a valid selector: the end of a sentence.
struct SelectorProblem: Error {
    let reason: String
}

/// Parses the parts of a selector, one after the other.
private struct SelectorReader {
    private var remainder: Substring

    init(_ text: String) { remainder = Substring(text) }

    mutating func read() throws(SelectorProblem) -> [[Selector.Part]] {
        var compounds: [[Selector.Part]] = []
        while true {
            remainder = remainder.drop { $0 == " " }
            guard !remainder.isEmpty else { break }
            compounds.append(try compound())
        }
        if compounds.isEmpty { throw SelectorProblem(reason: "it is empty") }
        return compounds
    }

    private mutating func compound() throws(SelectorProblem) -> [Selector.Part] {
        var parts: [Selector.Part] = []
        while let first = remainder.first, first != " " {
            switch first {
            case "#":
                remainder.removeFirst()
                parts.append(.id(try name(after: "#")))
            case ".":
                remainder.removeFirst()
                parts.append(.className(try name(after: ".")))
            case "[":
                remainder.removeFirst()
                parts.append(try attribute())
            case "*" where parts.isEmpty:
                remainder.removeFirst()
                parts.append(.any)
            case _ where parts.isEmpty && Self.isOfName(first):
                parts.append(.tag(try name(after: "").lowercased()))
            default:
                throw SelectorProblem(reason: "“\(first)” means nothing there")
            }
        }
        return parts
    }

    private mutating func attribute() throws(SelectorProblem) -> Selector.Part {
        let name = try name(after: "[")
        guard remainder.first == "=" else {
            try close()
            return .attribute(name, value: nil)
        }
        remainder.removeFirst()
        let value: String
        if let quote = remainder.first, quote == "\"" || quote == "'" {
            remainder.removeFirst()
            guard let end = remainder.firstIndex(of: quote) else {
                throw SelectorProblem(reason: "a quote does not end")
            }
            value = String(remainder[..<end])
            remainder = remainder[remainder.index(after: end)...]
        } else {
            guard let end = remainder.firstIndex(of: "]") else {
                throw SelectorProblem(reason: "“[” is not followed by “]”")
            }
            value = String(remainder[..<end])
            remainder = remainder[end...]
        }
        try close()
        return .attribute(name, value: value)
    }

    private mutating func close() throws(SelectorProblem) {
        guard remainder.first == "]" else { throw SelectorProblem(reason: "“[” is not followed by “]”") }
        remainder.removeFirst()
    }

    private mutating func name(after sign: String) throws(SelectorProblem) -> String {
        let name = remainder.prefix(while: Self.isOfName)
        guard !name.isEmpty else { throw SelectorProblem(reason: "no name follows “\(sign)”") }
        remainder = remainder[name.endIndex...]
        return String(name)
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "-" || character == "_"
    }
}
