import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodStorage

/// A request for a program, with what the site has determined about it.
package struct ProgramRequest: Sendable {
    package let request: Request
    /// The path below the program's mount, beginning with `/`.
    package let path: String
    /// The format of the answer.
    package let form: ResponseFormat
    /// The session's id from the cookie, whether such a session exists or not.
    package let session: SessionID?
    /// The visitor's id from the other cookie, for the stored values.
    package private(set) var visitor: VisitorID?
    /// The ticket of an answer whose request began a task.
    package let ticket: RenewalTicket?
    /// Whether the visitor has just received that id: the browser does not know it yet.
    package private(set) var isNewVisitor = false
    /// The cookie with that id, if the browser has it.
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
            // A slice has the indices of its array, but a span's begin at 0.
            Cookies.range(of: name, in: header.span).map { range in
                header[(header.startIndex + range.lowerBound)..<(header.startIndex + range.upperBound)]
            }
        }
        session = value(context.cookieName).flatMap { SessionID(utf8: $0) }
        visitorCookie = value(context.visitorCookieName).flatMap { VisitorCookie(utf8: $0) }
        visitor = visitorCookie?.visitor
        ticket = value(context.ticketCookieName).flatMap { RenewalTicket(utf8: $0) }
    }

    /// Whether the answer must set the cookie of ``visitor``: the browser has none, or one that is old on that day.
    func givesVisitorCookie(on today: @autoclosure () -> Int) -> Bool {
        isNewVisitor || visitorCookie?.isOld(on: today()) ?? false
    }

    /// Assigns a visitor id if there is none, so that all further actions belong to that visitor.
    mutating func recognizeVisitor() {
        guard visitor == nil else { return }
        visitor = VisitorID()
        isNewVisitor = true
    }

    /// The query's parameters.
    package var query: Query { request.query.map(Query.init(urlencoded:)) ?? Query() }

    /// The visit, for a program's start.
    package var visit: Visit {
        Visit(
            path: path,
            query: query,
            acceptLanguage: request.headers["accept-language"] ?? "",
            address: request.remoteAddress == .unknown ? nil : request.addressText
        )
    }
}
