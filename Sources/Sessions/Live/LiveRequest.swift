import Architecture
import Forms
import Storage
import ViewTree

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

    package init(
        id: PageID,
        visitor: VisitorID? = nil,
        shows: Revision?,
        page: Page,
        visit: Visit,
        actions: [PageAction] = [],
        isRepeat: Bool = false
    ) {
        self.id = id
        self.visitor = visitor
        self.shows = shows
        self.page = page
        self.page.isLive = true
        self.visit = visit
        self.actions = actions
        self.isRepeat = isRepeat
    }
}

/// What a live page gets.
package enum LiveReply: Sendable {
    /// What changes on it, what the answer has to do with the session's cookie, and whose stored values the session has; nil
    /// where none is held.
    case patch(PagePatch, CookieChange, VisitorID?)
    /// The program threw, or a limit was reached; nothing changed, and the log knows.
    case failed(SessionFailure)
}
