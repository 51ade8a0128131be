import ElmwoodSessions

// What is told to visitors beside the model: once, and by the next page that can show it.

/// What waits for the next page of a visitor without script.
struct UntoldNotice: Hashable {
    let entry: Entry
    /// When it was seen to wait.
    let since: Microseconds
}

/// A notice that a page has told.
struct ToldNotice: Hashable {
    let path: String
    let notice: String
    /// Whether the document had it when it was loaded. Otherwise its script was sent it.
    let isDocument: Bool
}

extension Simulation {
    /// For how long a notice waits at least for the page to which a post returns: somewhat less than a process keeps it, since the post was
    /// answered earlier than its browser has learned of that.
    private static let waitingTime: Microseconds = .seconds(30)

    /// A page tells its visitor something, which no other document has told, nor will.
    ///
    /// Of two documents of one address, one may be loaded with a notice, and the script of the other be sent it: the process does not know
    /// which script is whose until it has connected.
    func checkTold(_ shown: Shown, on page: BrowserPage, isDocument: Bool) {
        let visitor = page.visitor
        // Without a store that works, a page is shown although nobody notes that it has told anything.
        guard isStoreSure, isOrdered, !visitor.isThief, !visitor.mayHaveLost else { return }
        for notice in shown.notices {
            let told = ToldNotice(path: page.address.path, notice: notice, isDocument: isDocument)
            let document = visitor.told[told] ?? [page.number, page.loads]
            visitor.told[told] = document
            expect(
                document == [page.number, page.loads],
                "page \(page.number) tells “\(notice)”, which was told before"
            )
        }
    }

    /// The visitor's next page at that path has to tell them something.
    func expectNotice(of entry: Entry, to visitor: Visitor, at path: String) {
        // The page of a load that was on its way may have told it before the post was answered.
        guard !visitor.answered.contains(ToldNotice(path: path, notice: entry.notice, isDocument: true)) else { return }
        visitor.untold[path, default: []].append(UntoldNotice(entry: entry, since: scheduler.now))
    }

    /// Reminders were stored: without a script there is no page that shows what they tell yet.
    func expectReminders() {
        for (key, entry) in truth.takeReminded() {
            for visitor in visitors where !visitor.hasScript && !visitor.isThief {
                guard let id = visitor.jar.session, truth.isSame(id, key.id) else { continue }
                expectNotice(of: entry, to: visitor, at: key.path)
            }
        }
    }

    /// A process answers a load: its page tells what has waited when it was sent, unless another one may have.
    func noteTold(_ reply: ServerReply, to request: SentRequest) {
        guard case .load = request.kind else { return }
        let (visitor, path) = (request.visitor, request.page.address.path)
        visitor.loads.remove(request.number)
        guard case .rendered(let snapshot, .success) = reply else {
            // It may have been told by a page that could not be rendered.
            visitor.untold[path] = nil
            return
        }
        let (told, entries) = (snapshot.flash.notices, snapshot.ledger.entries)
        for notice in told { visitor.answered.insert(ToldNotice(path: path, notice: notice, isDocument: true)) }
        let isAlone = !visitor.loads.contains { requests[$0]?.page.address.path == path }
        let isSure =
            isStoreSure && isOrdered && isAlone && !configuration.hasThief && !visitor.mayHaveLost
            && scheduler.now > visitor.renews
        for untold in request.untold where visitor.untold[path]?.contains(untold) ?? false {
            // A model without the entry is that of an earlier turn, or of another session.
            guard isSure, scheduler.now - untold.since < Self.waitingTime, entries.contains(untold.entry.code) else {
                continue
            }
            expect(
                told.contains(untold.entry.notice),
                "request \(request.number) does not tell “\(untold.entry.notice)”, and nobody was told"
            )
        }
        visitor.untold[path]?.removeAll { request.untold.contains($0) || told.contains($0.entry.notice) }
    }

    /// A process has ended: the pages that it was about to send may have been to tell what waited.
    func loseNotices(of process: Int) {
        for visitor in visitors {
            for number in visitor.loads.sorted() where requests[number]?.process == process {
                visitor.loads.remove(number)
                if let path = requests[number]?.page.address.path { visitor.untold[path] = nil }
            }
        }
    }
}
