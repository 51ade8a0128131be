import Architecture
import FormData
import HTTPServer
import Sessions

/// One request for a program, with what the site has made out about it already.
package struct Call: Sendable {
    package let request: Request
    /// The path below the program's mount, beginning with `/`.
    package let path: String
    /// The form in which the client wants its answer.
    package let form: AnswerForm
    /// The session that the request's cookie names, whether there is one or not.
    package let session: SessionID?

    package init(request: Request, path: String, form: AnswerForm, cookieName: String) {
        self.request = request
        self.path = path
        self.form = form
        session = request.headers.bytes(of: "cookie").flatMap { header in
            Cookies.range(of: cookieName, in: header.span).flatMap { range in
                // A slice's indices go on from its array's; the span's begin at 0.
                SessionID(utf8: header[(header.startIndex + range.lowerBound)..<(header.startIndex + range.upperBound)])
            }
        }
    }

    /// The query's parameters.
    package var query: Query { request.query.map(Query.init(urlencoded:)) ?? Query() }

    /// Who comes, for a program's start.
    package var visit: Visit {
        Visit(path: path, query: query, acceptLanguage: request.headers["accept-language"] ?? "")
    }
}
