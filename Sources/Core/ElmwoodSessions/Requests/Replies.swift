import ElmwoodArchitecture
import ElmwoodStorage

/// The result of a request.
package enum SessionReply<Refusal: Sendable>: Sendable {
    /// The current model, to be rendered.
    case shown(SessionSnapshot)
    /// The caller's check refused the post. Nothing changed.
    indirect case refused(Refusal)
    /// The program threw, or a limit was exceeded. Nothing changed, and the error is logged.
    indirect case failed(SessionFailure)
}

extension SessionReply: RequestReply {
    var changesCookie: Bool { if case .shown(let snapshot) = self { snapshot.cookie != .unchanged } else { false } }
    var withoutCommands: Self { self }
    var visitorChange: VisitorChange { if case .shown(let snapshot) = self { snapshot.visitor } else { .unchanged } }

    func with(_ change: VisitorChange) -> Self {
        guard case .shown(let snapshot) = self else { return self }
        return .shown(SessionSnapshot(snapshot, visitor: change))
    }
}

/// The answer to a live page.
package enum LiveReply: Sendable {
    /// The changes of the page, the change of the session's cookie, and the other cookies. Indirect, since these are large.
    indirect case patch(PagePatch, CookieChange, OtherCookies)
    /// The program threw, or a limit was exceeded. Nothing changed, and the error is logged.
    case failed(SessionFailure)
}

extension LiveReply: RequestReply {
    var changesCookie: Bool { if case .patch(_, let cookie, _) = self { cookie != .unchanged } else { false } }
    var withoutCommands: Self {
        guard case .patch(var patch, let cookie, let others) = self else { return self }
        patch.commands = []
        return .patch(patch, cookie, others)
    }
    var visitorChange: VisitorChange { if case .patch(_, _, let others) = self { others.visitor } else { .unchanged } }

    func with(_ change: VisitorChange) -> Self {
        guard case .patch(let patch, let cookie, var others) = self else { return self }
        others.visitor = change
        return .patch(patch, cookie, others)
    }
}

/// What an answer sends to a browser beside the session's cookie.
package struct OtherCookies: Equatable, Sendable {
    /// The change of the visitor's cookie.
    package var visitor = VisitorChange.unchanged
    /// Whether the request has ended the visitor's session.
    package var hasEnded = false
    /// Proves that the browser is the one that made the request, while a task of the request is pending; otherwise nil.
    package var ticket: RenewalTicket?
}
