import HTTPServer

/// The form in which a client wants its answer, by its `Accept` header.
package enum AnswerForm: Equatable, Sendable {
    /// A browser: it names HTML. A post is answered by a redirect to the page, so that a reload does not post again.
    case browser
    /// A client that takes anything, as curl does: a post is answered by the page itself, a refusal by plain text.
    case text
    /// A client that asks for JSON: what the page offers.
    case json

    package init(_ request: Request) {
        guard let accept = request.headers.bytes(of: "accept"), !accept.elementsEqual("*/*".utf8) else {
            self = .text
            return
        }
        // Every browser names HTML first when it loads a page or sends a form, so this is decided without a full reading.
        if accept.starts(with: "text/html".utf8) {
            self = .browser
            return
        }
        switch Accept.preferred(of: ["text/plain", "text/html", "application/json"], in: accept.span) {
        case "text/html": self = .browser
        case "application/json": self = .json
        default: self = .text
        }
    }
}
