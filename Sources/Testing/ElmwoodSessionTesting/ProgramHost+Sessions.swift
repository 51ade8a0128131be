import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodStorage

// Access to sessions without a request.

extension ProgramHost {
    /// Returns the session's model and its number of turns; nil if no such session is in memory.
    package func currentState(of session: SessionID?) -> (model: P.Model, version: UInt64)? {
        session.flatMap(sessions.peek)?.currentState.map { (Driver<P>.open($0.model), $0.version) }
    }

    /// Whether a message may come that requests of the session's visitor have led to.
    package func mayReceiveMessage(_ session: SessionID?) -> Bool {
        session.flatMap(sessions.peek)?.mayReceiveMessage ?? false
    }

    /// Returns the model that a visitor without a session sees at the visit's address: that of the start and of their arrival.
    ///
    /// - Parameter session: the id of the session's cookie, under which another program may have a session.
    package func startModel(for visit: Visit, of session: SessionID?) throws -> P.Model {
        Driver<P>.open(try sessions.beginning(for: visit, of: session).shownModel)
    }

    /// Stores a new session with that model: see ``SessionHost/register(_:as:under:visitor:)``.
    package func register(
        _ model: P.Model,
        under id: SessionID? = nil,
        visitor: VisitorID? = nil
    ) -> SessionReference<P> {
        sessions.register(model, as: P.self, under: id, visitor: visitor)
    }

    /// Restores a session of another process from its stored state, and continues its pending work.
    ///
    /// - Returns: nil if it has expired, or its model is unusable, which is logged.
    package func takeOver(_ stored: StoredSession, _ id: SessionID) -> SessionReference<P>? {
        sessions.restore(stored, id, isVisit: true).map { SessionReference($0) }
    }
}
