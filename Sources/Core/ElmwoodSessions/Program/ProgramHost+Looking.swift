import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

// Access to sessions for tests and development tools, without a request.

extension ProgramHost {
    /// Returns the current id of the session of a browser with these cookies.
    package func currentID(of session: SessionID?, ticket: RenewalTicket?) -> SessionID? {
        sessions.currentID(of: session, ticket: ticket)
    }

    /// Returns the session's model and its number of turns; nil if no such session is in memory.
    package func currentState(of session: SessionID?) -> (model: P.Model, version: UInt64)? {
        sessions.currentState(of: session).map { (Driver<P>.open($0.model), $0.version) }
    }

    /// Returns what an open page shows, if that is the view of the session's model and is retained.
    package func shown(on id: PageID, of session: SessionID?) -> (rendering: Rendering, page: Page)? {
        sessions.shown(on: id, of: session)
    }

    /// Returns how far an open page is up to date; nil if the page is unknown.
    package func progress(of id: PageID, in session: SessionID?) -> PageProgress? {
        sessions.progress(of: id, in: session)
    }

    /// Returns the model that a visitor without a session sees at the visit's address: that of the start and of their arrival.
    ///
    /// - Parameter session: the id of the session's cookie, under which another program may have a session.
    package func startModel(for visit: Visit, of session: SessionID?) throws -> P.Model {
        let beginning = try sessions.begin(visit, of: session)
        return Driver<P>.open(beginning.model ?? beginning.start.model)
    }

    /// Stores a new session with that model, under the id if it is one of this site's. If the visitor has a session of this program
    /// already, that session gets the model.
    package func register(
        _ model: P.Model,
        under id: SessionID? = nil,
        visitor: VisitorID? = nil
    ) -> SessionReference<P> {
        SessionReference(sessions.register(AnyModel(model), under: id, visitor: visitor))
    }

    /// Returns the session as it would be stored now: see ``SessionHost/stored(_:)``.
    package func stored(_ id: SessionID) -> StoredSession? { sessions.stored(id) }

    /// Takes over a session of another process: see ``SessionHost/takeOver(_:_:)``.
    package func takeOver(_ stored: StoredSession, _ id: SessionID) -> SessionReference<P>? {
        sessions.takeOver(stored, id).map { SessionReference($0) }
    }

    /// Restores the visitor's session if it is stored and not in memory.
    package func restoreIfStored(_ id: SessionID) async { await sessions.restoreIfStored(id) }
}
