/// What the visitor's page is to do beside showing the view.
package enum PageTask: Equatable, Sendable {
    case focus(String)
    case blur
    case scroll(String)
    case copy(String)
    case download(Download)
    case leave(String)
}

/// A file that the visitor's browser is to save.
package struct Download: Equatable, Sendable {
    package var content: [UInt8]
    package var filename: String
    /// The media type.
    package var type: String

    package init(content: [UInt8], filename: String, type: String) {
        self.content = content
        self.filename = filename
        self.type = type
    }
}

// These go to the page on which the visitor did what led to them, or, where that is not known or is closed, to the page that
// was used last.

extension Command {
    /// Gives the focus to the element of that id, once the page shows the new view. Nothing without script.
    ///
    /// ```swift
    /// return .focus("new-todo")
    /// ```
    public static func focus(_ id: String) -> Self { Self(.page(.focus(id))) }

    /// Takes the focus from the element that has it. Nothing without script.
    public static var blur: Self { Self(.page(.blur)) }

    /// Scrolls the page so that the element of that id is seen. Nothing without script.
    public static func scroll(to id: String) -> Self { Self(.page(.scroll(id))) }

    /// Copies a text to the visitor's clipboard. Nothing without script; a browser may also refuse it where it does not come
    /// right after something that the visitor did.
    public static func copy(_ text: String) -> Self { Self(.page(.copy(text))) }

    /// Has the browser save a text as a file of that name.
    ///
    /// ```swift
    /// return .download(table.csv, as: "table.csv", type: "text/csv; charset=utf-8")
    /// ```
    ///
    /// The file is there for some minutes, for this visitor alone.
    public static func download(
        _ text: String,
        as filename: String,
        type: String = "text/plain; charset=utf-8"
    ) -> Self {
        download(Array(text.utf8), as: filename, type: type)
    }

    /// Has the browser save bytes as a file of that name.
    public static func download(
        _ content: [UInt8],
        as filename: String,
        type: String = "application/octet-stream"
    ) -> Self {
        Self(.page(.download(Download(content: content, filename: filename, type: type))))
    }

    /// Has the visitor leave for another site: an address that begins with `https:`, `http:` or `mailto:`. What does not is
    /// refused and logged. Of several in one post the last one counts.
    ///
    /// Let no visitor choose the address: a link to your site that leads elsewhere is what phishers look for.
    public static func leave(to address: String) -> Self { Self(.page(.leave(address))) }
}

extension PageTask: CustomStringConvertible {
    package var description: String {
        switch self {
        case .focus(let id): "focus(\(String(reflecting: id)))"
        case .blur: "blur"
        case .scroll(let id): "scroll(to: \(String(reflecting: id)))"
        case .copy(let text): "copy(\(String(reflecting: text)))"
        case .download(let file):
            "download(\(file.content.count) bytes, as: \(String(reflecting: file.filename)), "
                + "type: \(String(reflecting: file.type)))"
        case .leave(let address): "leave(to: \(String(reflecting: address)))"
        }
    }
}
