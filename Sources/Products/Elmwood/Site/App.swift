import ElmwoodArchitecture
import ElmwoodViewTree

/// A program that is served by itself, at the top of its address.
///
/// ```swift
/// @main
/// struct Counter: App {
///     // model, messages, start, update and view
/// }
/// ```
public protocol App: Program {
    /// Creates the program, when the process starts.
    init()
}

extension App {
    /// HTML's `main` element: the main content of the page.
    ///
    /// It is repeated here, since within an app the name would otherwise only mean the static ``main()``.
    public func main<Content>(
        _ attributes: Attribute<Content>...,
        @HtmlBuilder<Content> content: () throws -> Html<Content>
    ) rethrows -> Html<Content> {
        try element(.main, attributes, content)
    }
}
