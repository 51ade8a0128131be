/// The script that makes a page live, in the page's head.
package struct ScriptTag: Sendable {
    /// The script's address.
    package var address: String
    /// The revision that the page shows.
    package var revision: Revision
    /// The path at which the program is mounted: empty, or like `/counter`.
    package var base: String
    /// Whether the page connects as soon as it is loaded, since its view reads whether it is live or shows values that can change,
    /// or since its program has subscriptions.
    package var connects: Bool

    package init(address: String, revision: Revision, base: String, connects: Bool) {
        self.address = address
        self.revision = revision
        self.base = base
        self.connects = connects
    }
}

extension HTMLWriter {
    /// Writes the script's tag, if there is one.
    mutating func writeScript() {
        guard let script else { return }
        out.put("<script data-elmwood src=\"")
        out.put(escaping: script.address)
        out.put("\" defer data-revision=\"")
        for index in 0..<Revision.textSize { out.put(script.revision.character(index)) }
        out.put("\" data-base=\"")
        out.put(escaping: script.base)
        out.put(script.connects ? "\" data-connect></script>" : "\"></script>")
    }
}
