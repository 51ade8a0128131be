import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodViewTree

/// What the script of an open page asks for: to be brought up to date, and to have done what the visitor did.
package struct LiveRequest: Sendable {
    /// Which page it is.
    package var id: PageID
    /// The id of the cookie that outlives sessions: whose stored values a new session has.
    package var visitor: VisitorID?
    /// What it shows; nil where it does not say.
    package var shows: Revision?
    /// Where it is, or is to be from now on.
    package var page: Page
    /// Who comes, asked for only where no session is held.
    package var visit: Visit
    /// What was done on it, in order.
    package var actions: [PageAction]
    /// Whether the same was sent before, and no answer came.
    package var isRepeat: Bool
    /// How many of the page's commands it has carried out; nil where it does not say.
    package var obeyed: UInt64?
    /// What the browser was given by an answer whose request began something.
    package var ticket: RenewalTicket?
    /// The id that the session is found by: that of the visitor's cookie, or the one that has replaced it.
    var session: SessionID?
    /// Whether the answer tells that id.
    var tellsSession = false
    /// Whether the visitor does not see the page.
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
    /// What the request presents to be recognised by.
    var credentials: Credentials { Credentials(session: session, visitor: visitor, ticket: ticket, page: id) }

    /// Whether all that was done has that number at most.
    func isOver(_ sequence: UInt64) -> Bool { actions.last.map { $0.sequence <= sequence } ?? false }

    /// The ids that its answer tells, where the session has one of them.
    var told: [SessionID] { tellsSession ? [session].compactMap(\.self) : [] }

    /// The same request under the id that has replaced the one of its cookie.
    func by(_ credentials: Credentials) -> LiveRequest {
        var request = self
        request.session = credentials.session
        request.tellsSession = true
        return request
    }
}

/// What a live page gets.
package enum LiveReply: Sendable {
    /// What changes on it, what the answer has to do with the session's cookie, and what with the other ones.
    case patch(PagePatch, CookieChange, OtherCookies)
    /// The program threw, or a limit was reached; nothing changed, and the log knows.
    case failed(SessionFailure)
}

/// What the answer to a live page says beside the session's id.
package struct OtherCookies: Equatable, Sendable {
    /// Whose stored values the session has; nil where none is held.
    package var visitor: VisitorID?
    /// Proves to be the browser that made the request: something that the request began is under way. Nil where nothing is.
    package var ticket: RenewalTicket?
}
