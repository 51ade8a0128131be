import ElmwoodViewTree

// Elements of a page's head for search engines and readers of feeds.

/// Says which address is the page's own, if several show the same (RFC 6596): for the head of a ``Document``.
///
/// ```swift
/// Document(article.title, head: { canonical(page.link(to: "/articles/\(article.slug)")) }) { … }
/// ```
public func canonical<Message>(_ address: String) -> Html<Message> {
    link(.rel("canonical"), .href(address))
}

/// Asks search engines not to list the page: for the head of a ``Document``.
public func noindex<Message>() -> Html<Message> {
    meta(.name("robots"), .content("noindex"))
}

/// Says where the page's feed is, so that readers of feeds find it: for the head of a ``Document``.
///
/// - Parameter type: the feed's type: Atom (RFC 4287), or `application/rss+xml`, or `application/feed+json`.
public func feed<Message>(
    _ address: String,
    title: String,
    type: String = "application/atom+xml"
) -> Html<Message> {
    link(.rel("alternate"), .type(type), .title(title), .href(address))
}
