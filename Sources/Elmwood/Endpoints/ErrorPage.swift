import ElmwoodHTTPServer

/// What a site's own page about an error shows: see ``Site/errorPage``.
public struct ErrorPage: Sendable {
    /// The status of the answer, such as 404.
    public let status: Int
    /// The status in words, such as `Not Found`.
    public let title: String
    /// One plain sentence for the visitor.
    public let sentence: String
    /// Names the request in the log, which a visitor may mention; nil if that is unknown.
    public let request: RequestID?
}
