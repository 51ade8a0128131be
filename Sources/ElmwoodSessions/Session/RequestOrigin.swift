import ElmwoodStorage

/// The request that began something which is under way: an effect, a delayed message.
///
/// Who else knows the session's id may have it from before the visitor signed in. So where a new id comes of what a request
/// began, only the browser that made this very request is told it: it proves that by a ticket, which only the answer to the
/// request has set, or by the name of its live page, which nobody else knows.
final class RequestOrigin: Sendable {
    /// The live page that made the request; nil where the page has no script.
    let page: PageID?

    private struct State {
        /// The ticket, once it is needed, and those that have replaced it in the browser's cookie since: each went to who presented
        /// one of these.
        var tickets: [RenewalTicket] = []
        /// The session's id, as far as the browser has it or is told it; nil where there was none.
        var session: SessionID?
    }

    /// What proves to be the browser that made the request, and the id that it is told.
    private let state: OrderedMutex<State>
    private let bits: @Sendable () -> UInt64

    /// So many replacements are remembered: a browser presents the last one, or nearly.
    private static let limit = 16

    /// A request that has just come.
    ///
    /// - Parameters:
    ///   - session: the id that it finds the session by.
    ///   - bits: what its ticket is made of.
    init(page: PageID?, session: SessionID?, _ bits: @escaping @Sendable () -> UInt64) {
        self.page = page
        self.bits = bits
        state = OrderedMutex(.request, State(session: session))
    }

    /// A request whose browser has been given that ticket, if any.
    init(session: SessionID?, ticket: RenewalTicket?, _ bits: @escaping @Sendable () -> UInt64) {
        page = nil
        self.bits = bits
        state = OrderedMutex(.request, State(tickets: ticket.map { [$0] } ?? [], session: session))
    }

    /// What a store has kept of the request.
    init?(claims: [String], _ bits: @escaping @Sendable () -> UInt64) {
        let tickets = claims.compactMap { RenewalTicket($0) }
        guard !tickets.isEmpty else { return nil }
        self.bits = bits
        state = OrderedMutex(.request, State(tickets: tickets, session: nil))
        page = claims.lazy.compactMap { PageID(utf8: $0.utf8) }.first
    }

    /// Proves that a browser made the request. It goes out with the answer if something is still under way then.
    ///
    /// It is made when it is first asked for: most requests begin nothing, and the system's generator takes its time.
    var ticket: RenewalTicket {
        state.withLock { state in
            if let ticket = state.tickets.first { return ticket }
            let ticket = RenewalTicket(drawing: bits)
            state.tickets = [ticket]
            return ticket
        }
    }

    /// The proofs that count, as texts: the first ticket first.
    var claims: [String] {
        _ = ticket
        return state.withLock { $0.tickets }.map(\.text) + (page.map { [$0.text] } ?? [])
    }

    /// Whether the ticket proves that the browser made the request.
    func isProved(by ticket: RenewalTicket) -> Bool { state.withLock { $0.tickets.contains(ticket) } }

    /// Whether the session has no id by now that the request's browser is not told. Else nothing that it began renews the id:
    /// the turn may have begun before another browser's renewal, in another program of the site.
    func knows(_ id: SessionID) -> Bool { state.withLock { $0.session == id } }

    /// The browser has that id of the session, or is told it.
    func learn(_ id: SessionID) { state.withLock { $0.session = id } }

    /// A browser that has presented one of these tickets is given another one in its place.
    func replace(_ former: RenewalTicket, by ticket: RenewalTicket) {
        state.withLock { state in
            guard state.tickets.contains(former) else { return }
            if state.tickets.count >= Self.limit { state.tickets.remove(at: 1) }
            state.tickets.append(ticket)
        }
    }

    /// Whether what the other request began is this browser's as well: the same page made it, or a browser with this ticket did.
    func includes(_ other: RequestOrigin) -> Bool {
        other === self || page != nil && other.page == page || isProved(by: other.ticket)
    }
}
