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

    /// The tools of development that the settings can turn on; none unless the app has some.
    ///
    /// ```swift
    /// import ElmwoodHistory
    ///
    /// static let tools: [DevelopmentTool] = [.history]
    /// ```
    static var tools: [DevelopmentTool] { get }
}

extension App {
    /// No tools.
    public static var tools: [DevelopmentTool] { [] }
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
