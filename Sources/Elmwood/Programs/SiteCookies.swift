import ElmwoodFormData
import ElmwoodHTTPServer

/// The site's own cookies in a request: the ranges of their values in the bytes of the `Cookie` field, found in one pass.
struct SiteCookies {
    /// A cookie. Of two with one name neither counts: see ``Cookies/range(of:in:)``.
    private struct Cookie {
        var value: Range<Int>?
        var isRepeated = false

        mutating func add(_ range: Range<Int>) {
            isRepeated = isRepeated || value != nil
            value = isRepeated ? nil : range
        }
    }

    private var sessions = Cookie()
    private var visitors = Cookie()
    private var tickets = Cookie()
    private var positions = Cookie()

    /// The token of the session.
    var session: Range<Int>? { sessions.value }
    /// The token of the visitor, and the day when the cookie was set.
    var visitor: Range<Int>? { visitors.value }
    /// The ticket of a request that began a task.
    var ticket: Range<Int>? { tickets.value }
    /// What the browser has seen last.
    var seen: Range<Int>? { positions.value }

    /// Reads the field.
    init(_ header: Span<UInt8>, of context: borrowing SiteContext) {
        var index = 0
        while let (range, value) = Cookies.nextPair(in: header, from: &index) {
            let name = header.extracting(range)
            if name.isEqual(to: context.cookieName) {
                sessions.add(value)
            } else if name.isEqual(to: context.visitorCookieName) {
                visitors.add(value)
            } else if name.isEqual(to: context.ticketCookieName) {
                tickets.add(value)
            } else if name.isEqual(to: context.seenCookieName) {
                positions.add(value)
            }
        }
    }
}
