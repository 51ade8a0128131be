import ElmwoodSessions
import ElmwoodStorage

// The network between browsers and processes: requests and answers take time, get lost, and arrive twice or in another order.

extension Simulation {
    func latency() -> Microseconds {
        let time = configuration.network.latency
        return chance.number(time / 4...time * (chance.happens(0.05) ? 20 : 1))
    }

    /// Sends a request of a page.
    func send(_ kind: SentRequest.Kind, of page: BrowserPage, _ change: (inout SentRequest) -> Void = { _ in }) -> Int {
        let number = requestCount
        requestCount += 1
        let (visitor, name) = (page.visitor, page.name)
        var request = SentRequest(
            number: number,
            visitor: visitor,
            page: page,
            name: name,
            kind: kind,
            jar: visitor.jar,
            isKnown: visitor.jar.session.map { truth.saved.contains($0) } ?? false
        )
        request.shows = page.revision
        request.done = page.done
        request.isHidden = page.isHidden
        change(&request)
        request.process = route(visitor.index)
        request.seenModel = visitor.seenModels[page.address.path]
        request.untold = visitor.untold[page.address.path] ?? []
        requests[number] = request
        note("visitor \(page.visitor.index) page \(page.number) sends \(number): \(describe(request))")
        guard let process = request.process else {
            scheduler.add(.site(.answered(number, .lost)), after: latency())
            return number
        }
        let isLost = !isQuiet && chance.happens(configuration.network.loses)
        if !isLost {
            scheduler.add(.site(.arrives(number)), in: process, after: latency())
            if case .load = kind { visitor.loads.insert(number) }
            if case .live = kind, !isQuiet, chance.happens(configuration.network.doubles) {
                let delay = latency() + chance.number(0...(.seconds(3)))
                scheduler.add(.site(.arrives(number)), in: process, after: delay)
            }
        }
        // A browser waits at most that long. It may learn earlier that the connection is closed.
        let isHeard = isLost && chance.happens(0.5)
        if case .stream = kind, !isLost { return number }
        scheduler.add(.site(.answered(number, .lost)), after: isHeard ? latency() : .seconds(20))
        return number
    }

    private func describe(_ request: SentRequest) -> String {
        let id = request.jar.session.map(name) ?? "nobody"
        switch request.kind {
        case .load: return "load by \(id)"
        case .post(let event): return "post \(event.entry.map { "\($0.kind) \($0.number)" } ?? "") by \(id)"
        case .live(let events):
            let texts = events.map { "\($0.sequence) \($0.entry.map { "\($0.kind) \($0.number)" } ?? "page")" }
            return "live \(texts) by \(id)\(request.isRepeat ? " again" : "")"
        case .stream: return "stream by \(id)"
        }
    }

    /// Sends an answer to the browser.
    ///
    /// - Returns: its time of arrival.
    @discardableResult
    func send(_ answer: Answer, to request: SentRequest) -> Microseconds {
        let time = latency()
        let isLost = !isQuiet && chance.happens(configuration.network.loses)
        if isLost {
            note("the answer to \(request.number) is lost")
            if chance.happens(0.5) { scheduler.add(.site(.answered(request.number, .lost)), after: time) }
            if case .stream = request.kind {
                scheduler.add(.site(.answered(request.number, .lost)), after: time)
                noticeEnd(of: request.number)
            }
        } else {
            scheduler.add(.site(.answered(request.number, answer)), after: time)
        }
        return scheduler.now + time
    }

    /// A process has ended: all waiting clients learn of it.
    func loseConnections(to process: Int) {
        for number in requests.keys.sorted()
        where requests[number].map({ $0.process == process && !$0.isFinished }) ?? false {
            scheduler.add(.site(.answered(number, .lost)), after: latency())
        }
        for number in streams.keys.sorted() where streams[number]?.process == process {
            scheduler.add(.site(.piece(number, .end)), after: latency())
            streams[number] = nil
        }
    }
}
