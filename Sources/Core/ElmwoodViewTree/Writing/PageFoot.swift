/// An addition of development tools to the page, which is not part of the view: the page's script skips it.
package struct PageFoot: Equatable, Sendable {
    /// A page of its own within the page.
    package struct Frame: Equatable, Sendable {
        package var title: String
        /// The address of the page in the frame.
        package var address: String

        package init(title: String, address: String) {
            self.title = title
            self.address = address
        }
    }

    /// The frame at the page's foot, closed until it is opened; nil if there is none.
    package var frame: Frame?
    /// The addresses of its style sheets.
    package var styles: [String]
    /// The address of a further script; nil if there is none.
    package var script: String?
    /// What a page without script shows above its content; a script shows it by itself.
    package var notice: Frame?
    /// Whether it says that the page shows an earlier moment. A live page is notified of changes.
    package var isPaused = false

    package init(frame: Frame? = nil, styles: [String] = []) {
        self.frame = frame
        self.styles = styles
    }
}

extension HTMLWriter {
    /// Writes what the foot adds to the head.
    mutating func writeFootHead() {
        guard let foot else { return }
        for style in foot.styles {
            out.put("<link data-elmwood rel=\"stylesheet\" href=\"")
            out.put(escaping: style)
            out.put("\">")
        }
        if let script = foot.script {
            out.put("<script data-elmwood defer src=\"")
            out.put(escaping: script)
            out.put("\"></script>")
        }
    }

    /// Writes the foot, if there is one. Its frame loads nothing until it is visible.
    mutating func writeFoot() {
        guard let foot else { return }
        if let frame = foot.frame {
            out.put("<details data-elmwood id=\"elmwood-foot\"")
            if foot.isPaused { out.put(" data-paused") }
            out.put(">")
            write(frame)
            out.put("</details>")
        }
        if let notice = foot.notice {
            out.put("<noscript data-elmwood><details open id=\"elmwood-notice\">")
            write(notice)
            out.put("</details></noscript>")
        }
    }

    private mutating func write(_ frame: PageFoot.Frame) {
        out.put("<summary>")
        out.put(escaping: frame.title)
        out.put("</summary><iframe title=\"")
        out.put(escaping: frame.title)
        out.put("\" src=\"")
        out.put(escaping: frame.address)
        out.put("\" loading=\"lazy\"></iframe>")
    }
}
