import ElmwoodArchitecture
import ElmwoodStorage

// A visitor's arrival at an address of the program: see `Subscription.arrived`.

extension [SessionSubscription] {
    /// Whether the program is told of arrivals.
    var tellArrivals: Bool { contains { $0.isArrival } }

    /// Returns the messages for the arrival of an account's visitor at a page, in the order of the subscriptions.
    func arrivals(at page: Page, of account: String?) -> [AnyMessage] {
        let arrival = Arrival(path: page.path, query: page.query, account: account)
        return compactMap { $0.source.message(for: arrival) }
    }
}

extension SessionTurn {
    /// The most pages to which one request leads by navigations of the program, as many as browsers follow redirects.
    private static var mostPages: Int { 20 }

    /// Tells the program that the visitor has arrived at a page, and at those that it navigates to from there.
    ///
    /// - Returns: the result of these transactions; nil if the program is not told, or the session has ended.
    /// - Throws: the failure of the first one. If a later one fails, the page is shown that it leads to.
    borrowing func arrive(
        at first: Page,
        on model: AnyModel,
        for request: RequestOrigin?
    ) throws(SessionFailure) -> Transaction? {
        var all: Transaction?
        var page = first
        for _ in 0..<Self.mostPages {
            let model = all?.model ?? model
            let messages = model.subscriptions.arrivals(at: page, of: account)
            guard !messages.isEmpty else { return all }
            let next: Transaction?
            do throws(SessionFailure) {
                next = try transact(messages, on: model, from: Cause(.arrival, of: request)) { [host, page] result in
                    try host.verify(result.model, on: page.moved(by: result.commands))
                }
            } catch {
                guard let all else { throw error }
                return all
            }
            guard let next else { return all }
            let path = next.ends ? nil : next.outcome.navigation
            all = all.map(next.following) ?? next
            guard let path else { return all }
            page = page.moved(to: path)
        }
        return all
    }

    /// Tells the program that its navigation has brought the visitor to another page.
    ///
    /// - Parameter page: the page from which it has navigated.
    /// - Returns: the result of the transaction and of those that followed.
    borrowing func arrive(after transaction: Transaction, from page: Page, for request: RequestOrigin?) -> Transaction {
        guard !transaction.ends, let path = transaction.outcome.navigation else { return transaction }
        guard let arrived = try? arrive(at: page.moved(to: path), on: transaction.model, for: request) else {
            return transaction
        }
        return arrived.following(transaction)
    }
}

extension Transaction {
    /// Whether a visitor who has only arrived gets a session by it: something begins that belongs to one.
    var beginsSession: Bool {
        !begun.isEmpty || !broadcasts.isEmpty || ends || outcome.renews || outcome.isForPage
    }
}

extension SessionHost {
    /// A program's start, and the arrival by the visit that it is for.
    package struct Beginning {
        var start: ProgramStart
        /// The model after both, if neither begins anything: it is shown and forgotten. Nil if they begin a session.
        var model: AnyModel?

        /// The model that the visitor sees.
        package var shownModel: AnyModel { model ?? start.model }
    }

    /// Returns the program's start for a visit, and what follows from the arrival.
    ///
    /// - Parameter session: the id of the session's cookie, under which another program may have a session.
    package func beginning(for visit: Visit, of session: SessionID?) throws(SessionFailure) -> Beginning {
        let visit = visit.signedIn(to: registry.account(of: session))
        let start = try start(visit)
        guard !start.hasCommand else { return Beginning(start: start, model: nil) }
        let page = visit.arrivalPage(base: base)
        let arrivals = page.map { start.model.subscriptions.arrivals(at: $0, of: visit.account) } ?? []
        guard !arrivals.isEmpty else { return Beginning(start: start, model: start.model) }
        do {
            let result = try driver.run(
                arrivals,
                on: start.model,
                after: nil,
                sources: sources,
                limit: limits.messages,
                isNoted: false,
                for: EventContext(request: visit.request)
            )
            return Beginning(start: start, model: result.commands.isEmpty ? result.model : nil)
        } catch {
            throw failed(error, from: Cause(.arrival, named: visit.request))
        }
    }
}

extension Visit {
    func page(base: String) -> Page { Page(path: path, query: query, base: base) }

    /// The page at which the visitor arrives; nil if they do not see a page yet, or see it only later.
    func arrivalPage(base: String) -> Page? {
        switch answer {
        case .load, .page: page(base: base)
        case .redirect, .preview: nil
        }
    }
}
