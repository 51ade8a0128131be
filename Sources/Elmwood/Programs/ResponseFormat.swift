import ElmwoodHTTPServer

/// The form in which a client wants its answer, by its `Accept` header.
package enum ResponseFormat: Equatable, Sendable {
    /// A browser: it names HTML. A post is answered by a redirect to the page, so that a reload does not post again.
    case browser
    /// A client that takes anything, as curl does: a post is answered by the page itself, a refusal by plain text.
    case text
    /// A client that asks for JSON: what the page offers.
    case json
    /// The script of an open page: what changes on it.
    case patch
    /// The script of an open page, which stays to be told what changes from now on.
    case stream

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
        if accept.elementsEqual(Self.patchType.utf8) {
            self = .patch
            return
        }
        if accept.elementsEqual(Self.streamType.utf8) {
            self = .stream
            return
        }
        switch Accept.preferred(of: ["text/plain", "text/html", "application/json"], in: accept.span) {
        case "text/html": self = .browser
        case "application/json": self = .json
        default: self = .text
        }
    }

    /// The media type of patches.
    package static let patchType = "application/vnd.elmwood+json"
    /// The media type of server-sent events (HTML, section 9.2).
    package static let streamType = "text/event-stream"

    /// Whether the script of an open page asks.
    var isLive: Bool { self == .patch || self == .stream }
}
