@testable import ElmwoodViewTree

/// A tree as the script of a live page manages it, without unmanaged nodes. It is built from HTML, and patches are applied to it
/// without access to a tape.
final class PatchedTree {
    enum Kind: Equatable {
        case element(String)
        case text
        case comment
    }

    struct Failure: Error {
        var reason: String
    }

    var kind: Kind
    var attributes: [String: String] = [:]
    var text = ""
    var children: [PatchedTree] = []

    init(_ kind: Kind, _ text: String = "") {
        self.kind = kind
        self.text = text
    }

    /// The tree that a browser with script builds from the HTML, without unmanaged nodes.
    init(html: [UInt8]) throws {
        kind = .element("")
        children = try Self.nodes(html)
    }

    private static func nodes(_ html: [UInt8]) throws -> [PatchedTree] {
        let page = Array("<!DOCTYPE html>".utf8)
        let bytes = html.starts(with: page) ? Array(html.dropFirst(page.count)) : html
        return try StrictHTMLReader.read(bytes).compactMap(PatchedTree.init)
    }

    private convenience init?(_ tree: Tree) {
        switch tree {
        case .text(let text): self.init(.text, text)
        case .comment(let text): self.init(.comment, text)
        case .element(let name, let attributes, let children):
            if attributes["data-elmwood"] != nil { return nil }
            self.init(.element(name))
            for (name, value) in attributes { self.attributes[name.lowercased()] = value }
            if name != "noscript" { self.children = children.compactMap(PatchedTree.init) }
        }
    }

    /// The tree as text, for comparisons.
    var description: String {
        switch kind {
        case .text: "'\(text)'"
        case .comment: "<!--\(text)-->"
        case .element(let name):
            "<\(name)\(attributes.sorted { $0.key < $1.key }.map { " \($0)=\"\($1)\"" }.joined())>"
                + children.map(\.description).joined(separator: ",") + "</\(name)>"
        }
    }

    // MARK: Patches

    /// Applies a patch's operations to the page or, if there is none, to the parent of the nodes.
    func apply(_ operations: [UInt8]) throws {
        guard case .array(let items) = try JSONText(operations) else { throw Failure(reason: "no array") }
        let isPage = children.count == 1 && children[0].kind == .element("html")
        try (isPage ? children[0] : self).patch(items)
    }

    private func patch(_ items: [JSONText]) throws {
        var position = 0
        var isListAllowed = true
        while position < items.count {
            switch items[position] {
            case .string(let name):
                guard isListAllowed, position + 1 < items.count else { throw Failure(reason: "attribute") }
                try set(name, items[position + 1])
                position += 2
            case .array(let list):
                guard isListAllowed else { throw Failure(reason: "late list") }
                children = try edited(list)
                isListAllowed = false
                position += 1
            case .object(let members):
                guard members.count == 1, members[0].name == "h", case .string(let html) = members[0].value else {
                    throw Failure(reason: "object")
                }
                children = try Self.nodes(Array(html.utf8))
                position += 1
            case .number:
                isListAllowed = false
                position = try patchChild(items, position)
            case .null: throw Failure(reason: "null")
            }
        }
    }

    private func patchChild(_ items: [JSONText], _ start: Int) throws -> Int {
        var position = start
        var node = self
        while position < items.count, case .number(let index) = items[position] {
            guard node.children.indices.contains(index) else { throw Failure(reason: "no child \(index)") }
            node = node.children[index]
            position += 1
        }
        guard position < items.count else { throw Failure(reason: "path") }
        switch items[position] {
        case .string(let text):
            guard node.kind == .text || node.kind == .comment, node.text != text else { throw Failure(reason: "text") }
            node.text = text
        case .array(let items):
            guard !items.isEmpty else { throw Failure(reason: "empty patch") }
            try node.patch(items)
        default: throw Failure(reason: "child")
        }
        return position + 1
    }

    private func set(_ name: String, _ value: JSONText) throws {
        guard name == name.lowercased() || name == "viewBox" else { throw Failure(reason: "case") }
        let name = name.lowercased()
        switch value {
        case .string(let value):
            guard attributes[name] != value || value.isEmpty else { throw Failure(reason: "same value") }
            attributes[name] = value
        case .number(1): attributes[name] = ""
        case .number(0): guard attributes.removeValue(forKey: name) != nil else { throw Failure(reason: "no \(name)") }
        default: throw Failure(reason: "value")
        }
    }

    private func edited(_ list: [JSONText]) throws -> [PatchedTree] {
        var result: [PatchedTree] = []
        var used: Set<Int> = []
        func take(_ index: Int) throws {
            guard children.indices.contains(index), used.insert(index).inserted else {
                throw Failure(reason: "\(index)")
            }
            result.append(children[index])
        }
        var position = 0
        var last = -1
        while position < list.count {
            switch list[position] {
            case .number(let index) where index >= 0:
                guard index > last, position + 1 < list.count, case .number(let count) = list[position + 1], count > 0
                else {
                    throw Failure(reason: "run")
                }
                for offset in 0..<count { try take(index + offset) }
                last = index + count - 1
                position += 1
            case .number(let index): try take(~index)
            default: result += try Self.made(list[position])
            }
            position += 1
        }
        return result
    }

    /// Returns the new nodes of an entry of a list.
    private static func made(_ json: JSONText) throws -> [PatchedTree] {
        guard case .object(let members) = json, members.first?.name == "t" else { return [try made(one: json)] }
        guard members.map(\.name) == ["t", "s", "v"], case .array(let slots) = members[1].value,
            case .array(let values) = members[2].value, !slots.isEmpty, !values.isEmpty,
            values.count % slots.count == 0
        else { throw Failure(reason: "run of one shape") }
        var result = [try made(one: members[0].value)]
        for start in stride(from: 0, to: values.count, by: slots.count) {
            let copy = try made(one: members[0].value)
            var replaced: [Int: String] = [:]
            for (slot, value) in zip(slots, values[start...]) {
                guard case .number(let slot) = slot, case .string(let value) = value else {
                    throw Failure(reason: "slot")
                }
                replaced[slot] = value
            }
            var number = 0
            copy.replace(replaced, &number, spec: members[0].value)
            guard replaced.keys.allSatisfy({ $0 < number }) else { throw Failure(reason: "no such slot") }
            result.append(copy)
        }
        return result
    }

    private static func made(one json: JSONText) throws -> PatchedTree {
        switch json {
        case .string(let text):
            guard !text.isEmpty else { throw Failure(reason: "empty text") }
            return PatchedTree(.text, text)
        case .object(let members):
            guard members.count == 1, members[0].name == "c", case .string(let text) = members[0].value else {
                throw Failure(reason: "comment")
            }
            return PatchedTree(.comment, text)
        case .array(let parts):
            guard case .string(let name)? = parts.first else { throw Failure(reason: "tag") }
            let node = PatchedTree(.element(name))
            for (index, part) in parts.dropFirst().enumerated() {
                if case .object(let members) = part, index == 0, members.first?.name != "h" {
                    for member in members {
                        guard member.value != .number(0) else { throw Failure(reason: "0") }
                        node.attributes[member.name.lowercased()] = ""
                        if case .string(let value) = member.value { node.attributes[member.name.lowercased()] = value }
                    }
                } else if case .object(let members) = part, members.first?.name == "h",
                    case .string(let html)? = members.first?.value
                {
                    guard index == 1, parts.count == 3 else { throw Failure(reason: "markup") }
                    node.children = try nodes(Array(html.utf8))
                } else {
                    node.children.append(try made(one: part))
                }
            }
            return node
        default: throw Failure(reason: "spec")
        }
    }

    /// Replaces the strings of an element that was built from that entry.
    private func replace(_ strings: [Int: String], _ number: inout Int, spec: JSONText) {
        guard case .array(let parts) = spec else { return }
        var child = 0
        for part in parts.dropFirst() {
            switch part {
            case .object(let members) where members.first?.name == "c": child += 1
            case .object(let members) where members.first?.name == "h": break
            case .object(let members):
                for member in members {
                    guard case .string = member.value else { continue }
                    if let value = strings[number] { attributes[member.name.lowercased()] = value }
                    number += 1
                }
            case .string:
                if let text = strings[number] { children[child].text = text }
                number += 1
                child += 1
            default:
                children[child].replace(strings, &number, spec: part)
                child += 1
            }
        }
    }
}
