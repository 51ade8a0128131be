// These go to the page on which the visitor's action led to them. If that page is unknown or closed, they go to the page used last.

extension Command where P: Program {
    /// Shows the visitor another path of this program. It makes a new entry in the browser's history or, if `replacing` is true,
    /// replaces the page's entry.
    ///
    /// Only paths of this site are followed: the path begins with one `/` and contains no backslash and no control character. Any
    /// other path is refused and logged. If one post has several, the last one counts. For another site, use ``leave(to:)``.
    ///
    /// Without script the browser always makes a new entry.
    public static func navigate(to path: String, replacing: Bool = false) -> Self {
        Self(.page(replacing ? .replace(path) : .push(path)))
    }

    /// Focuses the element with that id once the page shows the new view. Does nothing without script.
    ///
    /// ```swift
    /// return .focus("new-todo")
    /// ```
    public static func focus(_ id: String) -> Self { Self(.page(.focus(id))) }

    /// Removes the focus from the focused element. Does nothing without script.
    public static var blur: Self { Self(.page(.blur)) }

    /// Scrolls the element with that id into view. Does nothing without script.
    public static func scroll(to id: String) -> Self { Self(.page(.scroll(id))) }

    /// Opens the `dialog` with that id as a modal one once the page shows the new view. Does nothing without script, and if it is open.
    ///
    /// The page's view does not know that it is open, and the visitor closes it by Escape or by a button with `.formmethod(.dialog)`. A
    /// dialog that is part of the model, and that works without script, has the attribute `.modal`.
    public static func showModal(_ id: String) -> Self { Self(.page(.showModal(id))) }

    /// Closes the `dialog` with that id once the page shows the new view. Does nothing without script, where a new page shows it closed.
    ///
    /// ```swift
    /// case .renamed(let title):
    ///     model.title = title
    ///     return .close("rename")
    /// ```
    ///
    /// The focus returns to what had it before the dialog was opened. The dialog's `onClose` is not sent.
    public static func close(_ id: String) -> Self { Self(.page(.close(id))) }

    /// Copies a text to the visitor's clipboard. Does nothing without script. A browser may also refuse it unless it comes right
    /// after an action of the visitor.
    public static func copy(_ text: String) -> Self { Self(.page(.copy(text))) }

    /// Makes the browser save a text as a file of that name.
    ///
    /// ```swift
    /// return .download(table.csv, as: "table.csv", type: "text/csv; charset=utf-8")
    /// ```
    ///
    /// The server retains the file for some minutes, for this visitor only.
    public static func download(
        _ text: String,
        as filename: String,
        type: String = "text/plain; charset=utf-8"
    ) -> Self {
        download(Array(text.utf8), as: filename, type: type)
    }

    /// Makes the browser save bytes as a file of that name.
    public static func download(
        _ content: [UInt8],
        as filename: String,
        type: String = "application/octet-stream"
    ) -> Self {
        Self(.page(.download(Download(.content(content, type: type), filename: filename))))
    }

    /// Dispatches an event at the element with that id once the page shows the new view: a custom element listens to it. Does nothing without
    /// script.
    ///
    /// ```swift
    /// return .dispatch("reload", to: "chart")
    /// ```
    public static func dispatch(_ event: String, to id: String) -> Self { Self(.page(.dispatch(event, to: id, nil))) }

    /// Dispatches an event at the element with that id, as a `CustomEvent` whose `detail` is the value's JSON.
    ///
    /// ```swift
    /// return .dispatch("show", to: "map", Place(latitude: 47.4, longitude: 8.5))   // this.addEventListener("show", ({ detail }) => …)
    /// ```
    ///
    /// The event does not bubble. It waits for the element's script, if that is being loaded. A detail of more than 65,536 bytes is refused and
    /// logged: what is larger is better fetched by the element.
    public static func dispatch(_ event: String, to id: String, _ detail: some Codable & Sendable) -> Self {
        Self(.page(.dispatch(event, to: id, Payload(detail))))
    }

    /// Sends the visitor to another site, by an address that begins with `https:`, `http:` or `mailto:`; or to another program of this
    /// site, by a path such as `Page.path("article", slug)`. Any other address is refused and logged. If one post has several, the last
    /// one counts.
    ///
    /// Do not let visitors choose the address: phishers look for a link to your site that leads elsewhere.
    public static func leave(to address: String) -> Self { Self(.page(.leave(address))) }
}
