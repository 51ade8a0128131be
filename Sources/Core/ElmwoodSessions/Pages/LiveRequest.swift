import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodViewTree

/// A request of an open page's script: for the changes of the page, with the visitor's actions.
package struct LiveRequest: Sendable {
    /// The page.
    package var id: PageID
    /// The visitor, by the cookie that outlives sessions: a new session has this visitor's stored values.
    package var visitor: VisitorClaim
    /// The revision that it shows; nil if it does not send it.
    package var shows: Revision?
    /// Its address, or its new address.
    package var page: Page
    /// The visit, used only if there is no session.
    package var visit: Visit
    /// The visitor's actions, in order.
    package var actions: [PageAction]
    /// Whether the same request was sent before without an answer.
    package var isRepeat: Bool
    /// How many of the page's commands it has carried out; nil if it does not report it.
    package var obeyed: UInt64?
    /// The ticket of an answer whose request began a task.
    package var ticket: RenewalTicket?
    /// What the browser has seen last.
    package var seen: NodePosition?
    /// The id that the session is found by: that of the session's cookie, or the one that has replaced it.
    var session: SessionID?
    /// The token that the answer sends, if another id has replaced the cookie's.
    var successor: SessionToken?
    /// What follows for the visitor's token, if a renewal has replaced the cookie's id.
    var tokenRenewal = TokenRenewal.none
    /// Whether the page is hidden.
    package var isHidden: Bool
    /// What was read for the page, if it is not known to the session yet.
    var reads: PageReads?

    package init(
        id: PageID,
        visitor: VisitorClaim = .none,
        ticket: RenewalTicket? = nil,
        shows: Revision?,
        page: Page,
        visit: Visit,
        actions: [PageAction] = [],
        isRepeat: Bool = false,
        isHidden: Bool = false
    ) {
        self.id = id
        self.visitor = visitor
        self.ticket = ticket
        self.shows = shows
        self.page = page
        self.page.isLive = true
        // The page is rendered again later, when nobody requests it.
        self.page.request = nil
        self.visit = visit
        self.actions = actions
        self.isRepeat = isRepeat
        self.isHidden = isHidden
    }
}

extension LiveRequest {
    /// The credentials that the request presents.
    var credentials: Credentials {
        Credentials(session: session, visitor: visitor, ticket: ticket, seen: seen, page: id)
    }

    /// Whether the page says with it that it closes.
    var isFarewell: Bool {
        guard case .page(let name)? = actions.last?.kind else { return false }
        return PageEvent(name: name) == .closed
    }

    /// Whether all actions have that number at most.
    func isOver(_ sequence: UInt64) -> Bool { actions.last.map { $0.sequence <= sequence } ?? false }

    /// Returns the same request with the id that has replaced the one of its cookie.
    func by(_ credentials: Credentials) -> LiveRequest {
        var request = self
        request.session = credentials.session
        request.successor = credentials.successor
        request.tokenRenewal = credentials.tokenRenewal
        return request
    }
}

/// The answer to a live page.
package enum LiveReply: Sendable {
    /// The changes of the page, the change of the session's cookie, and the other cookies. Indirect, since these are large.
    indirect case patch(PagePatch, CookieChange, OtherCookies)
    /// The program threw, or a limit was exceeded. Nothing changed, and the error is logged.
    case failed(SessionFailure)
}

/// What an answer sends to a browser beside the session's cookie.
package struct OtherCookies: Equatable, Sendable {
    /// The change of the visitor's cookie.
    package var visitor = VisitorChange.unchanged
    /// Whether the request has ended the visitor's session.
    package var hasEnded = false
    /// Proves that the browser is the one that made the request, while a task of the request is pending; otherwise nil.
    package var ticket: RenewalTicket?
}
