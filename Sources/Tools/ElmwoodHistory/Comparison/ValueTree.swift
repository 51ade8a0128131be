import ElmwoodArchitecture
import FoundationEssentials
import ElmwoodMessageText

/// A value as a tree, by its `Codable` representation.
struct ValueTree: Equatable {
    indirect enum Kind: Equatable {
        /// A number, a text, a word, or a case without a payload: identified by its text.
        case leaf
        /// A value with named parts: a structure, or the case of that name.
        case parts(caseName: String?, [Part])
        case list([ValueTree])
        case dictionary([Part])
    }

    struct Part: Equatable {
        /// A property's or an argument's name, if it has one; a dictionary's key in its written form.
        var name: String?
        var value: ValueTree
    }

    var kind: Kind
    /// The value, written as Swift.
    var text: String

    /// Creates the tree of a value. Returns nil if it cannot be encoded at all.
    init?<Value: Encodable & Sendable>(encoding value: Value) {
        if let text = try? MessageText.text(of: value, limit: Self.limit),
            let syntax = try? MessageText.syntax(of: text)
        {
            self.init(syntax)
        } else if let bytes = try? JSON.encode(value), let json = try? JSON.decode(JSONValue.self, from: bytes) {
            // The value is nested too deeply for a message's text.
            self.init(json)
        } else {
            return nil
        }
    }

    /// The longest text of a value, in bytes.
    private static var limit: Int { 16 * 1024 * 1024 }

    private init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    private init(_ syntax: MessageSyntax) {
        switch syntax.kind {
        case .word, .number:
            self.init(.leaf, syntax.text)
        case .string:
            self.init(.leaf, Self.quoted(syntax.text))
        case .list:
            let elements = syntax.children.map(ValueTree.init)
            self.init(.list(elements), "[" + elements.map(\.text).joined(separator: ", ") + "]")
        case .dictionary:
            var entries: [Part] = []
            for index in stride(from: 0, to: syntax.children.count - 1, by: 2) {
                let (key, value) = (ValueTree(syntax.children[index]), ValueTree(syntax.children[index + 1]))
                entries.append(Part(name: key.text, value: value))
            }
            self.init(dictionary: entries)
        case .group:
            self.init(caseName: nil, syntax.children.map { Part(name: $0.label, value: ValueTree($0)) })
        case .enumCase where syntax.children.isEmpty:
            self.init(.leaf, syntax.text)
        case .enumCase:
            self.init(caseName: syntax.text, syntax.children.map { Part(name: $0.label, value: ValueTree($0)) })
        }
    }

    private init(_ json: JSONValue) {
        switch json {
        case .null: self.init(.leaf, "nil")
        case .bool(let value): self.init(.leaf, "\(value)")
        case .number(let value): self.init(.leaf, "\(value)")
        case .string(let value): self.init(.leaf, Self.quoted(value))
        case .array(let values):
            let elements = values.map(ValueTree.init)
            self.init(.list(elements), "[" + elements.map(\.text).joined(separator: ", ") + "]")
        case .object(let members):
            self.init(
                caseName: nil,
                members.sorted { $0.key < $1.key }.map { Part(name: $0.key, value: ValueTree($0.value)) }
            )
        }
    }

    private init(caseName: String?, _ parts: [Part]) {
        let texts = parts.map { part in part.name.map { "\($0): \(part.value.text)" } ?? part.value.text }
        self.init(.parts(caseName: caseName, parts), "\(caseName ?? "")(\(texts.joined(separator: ", ")))")
    }

    private init(dictionary entries: [Part]) {
        let texts = entries.map { "\($0.name ?? ""): \($0.value.text)" }
        self.init(.dictionary(entries), entries.isEmpty ? "[:]" : "[\(texts.joined(separator: ", "))]")
    }

    /// Returns a text as a Swift literal, on one line.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            // Most are these, and a general scalar's properties take long to look up.
            case "a"..."z", "A"..."Z", "0"..."9", " ": quoted.unicodeScalars.append(scalar)
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.properties.generalCategory == .control:
                quoted += "\\u{\(String(scalar.value, radix: 16))}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension ValueTree {
    /// What identifies it among the elements of a list: its `id`.
    var identity: String? {
        guard case .parts(_, let parts) = kind else { return nil }
        return parts.first { $0.name == "id" }?.value.text
    }
}
