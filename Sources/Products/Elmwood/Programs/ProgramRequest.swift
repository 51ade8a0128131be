import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodStorage

/// A request for a program, with what the site has determined about it.
///
/// It is an object, since it is large and passed through many functions.
package final class ProgramRequest: VisitorRequest {
    package let request: Request
    /// The path that the program or its place is at, decoded: empty at the top.
    let base: String
    /// The path below it, beginning with `/`.
    package let path: String
    /// A number that stands for the client's address; 0 if that is unknown.
    package let client: UInt32
    /// The format of the answer.
    package let form: ResponseFormat
    /// The session's id by the cookie, whether such a session exists or not.
    package let session: SessionID?
    /// The visitor by the other cookie, for the stored values.
    package let visitor: VisitorClaim
    /// The ticket of an answer whose request began a task.
    package let ticket: RenewalTicket?
    /// What the browser has seen last of a site with several nodes.
    let seen: NodePosition?
    /// The cookie with the visitor's token, if the browser has one.
    let visitorCookie: VisitorCookie?
    /// Whether the browser has sent any cookie.
    let hasCookies: Bool
    /// With what the names of Elmwood's own cookies begin.
    private let ownCookieName: String
    /// The token that the answer sends if nothing else is to be sent: the browser's own, whose cookie is old, or that of a visitor
    /// who must be known before they have a session.
    let resentToken: VisitorToken?

    /// The context is borrowed, since an initializer owns its arguments otherwise: it would be copied for each request.
    package init(
        request: Request,
        base: String,
        path: String,
        form: ResponseFormat,
        in context: borrowing SiteContext
    ) {
        self.request = request
        self.base = base
        self.path = path
        self.form = form
        client =
            request.remoteAddress == .unknown
            ? 0 : UInt32(truncatingIfNeeded: ClientNetwork(request.remoteAddress).hashValue) | 1
        let cookies = SiteCookies.read(request, in: context)
        hasCookies = cookies != nil
        ownCookieName = context.cookieName
        session = cookies?.session
        visitorCookie = cookies?.visitor
        visitor = visitorCookie.map { .token($0.token) } ?? .none
        ticket = cookies?.ticket
        seen = cookies?.seen
        resentToken = nil
    }

    private init(_ other: ProgramRequest, visitor: VisitorClaim, resending token: VisitorToken?) {
        request = other.request
        base = other.base
        path = other.path
        client = other.client
        form = other.form
        session = other.session
        self.visitor = visitor
        ticket = other.ticket
        seen = other.seen
        visitorCookie = other.visitorCookie
        hasCookies = other.hasCookies
        ownCookieName = other.ownCookieName
        resentToken = token
    }

    /// Returns the request of a visitor who was recognized.
    ///
    /// - Parameter token: the token that the answer sends if nothing else is to be sent.
    func recognized(as visitor: RecognizedVisitor, resending token: VisitorToken? = nil) -> ProgramRequest {
        ProgramRequest(self, visitor: .recognized(visitor), resending: token)
    }

    /// What the cookies state.
    var credentials: Credentials { Credentials(session: session, visitor: visitor, ticket: ticket, seen: seen) }

    /// The query's parameters.
    package var query: Query { request.query.map(Query.init(urlencoded:)) ?? Query() }

    /// What the request is answered with.
    package var answer: Visit.Answer {
        switch request.method {
        case .post: form == .browser ? .redirect : .page
        case .head: .preview
        default: isPrefetch ? .preview : .load
        }
    }

    package var mayHaveScript: Bool { form == .browser && request.method != .post }

    /// Whether the browser loads the page in advance, for a visitor who may never see it (Fetch, section 4.6: `Sec-Purpose`).
    private var isPrefetch: Bool {
        ["sec-purpose", "purpose"].contains { request.headers[$0]?.hasPrefix("prefetch") ?? false }
    }

    /// Returns the visit, for a program's start.
    ///
    /// - Parameter visitor: the name by which development tools know the visitor.
    package func visit(visitor: String? = nil) -> Visit {
        var visit = Visit(
            path: path,
            query: query,
            acceptLanguage: request.headers.acceptLanguage,
            address: request.remoteAddress == .unknown ? nil : request.addressText,
            findCookie: hasCookies ? findCookie(in: request.headers) : nil,
            client: client,
            request: name,
            answer: answer,
            visitor: visitor
        )
        visit.mayHaveScript = mayHaveScript
        return visit
    }

    /// Returns what finds a cookie of the request for its program.
    private func findCookie(in headers: HeaderFields) -> @Sendable (String) -> String? {
        // The others of Elmwood begin with the same name. No program needs them, and what they contain is secret.
        { [own = ownCookieName] name in
            name.hasPrefix(own) && name != Visit.timeZoneCookie ? nil : headers.cookie(name)
        }
    }

    package var visit: Visit { visit() }

    /// The request's name in the log.
    package var name: RequestName? { request.id.map { RequestName(high: $0.high, low: $0.low) } }

    /// What connects what happens for the request with its line in the log.
    var eventContext: EventContext { EventContext(session: session, request: name) }
}
