import ViewTree

/// A whole page: its title, language, head and body.
///
/// ```swift
/// Document("Counter", language: "en") {
///     h1 { "Counter" }
/// }
/// ```
public struct Document<Message>: Sendable {
    package var html: Html<Message>

    package init(html: Html<Message>) {
        self.html = html
    }
}
