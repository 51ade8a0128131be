import ElmwoodStorage

/// What a request presents to be recognised by: its cookies, and the name of the live page that it comes from.
struct Credentials: Sendable {
    /// The id of the session's cookie, whether it still means anything or not.
    var session: SessionID?
    /// The id of the cookie that outlives sessions: whose stored values a new session has.
    var visitor: VisitorID?
    /// Proves that the browser made the request which began something that still runs.
    var ticket: RenewalTicket?
    /// The live page; nil where the page has no script.
    var page: PageID?
    /// The id that has replaced the cookie's, which ``session`` is then: the answer tells it.
    var successor: SessionID?

    /// The same request, answered under the id that has replaced that of its cookie.
    func followed(by successor: SessionID) -> Credentials {
        var credentials = self
        credentials.session = successor
        credentials.successor = successor
        return credentials
    }
}
