import ElmwoodLanguages
import ElmwoodViewTree

/// A whole page: its title, language, head and body.
///
/// The page of a language that is written from right to left says so (`dir="rtl"`), unless the attributes of `html` have `dir`. The
/// head always contains the encoding (UTF-8), and a viewport that fits phones unless the program gives one.
///
/// ```swift
/// Document("Counter", language: "en") {
///     h1 { "Counter" }
/// }
/// ```
public struct Document<Message>: Sendable {
    let elements: Html<Message>
    /// What the page says about its response; nil if that is nothing. In an object, so that a page is small enough for registers: the
    /// type of a larger one would be looked up at run time wherever it is passed on.
    private let responseBox: ResponseBox?

    package init(html: Html<Message>, response: DocumentResponse? = nil) {
        elements = html
        responseBox = response.map { ResponseBox($0) }
    }

    /// What the page says about its response; nil if that is nothing.
    package var response: DocumentResponse? { responseBox?.response }

    /// The page's elements, for the render on this thread, which also learns what the page says about its response.
    package var html: Html<Message> {
        if let response { noteResponse(response) }
        return elements
    }

    /// Creates a page with a title, in a language, with attributes of `html` and of `body`.
    ///
    /// Elmwood's own sentences on the page, such as those about its fields, are in that language if the site has it.
    public init(
        _ title: String,
        language: Language = "en",
        htmlAttributes: [Attribute<Message>] = [],
        bodyAttributes: [Attribute<Message>] = [],
        @HtmlBuilder<Message> body: () throws -> Html<Message>
    ) rethrows {
        elements = try pageElement(
            title: title,
            language: language.tag,
            isFromRight: language.direction == .rtl,
            htmlAttributes: htmlAttributes,
            bodyAttributes: bodyAttributes,
            head: { .empty },
            body: body
        )
        responseBox = nil
    }

    /// Creates a page with further elements in its head: style sheets, a description.
    ///
    /// ```swift
    /// Document("Todos", head: { link(.rel("stylesheet"), .href("/style.css")) }) {
    ///     h1 { "todos" }
    /// }
    /// ```
    public init(
        _ title: String,
        language: Language = "en",
        htmlAttributes: [Attribute<Message>] = [],
        bodyAttributes: [Attribute<Message>] = [],
        @HtmlBuilder<Message> head: () throws -> Html<Message>,
        @HtmlBuilder<Message> body: () throws -> Html<Message>
    ) rethrows {
        elements = try pageElement(
            title: title,
            language: language.tag,
            isFromRight: language.direction == .rtl,
            htmlAttributes: htmlAttributes,
            bodyAttributes: bodyAttributes,
            head: head,
            body: body
        )
        responseBox = nil
    }

    /// Converts the page for a larger program: wraps each of its messages into one of the parent's.
    public func map<Parent>(_ transform: @escaping @Sendable (Message) -> Parent) -> Document<Parent>
    where Message: Codable & Sendable, Parent: Codable & Sendable {
        Document<Parent>(html: elements.map(transform), response: response)
    }
}

/// What a page says about its response.
private final class ResponseBox: Sendable {
    let response: DocumentResponse

    init(_ response: DocumentResponse) { self.response = response }
}
