import ElmwoodArchitecture
import ElmwoodStorage

/// A request of a visitor: to show the program (``Show``), to perform a post (``Post``), or of an open page's script (``LiveRequest``).
///
/// All kinds have the same way to the visitor's session (``SessionHost/serve(_:)``), and the same beginning of a new one
/// (``startSession(on:from:)``).
protocol SessionRequest: Sendable {
    associatedtype Reply: RequestReply

    /// How it finds its session.
    var credentials: Credentials { get }
    /// Its visit, made anew.
    var visit: Visit { get }
    /// Its name in the log; nil if it is none of a client.
    var name: RequestName? { get }
    /// Stands for the client: see ``Visit/client``.
    var client: UInt32 { get }
    /// Whether it is to change the session: then it is refused while nothing can be stored.
    var isChange: Bool { get }
    /// The session that its own turns have ended; nil if there is none.
    var former: FormerSession? { get }

    /// Returns the same request with other credentials.
    func by(_ credentials: Credentials) -> Self

    /// Performs it in the visitor's session: now, or after the current turn.
    func perform(in session: SessionCore) -> Eventual<Reply>

    /// Returns the request with what its view lacked, if the reply is that it lacked anything: it is performed again.
    func prepared(after reply: Reply, on host: SessionHost) -> Eventual<Self>?

    // MARK: Without a session

    /// Answers the request of a visitor without a session.
    func start(on host: SessionHost) -> Eventual<Reply>

    /// Runs the start's turns and its own in a new session that nobody can find yet.
    func begin(in turn: borrowing SessionTurn, after start: ProgramStart) throws(SessionFailure) -> FirstTurns<Reply>

    /// Goes on with a new session, since its first turns have ended the one that they began.
    func restart(on host: SessionHost, with credentials: Credentials, after former: FormerSession) -> Eventual<Reply>
}

extension SessionRequest {
    var former: FormerSession? { nil }

    /// Whether a session of the request has ended before, and no other is to follow.
    var isLast: Bool { former?.isLast ?? false }

    func prepared(after reply: Reply, on host: SessionHost) -> Eventual<Self>? { nil }

    func start(on host: SessionHost) -> Eventual<Reply> { startSession(on: host) }
}

/// A session that the turns of a request have ended. The same request is answered with a new one.
final class FormerSession: Sendable {
    /// The outcome of the turn that ended it. The new session starts at the path that this navigates to.
    let outcome: RequestOutcome
    /// Whether the new session is the last: if it ends as well, the visitor sees the start, so that a request always terminates.
    let isLast: Bool

    init(_ outcome: RequestOutcome, isLast: Bool = true) {
        self.outcome = outcome
        self.isLast = isLast
    }
}

extension SessionHost {
    /// Answers a request, with the token that its browser receives.
    func answer<Request: SessionRequest>(_ request: Request) -> Eventual<Request.Reply> {
        if refusesChanges, request.isChange { return .ready(.failed(.notStored)) }
        let answer = serve(request)
        guard case .ready(let reply) = answer else {
            return answer.revised { reply in self.completed(reply, of: request) ?? .ready(reply) }
        }
        return completed(reply, of: request) ?? answer
    }

    /// The way of every request to its session: found in memory, under the id that has replaced its own, or in the store; otherwise a new one
    /// begins. A request that is to be performed again takes the same way.
    func serve<Request: SessionRequest>(_ request: Request) -> Eventual<Request.Reply> {
        let credentials = request.credentials
        guard credentials.session != nil else { return request.start(on: self) }
        if let held = find(by: credentials) { return request.perform(in: held) }
        if let credentials = registry.successor(of: credentials) { return serve(request.by(credentials)) }
        guard registry.writer != nil else { return request.start(on: self) }
        return withSession(credentials) { held in
            if let held { return request.perform(in: held) }
            if let credentials = self.registry.successor(of: credentials, isUnheld: true) {
                return self.serve(request.by(credentials))
            }
            return request.start(on: self)
        }
    }

    /// Returns what is still to be done for a reply; nil if it is complete.
    private func completed<Request: SessionRequest>(
        _ reply: Request.Reply,
        of request: Request
    ) -> Eventual<Request.Reply>? {
        if let prepared = request.prepared(after: reply, on: self) { return prepared.then { self.answer($0) } }
        guard case .renew(let visitor) = reply.visitorChange else { return nil }
        return registry.tokens.issue(to: visitor).map { token in reply.with(token.map { .set($0) } ?? .unchanged) }
    }

    /// Whether nothing can be stored at present: what would have to be is refused before its turn.
    var refusesChanges: Bool { writer?.refuses ?? false }

    func find(_ id: SessionID) -> SessionCore? {
        registry.find(id, of: self)
    }

    /// Returns the session with that id if it is in memory. This does not count as a visit.
    package func peek(_ id: SessionID) -> SessionCore? {
        registry.peek(id, of: self)
    }

    /// Returns the session of a request if it is in memory as the visitor has seen it last.
    func find(by credentials: Credentials) -> SessionCore? {
        guard let held = credentials.session.flatMap({ find($0) }), !registry.isOutdated(held, for: credentials) else {
            return nil
        }
        return held
    }
}

extension SessionCore {
    /// Passes on a request whose session has ended, or has another id: to the session where it is now, or to a new one. A session can end at
    /// any moment, even during its turn, if another process takes it over.
    func forward<Request: SessionRequest>(_ request: Request) -> Eventual<Request.Reply> {
        isUnloaded || !isFound(by: request.credentials) ? host.serve(request) : request.start(on: host)
    }
}
