import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodStorage

/// One request for a program, with what the site has made out about it already.
package struct ProgramRequest: Sendable {
    package let request: Request
    /// The path below the program's mount, beginning with `/`.
    package let path: String
    /// The form in which the client wants its answer.
    package let form: ResponseFormat
    /// The session that the request's cookie names, whether there is one or not.
    package let session: SessionID?
    /// Whose stored values the request's other cookie names.
    package private(set) var visitor: VisitorID?
    /// What the browser was given by an answer whose request began something.
    package let ticket: RenewalTicket?
    /// Whether the visitor has just got that id: the browser does not know it yet.
    package private(set) var isNewVisitor = false
    /// The cookie of that id, where the browser has it.
    private var visitorCookie: VisitorCookie?

    package init(request: Request, path: String, form: ResponseFormat, in context: SiteContext) {
        self.request = request
        self.path = path
        self.form = form
        guard let header = request.headers.bytes(of: "cookie") else {
            (session, visitor, ticket) = (nil, nil, nil)
            return
        }
        func value(_ name: String) -> ArraySlice<UInt8>? {
            // A slice's indices continue its array's; the span's begin at 0.
            Cookies.range(of: name, in: header.span).map { range in
                header[(header.startIndex + range.lowerBound)..<(header.startIndex + range.upperBound)]
            }
        }
        session = value(context.cookieName).flatMap { SessionID(utf8: $0) }
        visitorCookie = value(context.visitorCookieName).flatMap { VisitorCookie(utf8: $0) }
        visitor = visitorCookie?.visitor
        ticket = value(context.ticketCookieName).flatMap { RenewalTicket(utf8: $0) }
    }

    /// Whether the answer is to give the browser the cookie of ``visitor``: it has none, or one that is old on that day.
    func givesVisitorCookie(on today: @autoclosure () -> Int) -> Bool {
        isNewVisitor || visitorCookie?.isOld(on: today()) ?? false
    }

    /// Assigns a visitor id if there is none, so that everything done from now on is known to be that visitor's.
    mutating func recognizeVisitor() {
        guard visitor == nil else { return }
        visitor = VisitorID()
        isNewVisitor = true
    }

    /// The query's parameters.
    package var query: Query { request.query.map(Query.init(urlencoded:)) ?? Query() }

    /// Who comes, for a program's start.
    package var visit: Visit {
        Visit(path: path, query: query, acceptLanguage: request.headers["accept-language"] ?? "")
    }
}
