import ElmwoodStorage

/// The credentials of a request: its cookies, and the id of its live page.
package struct Credentials: Sendable {
    /// The id of the session's cookie, valid or not.
    package var session: SessionID?
    /// The visitor, by the cookie that outlives sessions: a new session has this visitor's stored values.
    package var visitor = VisitorClaim.none
    /// Proves that the browser made the request which began a pending task.
    package var ticket: RenewalTicket?
    /// What the browser has seen last; nil if the site has no nodes, or that is some time ago.
    package var seen: NodePosition?
    /// The live page; nil if the page has no script.
    var page: PageID?
    /// The token of the session whose id has replaced the cookie's, if any. ``session`` is then that id, and the answer sends the
    /// token.
    var successor: SessionToken?
    /// What follows for the visitor's token, if a renewal has replaced the id.
    var tokenRenewal = TokenRenewal.none
    /// What the visitor's other programs tell on the page that is shown.
    @Rare var told: Flash?

    package init(
        session: SessionID? = nil,
        visitor: VisitorClaim = .none,
        ticket: RenewalTicket? = nil,
        seen: NodePosition? = nil
    ) {
        self.session = session
        self.visitor = visitor
        self.ticket = ticket
        self.seen = seen
    }

    /// Returns the credentials with the id that has replaced the cookie's.
    func replaced(by successor: SessionToken, _ renewal: TokenRenewal) -> Credentials {
        var credentials = self
        credentials.session = successor.id
        credentials.successor = successor
        credentials.tokenRenewal = renewal
        return credentials
    }
}
