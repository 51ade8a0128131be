@testable import ElmwoodViewTree

/// A tree from HTML or from a tape, to compare the two.
indirect enum Tree: Equatable {
    case element(String, [String: String], [Tree])
    case text(String)
    case comment(String)

    /// The tree of the tape as a browser would show it. Keys and events are not part of it.
    init?(_ node: TapeNode) {
        switch node.kind {
        case .nothing, .raw: return nil
        case .text: self = .text(node.text)
        case .comment: self = .comment(node.text)
        case .element:
            var attributes: [String: String] = [:]
            for attribute in node.attributes where attribute.name != .key && attribute.name != .tag {
                attributes[attribute.label] = attribute.text
            }
            var children = node.children.compactMap(Tree.init)
            if node.name.traits.contains(.rawText), !children.isEmpty {
                // A CR cannot be written in raw text: a parser reads it as a line feed.
                children = [.text(withLineFeeds(node.text))]
            }
            self = .element(node.tag, attributes, children)
        }
    }
}

/// Parses HTML as the writer writes it, and refuses anything else: each tag has to be closed, each attribute quoted, each reference
/// known. The result is that of an HTML parser.
struct StrictHTMLReader {
    struct Failure: Error {
        var position: Int
        var reason: String
    }

    private let bytes: [UInt8]
    private var position = 0
    private static let void: Set<String> = ["br", "img", "input", "hr", "meta", "link", "wbr"]
    private static let raw: Set<String> = ["script", "style"]

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func read(_ bytes: [UInt8]) throws -> [Tree] {
        var reader = StrictHTMLReader(bytes)
        let trees = try reader.content(until: nil)
        guard reader.position == bytes.count else { throw Failure(position: reader.position, reason: "left over") }
        return trees
    }

    private func fail(_ reason: String) -> Failure { Failure(position: position, reason: reason) }

    private func isNext(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func take(_ text: String) -> Bool {
        guard isNext(text) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func expect(_ text: String) throws { if !take(text) { throw fail("no \(text)") } }

    private mutating func upTo(_ ends: String) -> String {
        let start = position
        while position < bytes.count, !ends.utf8.contains(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func content(until name: String?) throws -> [Tree] {
        var trees: [Tree] = []
        while position < bytes.count {
            if take("<!--") {
                let start = position
                while !isNext("-->") {
                    guard position < bytes.count else { throw fail("open comment") }
                    position += 1
                }
                trees.append(.comment(String(decoding: bytes[start..<position], as: UTF8.self)))
                position += 3
            } else if take("</") {
                guard let name else { throw fail("stray end tag") }
                try expect(name + ">")
                return trees
            } else if take("<") {
                trees.append(try element())
            } else {
                trees.append(.text(try decoded(upTo("<"))))
            }
        }
        if name != nil { throw fail("not closed") }
        return trees
    }

    private mutating func element() throws -> Tree {
        let name = upTo(" >")
        var attributes: [String: String] = [:]
        while take(" ") {
            let label = upTo("= >")
            guard !label.isEmpty, attributes[label] == nil else { throw fail("attribute \(label)") }
            if take("=\"") {
                attributes[label] = try decoded(upTo("\""))
                try expect("\"")
            } else {
                attributes[label] = ""
            }
        }
        try expect(">")
        if Self.void.contains(name) { return .element(name, attributes, []) }
        if Self.raw.contains(name) {
            let start = position
            while !isNext("</\(name)>") {
                guard position < bytes.count else { throw fail("open \(name)") }
                position += 1
            }
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            position += name.utf8.count + 3
            return .element(name, attributes, text.isEmpty ? [] : [.text(text)])
        }
        if name == "pre" || name == "textarea" { _ = take("\n") }
        return .element(name, attributes, try content(until: name))
    }

    private func decoded(_ text: String) throws -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            guard let end = rest[start...].firstIndex(of: ";") else { throw fail("reference") }
            switch rest[rest.index(after: start)..<end] {
            case "amp": result += "&"
            case "lt": result += "<"
            case "gt": result += ">"
            case "quot": result += "\""
            case "#13": result += "\r"
            default: throw fail("reference")
            }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
