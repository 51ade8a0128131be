import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

// What a test, or a tool of development, looks at and changes without anybody's being answered.

extension ProgramHost {
    /// The id under which the session of a browser with these cookies is held by now.
    package func currentID(of session: SessionID?, ticket: RenewalTicket?) -> SessionID? {
        sessions.currentID(of: session, ticket: ticket)
    }

    /// The model of the session of that id, and how many turns it has had; nil where none is held.
    package func look(at session: SessionID?) -> (model: P.Model, version: UInt64)? {
        sessions.look(at: session).map { (Driver<P>.open($0.model), $0.version) }
    }

    /// What an open page shows, where that is the view of the session's model and is kept.
    package func shown(on id: PageID, of session: SessionID?) -> (rendering: Rendering, page: Page)? {
        sessions.shown(on: id, of: session)
    }

    /// How far an open page has been told what is new; nil where it is not known.
    package func progress(of id: PageID, in session: SessionID?) -> PageProgress? {
        sessions.progress(of: id, in: session)
    }

    /// Holds a session that begins with that model, under the visitor's id where that is one of this site's. Where the visitor
    /// has a session of this program already, that one gets the model.
    package func hold(
        _ model: P.Model,
        under id: SessionID? = nil,
        visitor: VisitorID? = nil
    ) -> SessionReference<P> {
        SessionReference(sessions.hold(AnyModel(model), under: id, visitor: visitor))
    }

    /// The session of that id as it would be stored by now: see ``SessionHost/stored(_:)``.
    package func stored(_ id: SessionID) -> StoredSession? { sessions.stored(id) }

    /// Holds a session that another process had: see ``SessionHost/takeOver(_:_:)``.
    package func takeOver(_ stored: StoredSession, _ id: SessionID) -> SessionReference<P>? {
        sessions.takeOver(stored, id).map { SessionReference($0) }
    }

    /// Brings the visitor's session back, where it is stored and not held.
    package func bringBack(_ id: SessionID) async { await sessions.bringBack(id) }
}
