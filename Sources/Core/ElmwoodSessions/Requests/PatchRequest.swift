import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree

/// A request to render a page: what is known already, and what the answer contains beside the patch.
struct PatchRequest: Sendable {
    /// Whether an answer waits for it. It is then made even if nothing has changed.
    var isAnswer = true
    /// The rendered view of that version of the session on that page.
    var known: (rendering: Rendering, version: UInt64)?
    var refusals: [PageRefusal] = []
    /// Whether actions were skipped, since they had been carried out before: then the request may be a copy, whose answer reaches nobody.
    var isAgain = false
    /// The number of the last action that is answered; nil if the request has no actions.
    var answered: UInt64?
    /// The id that the request has found the session by; nil for a stream, which ends when the id is renewed.
    var session: SessionID?
    /// The request that is answered, if tasks that it began may be pending.
    var origin: RequestOrigin?
    /// The tokens that the answer may send to the browser: it sends that of the session's present id.
    var sessionTokens: [SessionToken] = []
    /// The change of the session's cookie, if no id is sent.
    var cookie = CookieChange.unchanged
    /// What the request states about its visitor.
    var visitor = VisitorClaim.none
    /// What follows for the visitor's token, if the browser receives the session's new id.
    var tokenRenewal = TokenRenewal.none
    /// Whether the request has ended the visitor's session.
    var hasEnded = false
    /// Identifies the model of a new visitor in the record of faults, since they do not know the session's id.
    var faultKey: FaultKey?

    init(refusals: [PageRefusal] = [], sessionTokens: [SessionToken] = [], faultKey: FaultKey? = nil) {
        self.refusals = refusals
        self.sessionTokens = sessionTokens
        self.faultKey = faultKey
    }

    /// Renders a page for a request that has changed nothing.
    init(of credentials: Credentials) {
        session = credentials.session
        sessionTokens = [credentials.successor].compactMap(\.self)
        visitor = credentials.visitor
        tokenRenewal = credentials.tokenRenewal
    }

    /// Whether the request may see a session of that id: the one that it came with, or one that its answer sends to its browser. A
    /// request that waits for a value may find the id renewed by another client when it has that.
    func knows(_ id: SessionID) -> Bool {
        guard let session, id != .unheld else { return true }
        return session == id || sessionTokens.contains { $0.id == id }
    }
}
