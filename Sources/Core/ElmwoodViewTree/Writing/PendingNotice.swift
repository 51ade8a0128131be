/// What a page says, without script, about a request whose result it does not show yet. It is not part of the view: the page's script skips it.
package struct PendingNotice: Sendable {
    /// The sentence that says so.
    package var text: String
    /// The text of a link that loads the page again; nil if the page does that by itself, since it has no field that someone may be filling in.
    package var link: String?

    package init(text: String, link: String?) {
        self.text = text
        self.link = link
    }
}

extension HTMLWriter {
    /// Whether script may run on the page, so that only others see the notice.
    private var mayHaveScript: Bool { script != nil }

    /// Writes what lets the page load itself again. The server answers once the work has ended.
    mutating func writePendingHead() {
        guard let pending, pending.link == nil else { return }
        out.put(mayHaveScript ? "<noscript data-elmwood>" : "")
        out.put("<meta data-elmwood http-equiv=\"refresh\" content=\"1\">")
        out.put(mayHaveScript ? "</noscript>" : "")
    }

    /// Writes the notice, at the beginning of the body.
    mutating func writePendingNotice() {
        guard let pending else { return }
        out.put(mayHaveScript ? "<noscript data-elmwood>" : "")
        out.put("<p data-elmwood id=\"elmwood-pending\" role=\"status\">")
        out.put(escaping: pending.text)
        if let link = pending.link {
            out.put(" <a href=\"\">")
            out.put(escaping: link)
            out.put("</a>")
        }
        out.put("</p>")
        out.put(mayHaveScript ? "</noscript>" : "")
    }
}

extension Rendering {
    /// Whether someone may be filling in a field of the page.
    package var hasField: Bool {
        Self.contains(records) { node in
            switch node.name {
            case .textarea, .select: true
            case .input:
                !["hidden", "submit", "button", "reset", "image"].contains(node.attribute(.type)?.text ?? "")
            default: false
            }
        }
    }

    /// Whether the view itself lets the page load again.
    package var refreshesItself: Bool {
        Self.contains(records) { $0.name == .meta && $0.attribute(.httpEquiv)?.text.lowercased() == "refresh" }
    }

    private static func contains(_ nodes: TapeReader, _ isMeant: (TapeNode) -> Bool) -> Bool {
        nodes.contains { $0.kind == .element && (isMeant($0) || contains($0.children, isMeant)) }
    }
}
