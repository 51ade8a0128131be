import ElmwoodFormData
import ElmwoodHTTPServer

/// The format of an answer, determined by the request's `Accept` header.
package enum ResponseFormat: Equatable, Sendable {
    /// For a browser, which accepts HTML. The answer to a post is a redirect to the page, so that a reload does not post again.
    case browser
    /// For a client that accepts anything, like curl. The answer to a post is the page itself, a refusal is plain text.
    case text
    /// For a client that requests JSON: what the page offers.
    case json
    /// For the script of an open page: the page's changes.
    case patch
    /// For the script of an open page: a stream of the page's further changes.
    case stream

    package init(_ request: borrowing Request) { self.init(request.headers) }

    package init(_ headers: HeaderFields) {
        guard let accept = headers.joinedBytes(of: "accept", by: ","), !accept.span.isEqual(to: "*/*") else {
            self = .text
            return
        }
        if accept.span.isEqual(to: Self.patchType) {
            self = .patch
            return
        }
        if accept.span.isEqual(to: Self.streamType) {
            self = .stream
            return
        }
        // Every browser names HTML first when it loads a page or sends a form. Whoever accepts anything as well as a text is sent that.
        let html = "text/html"
        let next = accept.dropFirst(html.utf8.count).first ?? UInt8(ascii: ",")
        let namesPageFirst = accept.span.hasPrefix(html) && ",; \t".utf8.contains(next)
        if namesPageFirst, next == UInt8(ascii: ",") {
            self = .browser
            return
        }
        let offers = namesPageFirst ? [html, "text/plain"] : ["text/plain", html]
        switch Accept.preferred(of: offers + ["application/json"], in: accept.span) {
        case html: self = .browser
        case "application/json": self = .json
        default: self = .text
        }
    }

    /// The media type of patches.
    package static let patchType = "application/vnd.elmwood+json"
    /// The media type of server-sent events (HTML, section 9.2).
    package static let streamType = "text/event-stream"

    /// Whether the request comes from the script of an open page.
    var isLive: Bool { self == .patch || self == .stream }
}
