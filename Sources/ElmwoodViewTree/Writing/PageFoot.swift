/// An addition of development tools to the page: a frame at its foot, closed until it is opened.
///
/// It is not part of the view: the page's script skips it.
package struct PageFoot: Equatable, Sendable {
    /// The title of the foot.
    package var title: String
    /// The address of the page in the frame.
    package var address: String
    /// The address of its style sheet.
    package var style: String
    /// Whether it says that the page shows an earlier moment. A live page is notified of changes.
    package var isPaused = false

    package init(title: String, address: String, style: String) {
        self.title = title
        self.address = address
        self.style = style
    }
}

extension HTMLWriter {
    /// Links the foot's style sheet, if there is a foot.
    mutating func writeFootStyle() {
        guard let foot else { return }
        out.put("<link data-elmwood rel=\"stylesheet\" href=\"")
        out.put(escaping: foot.style)
        out.put("\">")
    }

    /// Writes the foot, if there is one. Its frame loads nothing until it is visible.
    mutating func writeFoot() {
        guard let foot else { return }
        out.put("<details data-elmwood id=\"elmwood-foot\"")
        if foot.isPaused { out.put(" data-paused") }
        out.put("><summary>")
        out.put(escaping: foot.title)
        out.put("</summary><iframe title=\"")
        out.put(escaping: foot.title)
        out.put("\" src=\"")
        out.put(escaping: foot.address)
        out.put("\" loading=\"lazy\"></iframe></details>")
    }
}
