import ElmwoodSessions
import ElmwoodStorage

/// The cookies that a visitor's browser has at a moment: what somebody else may have got hold of, or planted there.
///
/// ```swift
/// let stolen = anna.cookies
/// anna.click("Sign in")
/// anna.resolve(.check, with: .signedIn("Anna"))
/// anna.expectCommand(.renewSession)
/// let mallory = visitors.enter("Mallory", cookies: stolen)
/// mallory.expect(.h1, "Sign in")              // a newcomer's page: the cookies from before open nothing
/// ```
public struct BrowserCookies: Sendable {
    let session: SessionID?
    let visitor: VisitorID?
    let ticket: RenewalTicket?
}

extension ProgramTest {
    /// The cookies that the visitor's browser has by now.
    public var cookies: BrowserCookies {
        let visitor = context.visitor
        return BrowserCookies(session: visitor.session, visitor: visitor.visitor, ticket: visitor.ticket)
    }
}
