/// The script that makes a page live, as the page's head names it.
package struct ScriptTag: Sendable {
    /// Where the script is.
    package var address: String
    /// What the page shows.
    package var revision: Revision
    /// Where the program is mounted: empty, or like `/counter`.
    package var base: String
    /// Whether the page asks for more as soon as it is there, since it shows whether it is live, or since its program
    /// has subscriptions.
    package var connects: Bool

    package init(address: String, revision: Revision, base: String, connects: Bool) {
        self.address = address
        self.revision = revision
        self.base = base
        self.connects = connects
    }
}

extension HTMLWriter {
    /// Writes the script's tag, where there is one.
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
