/// An event that says more than its name, as its attribute has it: ` board x,y,shiftKey control+k form place`.
///
/// The text begins with a space, as that of no message does. Its parts are the event's name in the view, the members that the script sends, the
/// keys for which it sends them, and what does the same without script.
package struct PayloadEvent: Sendable {
    /// The name of the event, which exists once in a view.
    package let name: String
    /// The members that the script sends.
    package let members: [String]
    /// The keys for which it sends them; empty for all.
    package let keys: [String]
    /// What does the same without script.
    package let alternative: ScriptAlternative

    /// Reads the text of an attribute; nil if it is a message's, or of a handler of fields.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, let alternative = ScriptAlternative(text: parts[4]) else {
            return nil
        }
        name = String(parts[1])
        members = parts[2].split(separator: ",").map(String.init)
        keys = parts[3].split(separator: ",").map(String.init)
        self.alternative = alternative
    }

    static func text(_ name: String, _ members: String, keys: String, _ alternative: ScriptAlternative) -> String {
        " \(name) \(members) \(keys) \(alternative.text)"
    }

    /// Returns why an event cannot have that name, or nil if it can.
    static func refusal(of name: String) -> String? {
        let isName = name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
        guard !isName || name.isEmpty || name.utf8.count > 200 else { return nil }
        return "An event cannot be named “\(name)”: a name is 1 to 200 bytes without white space. It is left out."
    }
}

/// What does the same as an event does that needs a script: the page then works without one.
public struct ScriptAlternative: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case form(String)
        case link(String)
        case controls
        case needsScript
    }

    package let kind: Kind

    /// The form of that name in the same view.
    public static func form(_ name: String) -> Self { Self(kind: .form(name)) }

    /// The link with that id in the same view.
    public static func link(_ id: String) -> Self { Self(kind: .link(id)) }

    /// Nothing: without script it cannot be done. The test kit's `expectAccessible` lists these events.
    public static var needsScript: Self { Self(kind: .needsScript) }

    /// Controls within the element itself.
    package static var controls: Self { Self(kind: .controls) }

    private init(kind: Kind) { self.kind = kind }

    /// Reads the end of an attribute's text.
    init?(text: Substring) {
        if text == "-" {
            kind = .needsScript
        } else if text == "+" {
            kind = .controls
        } else if text.hasPrefix("form ") {
            kind = .form(String(text.dropFirst(5)))
        } else if text.hasPrefix("link ") {
            kind = .link(String(text.dropFirst(5)))
        } else {
            return nil
        }
    }

    var text: String {
        switch kind {
        case .form(let name): "form \(name)"
        case .link(let id): "link \(id)"
        case .controls: "+"
        case .needsScript: "-"
        }
    }
}
