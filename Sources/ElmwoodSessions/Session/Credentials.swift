import ElmwoodStorage

/// The credentials of a request: its cookies, and the id of its live page.
struct Credentials: Sendable {
    /// The id of the session's cookie, valid or not.
    var session: SessionID?
    /// The visitor's id, from the cookie that outlives sessions: a new session has this visitor's stored values.
    var visitor: VisitorID?
    /// Proves that the browser made the request which began a pending task.
    var ticket: RenewalTicket?
    /// The live page; nil if the page has no script.
    var page: PageID?
    /// The id that has replaced the cookie's, if any. ``session`` is then this id, and the answer sends it.
    var successor: SessionID?

    /// Returns the credentials with the id that has replaced the cookie's.
    func followed(by successor: SessionID) -> Credentials {
        var credentials = self
        credentials.session = successor
        credentials.successor = successor
        return credentials
    }
}
