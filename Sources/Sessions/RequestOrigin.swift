import Storage
import Synchronization

/// The request that began something which goes on: an effect, a delayed message.
///
/// Who else knows the session's id may have it from before the visitor signed in. So where a new id comes of what a request
/// began, only the browser that made this very request is told it: it proves that by a ticket, which only the answer to the
/// request has set, or by the name of its live page, which nobody else knows.
final class RequestOrigin: Sendable {
    /// The live page that made the request; nil where the page has no script.
    let page: PageID?
    /// Proves that a browser made the request. It goes out with the answer, where something still goes on then.
    let ticket: RenewalTicket

    /// The ticket, and those that have replaced it in the browser's cookie since: each went to who presented one of these.
    private let tickets: Mutex<[RenewalTicket]>

    /// So many replacements are remembered: a browser presents the last one, or nearly.
    private static let limit = 16

    /// A request that has just come.
    init(page: PageID?, ticket: RenewalTicket = RenewalTicket()) {
        self.page = page
        self.ticket = ticket
        tickets = Mutex([ticket])
    }

    /// What a store has kept of the request.
    init?(claims: [String]) {
        let tickets = claims.compactMap { RenewalTicket($0) }
        guard let ticket = tickets.first else { return nil }
        self.ticket = ticket
        self.tickets = Mutex(tickets)
        page = claims.lazy.compactMap { PageID(utf8: $0.utf8) }.first
    }

    /// The proofs that count, as texts: the first ticket first.
    var claims: [String] { tickets.withLock { $0 }.map(\.text) + (page.map { [$0.text] } ?? []) }

    /// Whether the ticket proves that the browser made the request.
    func isProved(by ticket: RenewalTicket) -> Bool { tickets.withLock { $0.contains(ticket) } }

    /// A browser that has presented one of these tickets is given another one in its place.
    func replace(_ former: RenewalTicket, by ticket: RenewalTicket) {
        tickets.withLock { tickets in
            guard tickets.contains(former) else { return }
            if tickets.count >= Self.limit { tickets.remove(at: 1) }
            tickets.append(ticket)
        }
    }

    /// Whether what the other request began is this browser's as well: the same page made it, or a browser with this ticket did.
    func includes(_ other: RequestOrigin) -> Bool {
        other === self || page != nil && other.page == page || isProved(by: other.ticket)
    }
}
