import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodStorage
import ElmwoodViewTree

/// A request of an open page's script: for the changes of the page, with the visitor's actions.
package struct LiveRequest: Sendable {
    /// The page.
    package var id: PageID
    /// How it finds its session.
    package var credentials: Credentials
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
    /// Whether the page is hidden.
    package var isHidden: Bool
    /// What was read for the page, if it is not known to the session yet.
    var reads: PageReads?
    /// The session that its own turns have ended; nil if there is none.
    var former: FormerSession?

    package init(
        id: PageID,
        by credentials: Credentials = Credentials(),
        shows: Revision?,
        page: Page,
        visit: Visit,
        actions: [PageAction] = [],
        isRepeat: Bool = false,
        isHidden: Bool = false
    ) {
        self.id = id
        self.credentials = credentials
        self.credentials.page = id
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
    /// Whether the page says with it that it closes.
    var isFarewell: Bool {
        guard case .page(let name)? = actions.last?.kind else { return false }
        return PageEvent(name: name) == .closed
    }

    /// Whether all actions have that number at most.
    func isOver(_ sequence: UInt64) -> Bool { actions.last.map { $0.sequence <= sequence } ?? false }
}
