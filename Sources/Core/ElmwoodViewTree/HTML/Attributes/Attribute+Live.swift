// Attributes for the page's script. Without script they have no effect.

extension Attribute {
    /// How long the visitor must pause before the typed text is sent, in whole milliseconds.
    ///
    /// Pending text is sent before any other action of the visitor.
    ///
    /// ```swift
    /// input(.name("q"), .onInput(Message.search), .debounce(.milliseconds(300)))
    /// ```
    public static func debounce(_ pause: Duration) -> Self {
        let (seconds, attoseconds) = Swift.min(Swift.max(pause, .zero), .seconds(86_400)).components
        return .attribute("data-debounce", String(seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    }

    /// Makes a `progress` within a form show how much of the form's files has been sent. It is empty while nothing is sent.
    ///
    /// ```swift
    /// form("photo", .onSubmit(Message.upload)) { input(.name("file"), .type(.file)); progress(.uploadProgress) }
    /// ```
    public static var uploadProgress: Self { .attribute(uploadProgressName, isPresent: true) }
}

/// The name of the attribute of a `progress` for uploads.
let uploadProgressName = "data-upload-progress"
