import Elmwood

/// A search among some thousands of names, with results while the visitor types.
///
/// The text is in the address. So a search can be bookmarked and sent to a friend, the browser's history contains it, two tabs can
/// search for different texts, and the model stores nothing.
package struct Search: App {
    /// Empty: the text is in the page's address.
    package struct Model: Codable, Equatable, Sendable {}

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case typed(String)
    }

    /// The names to search.
    let names = Places.names

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model())
    }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .typed(let text): .navigate(to: text.isEmpty ? "/" : Page.path(query: ["q": text]), replacing: true)
        }
    }
}
