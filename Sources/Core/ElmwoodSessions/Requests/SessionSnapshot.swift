import ElmwoodArchitecture
import ElmwoodStorage

/// A session at one moment, to be rendered with no lock held.
///
/// An object, since it is large, and passed through many functions.
package final class SessionSnapshot: Sendable {
    package let model: AnyModel
    /// The number of the session's turns: 0 if there is no session.
    package let version: UInt64
    /// Whether the visitor has a session of this program.
    package let isHeld: Bool
    /// Whether the id of the request was the visitor's own, without a session of this program.
    package let hasKnownID: Bool
    /// The change of the session's cookie.
    package let cookie: CookieChange
    /// The path below the program's address to which the visitor is redirected, or nil.
    package let navigation: String?
    /// The commands to the visitor's page. A page that is not live only performs downloads and leaving. For a live page, they
    /// include the navigation to ``navigation``.
    package let pageCommands: [PageCommand]
    /// What the answer's page tells the visitor beside its view.
    package let flash: Flash
    /// Whether an earlier moment of the session is shown.
    package let isPaused: Bool
    /// Whether a message may come that the visitor's requests have led to.
    package let mayReceiveMessage: Bool
    /// The change of the visitor's cookie.
    package let visitor: VisitorChange
    /// Whether the request has ended the visitor's session.
    package let hasEnded: Bool
    /// Proves in a cookie of its own that the browser made the request, while a task of the request is pending; otherwise nil.
    package let ticket: RenewalTicket?
    /// The request that is still being processed, if the page does not show its result yet; otherwise nil.
    package let overdue: OverdueAnswer?
    /// The view of the model on the page that the request has led to, if it was rendered already.
    package let view: RenderedPage?
    /// The visitor's session; nil if there is none.
    let session: SessionCore?

    init(
        model: AnyModel,
        version: UInt64 = 0,
        session: SessionCore? = nil,
        hasKnownID: Bool = false,
        cookie: CookieChange,
        navigation: String?,
        pageCommands: [PageCommand],
        flash: Flash = Flash(),
        isPaused: Bool = false,
        mayReceiveMessage: Bool = false,
        visitor: VisitorChange,
        hasEnded: Bool,
        ticket: RenewalTicket? = nil,
        overdue: OverdueAnswer? = nil,
        view: RenderedPage? = nil
    ) {
        self.model = model
        self.version = version
        self.session = session
        isHeld = session != nil
        self.hasKnownID = hasKnownID
        self.cookie = cookie
        self.navigation = navigation
        self.pageCommands = pageCommands
        self.flash = flash
        self.isPaused = isPaused
        self.mayReceiveMessage = mayReceiveMessage
        self.visitor = visitor
        self.hasEnded = hasEnded
        self.ticket = ticket
        self.overdue = overdue
        self.view = view
    }

    /// The same, with something else for the visitor.
    ///
    /// - Parameters:
    ///   - pageCommands: the commands that come before its own.
    ///   - navigation: the path to which they lead, if its own lead nowhere.
    convenience init(
        _ other: SessionSnapshot,
        after pageCommands: [PageCommand] = [],
        navigation: String? = nil,
        flash: Flash? = nil,
        overdue: OverdueAnswer? = nil,
        visitor: VisitorChange? = nil
    ) {
        self.init(
            model: other.model,
            version: other.version,
            session: other.session,
            hasKnownID: other.hasKnownID,
            cookie: other.cookie,
            navigation: other.navigation ?? navigation,
            pageCommands: pageCommands + other.pageCommands,
            flash: flash ?? other.flash,
            isPaused: other.isPaused,
            mayReceiveMessage: other.mayReceiveMessage,
            visitor: visitor ?? other.visitor,
            hasEnded: other.hasEnded,
            ticket: other.ticket,
            overdue: overdue ?? other.overdue,
            view: other.view
        )
    }

    /// What the answer sends beside the session's cookie.
    package var others: OtherCookies { OtherCookies(visitor: visitor, hasEnded: hasEnded, ticket: ticket) }
}

/// The change of the session's cookie by an answer.
package enum CookieChange: Equatable, Sendable {
    case unchanged
    case set(SessionToken)
    case remove

    /// The id of the session whose token the browser receives; nil if it receives none.
    package var newID: SessionID? { if case .set(let token) = self { token.id } else { nil } }
}

extension SessionSnapshot {
    /// Returns the view on that page, if it was rendered already: to verify the turns of the request or of an earlier one, or for an
    /// earlier answer.
    package func view(on page: Page) -> RenderedPage? {
        if let view, view.shows(page) { return view }
        return model.view(on: page)
    }
}
