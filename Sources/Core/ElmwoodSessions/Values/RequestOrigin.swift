import ElmwoodArchitecture
import ElmwoodStorage

/// The request that began a pending task: an effect or a delayed message.
///
/// Another client may know the session's id from before the visitor signed in. If a task renews the id, the new one is therefore
/// sent only to the browser that made this request. The browser proves that by a ticket, which only the answer to the request has
/// set, or by the id of its live page, which nobody else knows.
final class RequestOrigin: Sendable {
    /// The live page that made the request; nil if the page has no script.
    let page: PageID?
    /// Its name in the log; nil if it was made to another process.
    let name: RequestName?

    private struct State {
        /// The ticket, once it is needed, and those that have replaced it in the browser's cookie. Each was sent only to a client
        /// that presented one of these.
        var tickets: [RenewalTicket] = []
        /// The session's id that the browser has, or will receive; nil if there was none.
        var session: SessionID?
    }

    /// The proofs that a browser made the request, and the id that it knows.
    private let state: OrderedMutex<State>
    private let bits: @Sendable () -> UInt64

    /// The number of replacements that are remembered. A browser presents one of the latest.
    private static let limit = 16

    /// Creates the origin of a request.
    ///
    /// - Parameters:
    ///   - session: the id that the request has found the session by.
    ///   - name: its name in the log.
    ///   - tickets: what its browser has as proof.
    ///   - bits: the source of its ticket.
    init(
        page: PageID? = nil,
        session: SessionID?,
        _ name: RequestName? = nil,
        tickets: [RenewalTicket] = [],
        _ bits: @escaping @Sendable () -> UInt64
    ) {
        self.page = page
        self.name = name
        self.bits = bits
        state = OrderedMutex(.request, State(tickets: tickets, session: session))
    }

    /// Creates an origin from its stored claims; nil if there is no ticket among them.
    convenience init?(claims: [String], _ bits: @escaping @Sendable () -> UInt64) {
        let tickets = claims.compactMap { RenewalTicket($0) }
        guard !tickets.isEmpty else { return nil }
        let page = claims.lazy.compactMap { PageID(utf8: $0.utf8) }.first
        self.init(page: page, session: nil, tickets: tickets, bits)
    }

    /// Proves that a browser made the request. It is sent with the answer if a task is pending then.
    ///
    /// It is created when it is first used, since most requests begin nothing, and the system's generator is slow.
    var ticket: RenewalTicket {
        state.withLock { state in
            if let ticket = state.tickets.first { return ticket }
            let ticket = RenewalTicket(drawing: bits)
            state.tickets = [ticket]
            return ticket
        }
    }

    /// The valid proofs, as texts, beginning with the first ticket.
    var claims: [String] {
        _ = ticket
        return state.withLock { $0.tickets }.map(\.text) + (page.map { [$0.text] } ?? [])
    }

    /// Whether the ticket proves that the browser made the request.
    func isProved(by ticket: RenewalTicket) -> Bool { state.withLock { $0.tickets.contains(ticket) } }

    /// Whether the request's browser knows the session's present id. If not, no task of the request renews the id, since the turn
    /// may have begun before the renewal by another browser, in another program of the site.
    func knows(_ id: SessionID) -> Bool { state.withLock { $0.session == id } }

    /// Records that the browser has that id of the session, or will receive it.
    func learn(_ id: SessionID) { state.withLock { $0.session = id } }

    /// Records that a browser receives a new ticket in place of the one it presented.
    func replace(_ former: RenewalTicket, by ticket: RenewalTicket) {
        state.withLock { state in
            guard state.tickets.contains(former) else { return }
            if state.tickets.count >= Self.limit { state.tickets.remove(at: 1) }
            state.tickets.append(ticket)
        }
    }

    /// Whether the other request was made by the same browser: by the same page, or by a browser with this ticket.
    func includes(_ other: RequestOrigin) -> Bool {
        other === self || page != nil && other.page == page || isProved(by: other.ticket)
    }
}
