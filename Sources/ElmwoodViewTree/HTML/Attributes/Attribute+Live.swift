// What a page does where its script runs. Without script these do nothing.

extension Attribute {
    /// How long the visitor must pause before what was typed is sent, in whole milliseconds.
    ///
    /// What is still waiting is sent before anything else that the visitor does.
    ///
    /// ```swift
    /// input(.name("q"), .onInput(Message.search), .debounce(.milliseconds(300)))
    /// ```
    public static func debounce(_ pause: Duration) -> Self {
        let (seconds, attoseconds) = Swift.min(Swift.max(pause, .zero), .seconds(86_400)).components
        return .attribute("data-debounce", String(seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    }

    /// On a `progress` within a form: it shows how much of the form's files has been sent while they are.
    ///
    /// ```swift
    /// form("photo", .onSubmit(Message.upload)) { input(.name("file"), .type(.file)); progress(.uploadProgress) }
    /// ```
    public static var uploadProgress: Self { .attribute("data-upload-progress", isPresent: true) }
}
