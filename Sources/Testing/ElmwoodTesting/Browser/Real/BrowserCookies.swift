import ElmwoodSessions
import ElmwoodStorage

/// The cookies of a visitor's browser at one moment, as an attacker may have obtained or planted them.
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
    let session: SessionToken?
    let token: VisitorToken?
    let ticket: RenewalTicket?
}

extension ProgramTest {
    /// The current cookies of the visitor's browser.
    public var cookies: BrowserCookies {
        let visitor = context.visitor
        return BrowserCookies(session: visitor.session, token: visitor.token, ticket: visitor.ticket)
    }
}
