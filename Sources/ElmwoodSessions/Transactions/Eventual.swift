import ElmwoodArchitecture
import ElmwoodStorage

/// What a request gets: at once, or once what it began has settled.
package enum Eventual<Reply: Sendable>: Sendable {
    case ready(Reply)
    case promised(Promise<Reply>)

    /// The same with another reply made of it.
    func map<Other: Sendable>(_ transform: @escaping @Sendable (Reply) -> Other) -> Eventual<Other> {
        switch self {
        case .ready(let reply): return .ready(transform(reply))
        case .promised(let promise):
            let later = Promise<Other>()
            promise.whenFulfilled { later.fulfill(transform($0)) }
            return .promised(later)
        }
    }

    /// Brings the reply to who waits for it, now or later.
    func deliver(to promise: Promise<Reply>) {
        switch self {
        case .ready(let reply): promise.fulfill(reply)
        case .promised(let earlier): earlier.whenFulfilled { promise.fulfill($0) }
        }
    }
}

/// What a request comes to.
package enum SessionReply<Refusal: Sendable>: Sendable {
    /// The model to render, as it is now.
    case shown(SessionSnapshot)
    /// The post was refused by the caller's check; nothing changed.
    case refused(Refusal)
    /// The program threw, or a limit was reached; nothing changed, and the log knows.
    case failed(SessionFailure)
}

/// A session as it was at one moment, taken out of it to be rendered with no lock held.
package struct SessionSnapshot: Sendable {
    package var model: AnyModel
    /// How many turns the session has had. A session that is not held has had none.
    package var version: UInt64
    /// Whether a session is held for this visitor and program.
    package var isHeld: Bool
    /// What the answer has to do with the visitor's cookie.
    package var cookie: CookieChange
    /// The path below the program's address that the visitor is to be shown instead, or nil.
    package var navigation: String?
    /// What the visitor's page is to do: where it is no live one, only a download and leaving can be done. That it goes to
    /// ``navigation`` is among it, for a live one.
    package var pageCommands: [PageCommand] = []
    /// Whether an earlier moment of the session is shown.
    package var isPaused = false
    /// Whose stored values the session saves and loads, for the cookie that says so; nil where no session is held.
    package var visitor: VisitorID?
    /// Proves to be the browser that made the request, in a cookie of its own: something that the request began is under way. Nil where
    /// nothing does.
    package var ticket: RenewalTicket?
    /// The view of the model on the page that the request has led to, where that was run on the way.
    package var view: RenderedPage?
}

extension SessionSnapshot {
    /// A program as it starts, for a visitor for whom nothing is held.
    init(_ model: AnyModel, cookie: CookieChange) {
        self.init(model: model, version: 0, isHeld: false, cookie: cookie, navigation: nil)
    }
}

/// What an answer has to do with the visitor's cookie.
package enum CookieChange: Equatable, Sendable {
    case unchanged
    case set(SessionID)
    case remove
}

/// What a post comes to, by the check against the current view.
package enum Decision<Message: Sendable, Refusal: Sendable>: Sendable {
    /// The messages to apply, in order, all or nothing.
    ///
    /// `isSecret` says that a field marked secret (a password) is among what the messages hold: then the log gets only
    /// their names where one fails.
    case apply([Message], isSecret: Bool = false)
    case refuse(Refusal)
}
