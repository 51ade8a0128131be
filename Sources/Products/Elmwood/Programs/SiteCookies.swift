import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodStorage

/// What the site's own cookies in a request say.
final class SiteCookies: Sendable {
    /// The session's id by its token, whether such a session exists or not.
    let session: SessionID?
    /// The cookie with the visitor's token.
    let visitor: VisitorCookie?
    /// The ticket of an answer whose request began a task.
    let ticket: RenewalTicket?
    /// What the browser has seen last of a site with several nodes.
    let seen: NodePosition?
    /// The `Cookie` field that they were read from.
    private let header: [UInt8]

    /// The longest `Cookie` field that is remembered, in bytes: thousands of idle connections must not hold much.
    private static let longest = 1_024

    /// Returns the cookies of a request; nil if it has none at all.
    ///
    /// A browser sends the same ones with each request, so they are remembered with its connection: to hash the session's token takes
    /// longer than to read all of them.
    static func read(_ request: Request, in context: borrowing SiteContext) -> SiteCookies? {
        guard let header = request.cookieBytes else { return nil }
        guard let memory = request.memory, header.count <= longest else {
            return SiteCookies(Array(header), of: context)
        }
        if let known = memory.value as? SiteCookies, known.areRead(from: header.span) { return known }
        let cookies = SiteCookies(Array(header), of: context)
        memory.value = cookies
        return cookies
    }

    private func areRead(from header: Span<UInt8>) -> Bool {
        let known = self.header
        return header.isEqual(to: known.span)
    }

    private init(_ header: [UInt8], of context: borrowing SiteContext) {
        self.header = header
        let bytes = header.span
        let values = Values(in: bytes, of: context)
        session = values.session.range.flatMap { SessionToken(utf8: bytes.extracting($0))?.id }
        visitor = values.visitor.range.flatMap { VisitorCookie(utf8: bytes.extracting($0)) }
        ticket = values.ticket.range.flatMap { RenewalTicket(utf8: bytes.extracting($0)) }
        seen = context.hasNodes ? values.seen.range.flatMap { NodePosition(utf8: header[$0]) } : nil
    }

    /// The ranges of the cookies' values, found in one pass.
    private struct Values {
        var session = Value()
        var visitor = Value()
        var ticket = Value()
        var seen = Value()

        init(in header: Span<UInt8>, of context: borrowing SiteContext) {
            var index = 0
            while let pair = Cookies.nextPair(in: header, from: &index) {
                let name = header.extracting(pair.name)
                if name.isEqual(to: context.cookieName) {
                    session.add(pair.value)
                } else if name.isEqual(to: context.visitorCookieName) {
                    visitor.add(pair.value)
                } else if name.isEqual(to: context.ticketCookieName) {
                    ticket.add(pair.value)
                } else if name.isEqual(to: context.seenCookieName) {
                    seen.add(pair.value)
                }
            }
        }
    }

    /// The range of a cookie's value. Of two with one name neither counts: see ``Cookies/range(of:in:)``.
    private struct Value {
        private(set) var range: Range<Int>?
        private var isRepeated = false

        mutating func add(_ value: Range<Int>) {
            isRepeated = isRepeated || range != nil
            range = isRepeated ? nil : value
        }
    }
}
