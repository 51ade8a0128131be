import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

// The client script's protocol of requests and patches: see `Sources/Tools/ClientScript/connection.js`.

extension Simulation {
    /// The browser has received an answer, or will receive none.
    func take(_ answer: Answer, to number: Int) {
        guard let request = requests[number], !request.isFinished else { return }
        requests[number]?.isFinished = true
        let page = request.page
        switch answer {
        case .page(_, let cookies), .redirect(let cookies), .patch(_, let cookies):
            noteSeen(cookies, by: request)
            take(cookies, by: page.visitor, isNewcomer: !request.isKnown)
        case .reload, .refused, .tryAgain, .lost: break
        }
        // An earlier process may have a session that it loaded for due work, and that is outdated: see the README.
        let isOther = page.process != request.process
        if isOther, request.process.map({ processes[$0]?.beganBesideOthers ?? true }) ?? true { page.forgetShown() }
        page.process = request.process
        note("page \(page.number) has the answer to \(number)\(answer.isLost ? ": none" : "")")
        guard request.isAwaited, !page.isClosed else { return }
        switch request.kind {
        case .load:
            if page.loading == number { loaded(page, answer) }
        case .post(let event): posted(event, on: page, answer)
        // The document that sent the request does not exist any more.
        case .live where request.name != page.name: break
        case .stream where request.name != page.name: break
        case .live: exchanged(page, answer, to: request.shows)
        case .stream: streamed(page, number, answer, to: request.shows)
        }
    }

    private func take(_ cookies: Cookies, by visitor: Visitor, isNewcomer: Bool) {
        if let id = cookies.session.newID, let former = visitor.jar.session, !truth.isSame(former, id) {
            // An id that was only issued is not known to other processes: if requests go to all processes, one that does not find a
            // session in the store starts a new one. And if very few sessions may be in memory, one that has just begun may be evicted
            // while its page waits for a value.
            let isEvicted = isCrowded && configuration.reads.rows > 0
            if !isOrdered || !isStoreQuick || isNewcomer || isEvicted { visitor.hasEnded = true }
        }
        visitor.jar.take(cookies)
    }

    // MARK: Documents

    /// Makes the browser load a page.
    func load(_ page: BrowserPage) {
        page.isLoaded = false
        page.isLive = false
        hangUp(page)
        page.loading = send(.load, of: page)
    }

    private func loaded(_ page: BrowserPage, _ answer: Answer) {
        guard case .page(let loaded, _) = answer else {
            // A visitor who gets an error tries again after a while.
            page.isBusy = true
            page.isLoaded = false
            plan(page, after: isQuiet ? .milliseconds(200) : chance.number(.milliseconds(100)...(.seconds(2))))
            return
        }
        page.loads += 1
        checkTold(loaded.shown, on: page, isDocument: true)
        shows(page, loaded.shown)
        page.isLoaded = true
        page.isBusy = false
        guard page.visitor.hasScript else { return }
        // A new document has a new script, which is another page to the site.
        page.name = newName()
        page.documents += 1
        page.revision = loaded.revision
        (page.lastSequence, page.included, page.answered, page.gaps) = (0, 0, 0, 0)
        (page.queue, page.underWay, page.early, page.watched) = ([], [], [], [])
        (page.wantsStream, page.stream, page.done, page.focused) = (false, nil, 0, [])
        page.isLive = true
        page.isSetBack = false
        page.wasTold = false
        page.isStale = loaded.connects
        work(page)
    }

    private func posted(_ event: VisitorEvent, on page: BrowserPage, _ answer: Answer) {
        if case .redirect = answer {
            acknowledge([event], by: page)
            if let entry = event.entry, entry.kind == .wrote, Entry.isTold(entry.number) {
                expectNotice(of: entry, to: page.visitor, at: page.address.path)
            }
        }
        load(page)
    }

    /// Schedules another attempt of the page's current request.
    private func plan(_ page: BrowserPage, after time: Microseconds) {
        page.wait += 1
        page.isWaiting = true
        scheduler.add(.site(.retries(page: page.number, page.wait)), after: time)
    }

    // MARK: Requests

    /// Sends an event to the program.
    func tell(_ kind: VisitorEvent.Kind, on page: BrowserPage) {
        page.lastSequence += 1
        page.queue.append(VisitorEvent(sequence: page.lastSequence, kind: kind))
        work(page)
    }

    func tellPage(_ name: String, on page: BrowserPage) {
        if page.watched.contains(name) { tell(.page(name), on: page) }
    }

    /// Sends the waiting events, one request after the other.
    func work(_ page: BrowserPage) {
        guard !page.isBusy, page.isLive else { return }
        page.attempt = 0
        if !page.queue.isEmpty {
            page.isBusy = true
            page.underWay = Array(page.queue.prefix(64))
            page.queue.removeFirst(page.underWay.count)
            exchange(page)
        } else if page.isStale, page.wantsStream || !page.isHidden {
            page.isBusy = true
            page.isStale = false
            hangUp(page)
            exchange(page)
        } else if !page.early.isEmpty {
            heal(page)
        }
    }

    private func exchange(_ page: BrowserPage) {
        page.wasTold = false
        _ = send(.live(page.underWay), of: page) { $0.isRepeat = page.attempt > 0 }
    }

    private func exchanged(_ page: BrowserPage, _ answer: Answer, to shows: Revision?) {
        guard page.isLive else { return }
        switch answer {
        case .lost, .tryAgain:
            page.attempt += 1
            // A hidden page waits until it is visible.
            page.isWaiting = true
            page.wait += 1
            if !page.isHidden { plan(page, after: backoff(page.attempt - 1)) }
        case .patch(let patch, _):
            finish(page, patch, shows)
        case .page, .redirect, .reload, .refused:
            finish(page, nil, shows)
        }
    }

    private func backoff(_ attempt: Int) -> Microseconds {
        isQuiet ? .milliseconds(150) : .milliseconds((1 << Int64(min(attempt, 7))) * chance.number(99...198))
    }

    private func finish(_ page: BrowserPage, _ patch: PagePatch?, _ shows: Revision?) {
        let events = page.underWay
        page.underWay = []
        if let last = events.last { page.answered = last.sequence }
        if let patch {
            let refused = Set(patch.refusals.map(\.sequence))
            acknowledge(events.filter { !refused.contains($0.sequence) }, by: page)
            // A whole page that was overtaken by the stream cannot be told from a newer one, so the page is outdated until the next
            // patch.
            if patch.from == nil, shows != page.revision { page.setBack() }
            receive(patch, on: page)
        } else {
            reload(page)
        }
        page.isBusy = false
        if !events.isEmpty {
            for other in page.visitor.pages where other !== page && other.isLive {
                other.isStale = other.isStale || !other.wantsStream
                other.wasTold = other.wasTold || other.wantsStream
                work(other)
            }
        }
        work(page)
    }

    /// The wait before another attempt is over.
    func retry(_ page: Int, _ wait: Int) {
        guard let page = pages[page], page.wait == wait, page.isWaiting, !page.isClosed else { return }
        page.isWaiting = false
        if page.isLive { exchange(page) } else if !page.isLoaded { load(page) }
    }

    /// Retries at once, because conditions may have improved.
    func wake(_ page: BrowserPage) {
        if page.isWaiting { retry(page.number, page.wait) }
        if page.isStreamWaiting { listenAgain(page) }
    }

    // MARK: Patches

    /// Applies a patch if the page has the right revision, and then the patches that waited for it.
    func receive(_ patch: PagePatch, on page: BrowserPage) {
        if patch.from != nil, patch.from != page.revision {
            page.early.append(patch)
            if !page.isBusy { heal(page) }
            return
        }
        if let shown = shown(by: patch.to) {
            checkTold(shown, on: page, isDocument: false)
            shows(page, shown)
        } else {
            fail("page \(page.number) is shown \(patch.to), which nobody has rendered")
        }
        if patch.from != nil { page.isSetBack = false }
        page.revision = patch.to
        page.included = patch.sequence
        page.gaps = 0
        page.mayReload = true
        obey(patch, on: page)
        let next = page.early.firstIndex { $0.from == page.revision && $0.sequence >= page.included }
        if let next { receive(page.early.remove(at: next), on: page) }
    }

    private func obey(_ patch: PagePatch?, on page: BrowserPage) {
        if let watched = patch?.watched { page.watched = watched.split(separator: " ").map(String.init) }
        page.wantsStream = patch?.keepsStream ?? page.wantsStream
        if page.wantsStream { listen(page) } else { hangUp(page) }
        guard let patch else { return }
        let first = patch.commandCount &- UInt64(patch.commands.count) &+ 1
        for (number, command) in zip(first..., patch.commands) where number > page.done {
            page.done = number
            guard case .focus(let id) = command else { continue }
            let isFirst = page.focused.insert(id).inserted
            expect(isFirst || page.visitor.hasEnded, "page \(page.number) has focused \(id) twice")
        }
    }

    /// A patch was lost: requests a patch from the page's revision, and the whole page if that did not help.
    func heal(_ page: BrowserPage) {
        if page.gaps > 0 { page.revision = nil }
        page.gaps += 1
        hangUp(page)
        let early = page.early
        page.early = []
        for patch in early { obey(patch, on: page) }
        obey(nil, on: page)
        page.isStale = !page.wantsStream || page.isHidden
        work(page)
    }

    private func reload(_ page: BrowserPage) {
        page.isLive = false
        hangUp(page)
        guard !page.isClosed else { return }
        if page.mayReload {
            page.mayReload = false
            load(page)
        } else {
            // The script reloads no page that it has just reloaded. The visitor does, after a while.
            page.isBusy = true
            page.isLoaded = false
            plan(page, after: isQuiet ? .milliseconds(200) : chance.number(.milliseconds(100)...(.seconds(2))))
        }
    }

    // MARK: Streams

    private func listen(_ page: BrowserPage) {
        guard page.stream == nil, page.isLive, page.wantsStream, !page.isHidden, !page.isStreamWaiting else { return }
        page.included = 0
        page.stream = send(.stream, of: page)
    }

    func listenAgain(_ page: BrowserPage) {
        guard page.isStreamWaiting else { return }
        page.isStreamWaiting = false
        page.stream = nil
        listen(page)
    }

    private func hangUp(_ page: BrowserPage) {
        page.isStreamWaiting = false
        guard let stream = page.stream else { return }
        page.stream = nil
        requests[stream]?.isFinished = true
        noticeEnd(of: stream)
    }

    private func streamed(_ page: BrowserPage, _ number: Int, _ answer: Answer, to shows: Revision?) {
        guard page.stream == number else { return }
        switch answer {
        case .patch(let patch, _):
            page.streamAttempt = 0
            if patch.from == nil, shows != page.revision { page.setBack() }
            receiveStreamed(patch, on: page)
        case .lost, .tryAgain: broken(page)
        case .page, .redirect, .reload, .refused: reload(page)
        }
    }

    /// A piece of a stream arrives.
    func take(_ piece: StreamPiece, of number: Int) {
        guard let page = requests[number]?.page, page.stream == number, !page.isClosed else { return }
        switch piece {
        case .patch(let patch): receiveStreamed(patch, on: page)
        case .reload: reload(page)
        case .end: broken(page)
        }
    }

    private func receiveStreamed(_ patch: PagePatch, on page: BrowserPage) {
        // An answer that includes more events may have overtaken it.
        if patch.sequence < page.included { obey(patch, on: page) } else { receive(patch, on: page) }
    }

    private func broken(_ page: BrowserPage) {
        page.isStreamWaiting = true
        page.streamAttempt += 1
        let time = backoff(page.streamAttempt)
        scheduler.add(.site(.listens(page: page.number)), after: time)
    }

    // MARK: Hidden pages

    func hide(_ page: BrowserPage) {
        page.isHidden.toggle()
        if !page.isHidden { wake(page) }
        tellPage(page.isHidden ? "hidden" : "visible", on: page)
        page.isStale = page.isStale || page.wantsStream && page.isHidden
        work(page)
        listen(page)
        if page.isHidden { scheduler.add(.site(.asks(page: page.number)), after: .seconds(60)) }
    }

    /// A hidden page polls once a minute.
    func askWhileHidden(_ page: BrowserPage) {
        guard page.isHidden, page.isLive, !page.isClosed else { return }
        wake(page)
        page.isStale = page.isStale || page.wantsStream
        work(page)
        scheduler.add(.site(.asks(page: page.number)), after: .seconds(60))
    }

    /// The page is closed: it sends its pending events, and waits for no answer.
    func close(_ page: BrowserPage) {
        if page.isLive {
            page.isBusy = true
            tellPage("closed", on: page)
            let events = page.underWay + page.queue
            if !events.isEmpty { _ = send(.live(events), of: page) { $0.isAwaited = false } }
        }
        hangUp(page)
        page.isLive = false
        page.isClosed = true
        page.visitor.pages.removeAll { $0 === page }
    }
}

extension Answer {
    var isLost: Bool { if case .lost = self { true } else { false } }
}
