import ElmwoodArchitecture
import ElmwoodStorage

/// What connects an event of the log with the lines of its session, and of the request that led to it.
package struct EventContext: Sendable {
    private let session: SessionID?
    private let request: RequestName?

    /// - Parameters:
    ///   - session: the session's id, of which the log gets a hash; nil if it is unknown.
    ///   - request: the name of the request that led to the event; nil if there is none, or it is unknown.
    package init(session: SessionID? = nil, request: RequestName? = nil) {
        self.session = session == .unheld ? nil : session
        self.request = request
    }

    /// Facts for the log, in order. Their names are words of lower-case letters.
    package var facts: [(name: String, value: String)] {
        var facts: [(name: String, value: String)] = []
        if let request { facts.append((name: "request", value: "\(request)")) }
        if let session { facts.append((name: "session", value: session.logName)) }
        return facts
    }
}
