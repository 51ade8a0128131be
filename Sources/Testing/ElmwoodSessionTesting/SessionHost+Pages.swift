import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

// What open pages show, and how far they are.

extension SessionHost {
    /// Returns the current id of the session of a browser with these cookies. It differs from the cookie's id if that was renewed;
    /// the browser receives it with its next request.
    package func currentID(of session: SessionID?, ticket: RenewalTicket?) -> SessionID? {
        guard let session, peek(session) == nil else { return session }
        return registry.successor(of: session, ticket: ticket) ?? session
    }

    /// Returns what an open page shows, if that is the view of the session's model and is retained.
    package func shown(on id: PageID, of session: SessionID?) -> (rendering: Rendering, page: Page)? {
        progress(of: id, in: session).flatMap { progress in progress.shown.map { ($0, progress.page) } }
    }

    /// Returns how far an open page is up to date; nil if the page is unknown.
    package func progress(of id: PageID, in session: SessionID?) -> PageProgress? {
        session.flatMap(peek)?.progress(of: id)
    }

    /// Returns what a page at that address has told the visitor of the session.
    package func flashShown(to session: SessionID?, on page: Page) -> Flash {
        session.flatMap(peek)?.shownFlash(at: page) ?? Flash()
    }

    /// Lets the next load of a page be no arrival, as if a post returned to it. A test loads pages that no visitor would load.
    package func expectReturn(of session: SessionID?, to page: Page) { session.flatMap(peek)?.expectReturn(to: page) }
}
