import ElmwoodArchitecture
import ElmwoodStorage

/// The reply to a request: ready at once, or when its effects have settled.
package enum Eventual<Reply: Sendable>: Sendable {
    case ready(Reply)
    case promised(Promise<Reply>)

    /// Returns the same with a transformed reply.
    package func map<Other: Sendable>(_ transform: @escaping @Sendable (Reply) -> Other) -> Eventual<Other> {
        switch self {
        case .ready(let reply): return .ready(transform(reply))
        case .promised(let promise):
            let later = Promise<Other>()
            promise.whenFulfilled { later.fulfill(transform($0)) }
            return .promised(later)
        }
    }

    /// Returns the reply of what follows from this one.
    package func then<Other: Sendable>(_ next: @escaping @Sendable (Reply) -> Eventual<Other>) -> Eventual<Other> {
        switch self {
        case .ready(let reply): return next(reply)
        case .promised(let promise):
            let later = Promise<Other>()
            promise.whenFulfilled { next($0).deliver(to: later) }
            return .promised(later)
        }
    }

    /// Fulfils the promise with the reply, now or later.
    func deliver(to promise: Promise<Reply>) {
        switch self {
        case .ready(let reply): promise.fulfill(reply)
        case .promised(let earlier): earlier.whenFulfilled { promise.fulfill($0) }
        }
    }
}

/// The result of a request. Indirect, since it is large, and passed through many functions.
package indirect enum SessionReply<Refusal: Sendable>: Sendable {
    /// The current model, to be rendered.
    case shown(SessionSnapshot)
    /// The caller's check refused the post. Nothing changed.
    case refused(Refusal)
    /// The program threw, or a limit was exceeded. Nothing changed, and the error is logged.
    case failed(SessionFailure)
}

/// A session at one moment, copied to be rendered with no lock held.
package struct SessionSnapshot: Sendable {
    package var model: AnyModel
    /// The number of the session's turns: 0 if there is no session.
    package var version: UInt64
    /// Whether the visitor has a session of this program.
    package var isHeld: Bool
    /// Whether the id of the request was the visitor's own, without a session of this program.
    package var hasKnownID = false
    /// The change of the session's cookie.
    package var cookie: CookieChange
    /// The path below the program's address to which the visitor is redirected, or nil.
    package var navigation: String?
    /// The commands to the visitor's page. A page that is not live only performs downloads and leaving. For a live page, they
    /// include the navigation to ``navigation``.
    package var pageCommands: [PageCommand] = []
    /// What the answer's page tells the visitor beside its view.
    package var flash = Flash()
    /// Whether an earlier moment of the session is shown.
    package var isPaused = false
    /// The change of the visitor's cookie.
    package var visitor = VisitorChange.unchanged
    /// Whether the request has ended the visitor's session.
    package var hasEnded = false
    /// Proves in a cookie of its own that the browser made the request, while a task of the request is pending; otherwise nil.
    package var ticket: RenewalTicket?
    /// The view of the model on the page that the request has led to, if it was rendered already.
    package var view: RenderedPage?
    /// The visitor's session; nil if there is none.
    var session: SessionCore?
}

extension SessionSnapshot {
    /// What the answer sends beside the session's cookie.
    package var others: OtherCookies { OtherCookies(visitor: visitor, hasEnded: hasEnded, ticket: ticket) }

    /// Creates the snapshot of a program's start, for a visitor without a session.
    init(_ model: AnyModel, cookie: CookieChange) {
        self.init(model: model, version: 0, isHeld: false, cookie: cookie, navigation: nil)
    }
}

/// The change of the session's cookie by an answer.
package enum CookieChange: Equatable, Sendable {
    case unchanged
    case set(SessionToken)
    case remove

    /// The id of the session whose token the browser receives; nil if it receives none.
    package var newID: SessionID? { if case .set(let token) = self { token.id } else { nil } }
}

/// The result of checking a post against the current view.
package enum Decision<Message: Sendable, Refusal: Sendable>: Sendable {
    /// The messages to apply, in order, all or nothing.
    ///
    /// `isSecret`: whether the messages may contain the value of a secret field, such as a password. The history then contains only
    /// their names.
    case apply([Message], isSecret: Bool = false)
    case refuse(Refusal)
}
