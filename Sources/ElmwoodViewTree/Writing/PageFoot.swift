/// What tools of development add to a page: a frame at its foot, closed until somebody opens it.
///
/// It is none of the view: the page's script passes over it.
package struct PageFoot: Equatable, Sendable {
    /// What it is called.
    package var title: String
    /// The address of the page in the frame.
    package var address: String
    /// The address of its style sheet.
    package var style: String
    /// Whether it is to say that the page shows an earlier moment. A live page is told when that changes.
    package var isPaused = false

    package init(title: String, address: String, style: String) {
        self.title = title
        self.address = address
        self.style = style
    }
}

extension HTMLWriter {
    /// Names the foot's style sheet, where there is a foot.
    mutating func writeFootStyle() {
        guard let foot else { return }
        out.put("<link data-elmwood rel=\"stylesheet\" href=\"")
        out.put(escaping: foot.style)
        out.put("\">")
    }

    /// Writes the foot, where there is one. Its frame asks for nothing until it is seen.
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
