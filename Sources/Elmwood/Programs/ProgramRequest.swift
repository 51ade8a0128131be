import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodStorage

/// A request for a program, with what the site has determined about it.
package struct ProgramRequest: Sendable {
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
    package var visitor: VisitorClaim
    /// The ticket of an answer whose request began a task.
    package let ticket: RenewalTicket?
    /// What the browser has seen last of a site with several nodes.
    let seen: NodePosition?
    /// The cookie with the visitor's token, if the browser has one.
    let visitorCookie: VisitorCookie?
    /// Whether the browser has sent any cookie.
    let hasCookies: Bool
    /// The token that the answer sends if nothing else is to be sent: the browser's own, whose cookie is old, or that of a visitor
    /// who must be known before they have a session.
    var resentToken: VisitorToken?

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
        session = cookies?.session
        visitorCookie = cookies?.visitor
        visitor = visitorCookie.map { .token($0.token) } ?? .none
        ticket = cookies?.ticket
        seen = cookies?.seen
    }

    /// The query's parameters.
    package var query: Query { request.query.map(Query.init(urlencoded:)) ?? Query() }

    /// What the request is answered with.
    private var answer: Visit.Answer {
        switch request.method {
        case .post: form == .browser ? .redirect : .page
        case .head: .preview
        default: isPrefetch ? .preview : .load
        }
    }

    /// Whether the browser loads the page in advance, for a visitor who may never see it (Fetch, section 4.6: `Sec-Purpose`).
    private var isPrefetch: Bool {
        ["sec-purpose", "purpose"].contains { request.headers[$0]?.hasPrefix("prefetch") ?? false }
    }

    /// Returns the visit, for a program's start.
    ///
    /// - Parameters:
    ///   - findCookie: finds the value of a cookie for the program; nil if there is none.
    ///   - visitor: the name by which development tools know the visitor.
    package func visit(findCookie: (@Sendable (String) -> String?)? = nil, visitor: String? = nil) -> Visit {
        Visit(
            path: path,
            query: query,
            acceptLanguage: request.headers["accept-language"] ?? "",
            address: request.remoteAddress == .unknown ? nil : request.addressText,
            findCookie: findCookie,
            client: client,
            request: name,
            answer: answer,
            visitor: visitor
        )
    }

    /// The request's name in the log.
    var name: RequestName? { request.id.map { RequestName(high: $0.high, low: $0.low) } }

    /// What connects what happens for the request with its line in the log.
    var eventContext: EventContext { EventContext(session: session, request: name) }
}
