import ElmwoodArchitecture
import ElmwoodStorage

// Access to sessions for tests and development tools, without a request.

extension ProgramHost {
    /// Returns the session's model and its number of turns; nil if no such session is in memory.
    package func currentState(of session: SessionID?) -> (model: P.Model, version: UInt64)? {
        sessions.currentState(of: session).map { (Driver<P>.open($0.model), $0.version) }
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

    /// Takes over a session of another process: see ``SessionHost/takeOver(_:_:)``.
    package func takeOver(_ stored: StoredSession, _ id: SessionID) -> SessionReference<P>? {
        sessions.takeOver(stored, id).map { SessionReference($0) }
    }

    /// Restores the visitor's session if it is stored and not in memory.
    package func restoreIfStored(_ id: SessionID) async { await sessions.restoreIfStored(id) }
}
