import ElmwoodHTTPServer
import ElmwoodLanguages

/// What a site's own page about an error shows: see ``Site/errorPage``.
public struct ErrorPage: Sendable {
    /// The status of the answer, such as 404.
    public let status: Int
    /// The language of the title and the sentence: the best of the site's for the visitor's `Accept-Language`.
    ///
    /// A page that states another one, which the site has, is made again with this set to its own. So no page has two languages.
    public let language: Language
    /// The status in words, such as `Not Found`.
    public let title: String
    /// One plain sentence for the visitor.
    public let sentence: String
    /// Names the request in the log, which a visitor may mention; nil if that is unknown.
    public let request: RequestID?
}
