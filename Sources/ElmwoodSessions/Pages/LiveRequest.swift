import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodViewTree

/// A request of an open page's script: for the changes of the page, with the visitor's actions.
package struct LiveRequest: Sendable {
    /// The page.
    package var id: PageID
    /// The visitor's id, from the cookie that outlives sessions: a new session has this visitor's stored values.
    package var visitor: VisitorID?
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
    /// The id that the session is found by: that of the session's cookie, or the one that has replaced it.
    var session: SessionID?
    /// Whether the answer sends that id.
    var sendsSession = false
    /// Whether the page is hidden.
    package var isHidden: Bool

    package init(
        id: PageID,
        visitor: VisitorID? = nil,
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
        self.visit = visit
        self.actions = actions
        self.isRepeat = isRepeat
        self.isHidden = isHidden
    }
}

extension LiveRequest {
    /// The credentials that the request presents.
    var credentials: Credentials { Credentials(session: session, visitor: visitor, ticket: ticket, page: id) }

    /// Whether all actions have that number at most.
    func isOver(_ sequence: UInt64) -> Bool { actions.last.map { $0.sequence <= sequence } ?? false }

    /// The ids that its answer sends if the session has one of them.
    var sessionIDs: [SessionID] { sendsSession ? [session].compactMap(\.self) : [] }

    /// Returns the same request with the id that has replaced the one of its cookie.
    func by(_ credentials: Credentials) -> LiveRequest {
        var request = self
        request.session = credentials.session
        request.sendsSession = true
        return request
    }
}

/// The answer to a live page.
package enum LiveReply: Sendable {
    /// The changes of the page, the change of the session's cookie, and the other cookies.
    case patch(PagePatch, CookieChange, OtherCookies)
    /// The program threw, or a limit was exceeded. Nothing changed, and the error is logged.
    case failed(SessionFailure)
}

/// The cookies of an answer to a live page, beside the session's.
package struct OtherCookies: Equatable, Sendable {
    /// The visitor whose stored values the session has; nil if there is no session.
    package var visitor: VisitorID?
    /// Proves that the browser is the one that made the request, while a task of the request is pending; otherwise nil.
    package var ticket: RenewalTicket?
}
