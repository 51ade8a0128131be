import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

// A substitute for the site's endpoint in a process: requests are passed to the programs' hosts, and answers become those of a
// browser.

/// A stream of a live page, on the side of its process.
final class ServedStream {
    let number: Int
    let page: BrowserPage
    let process: Int
    /// The id that the stream was opened with.
    let session: SessionID?
    var patches: LiveStream?
    /// When the last piece arrives at the browser.
    var last: Microseconds
    /// The patches that it has sent: no patch from one view to another is sent twice.
    var sent: Set<[Revision]> = []

    init(_ number: Int, _ page: BrowserPage, _ process: Int, _ session: SessionID?, at time: Microseconds) {
        self.number = number
        self.page = page
        self.process = process
        self.session = session
        last = time
    }
}

extension Simulation {
    /// A request arrives at a process.
    func arrive(_ number: Int, at process: Int?) {
        guard let request = requests[number], let process, let served = processes[process] else { return }
        guard let host = served.host(at: request.page.address) else { return fail("there is no such place") }
        let jar = request.jar
        let page = Page(base: host.base)
        let credentials = Credentials(session: jar.session, visitor: jar.claim, ticket: jar.ticket, seen: jar.seen)
        note("request \(number) arrives at \(process)")
        let arrival = Arrival(number: number, isRenewed: nodes.knowsRenewal(of: jar.session, process))
        switch request.kind {
        case .load:
            requests[number]?.moment = database.moment(in: process)
            let reply = host.show(KnownVisit(visit(answeredBy: .load)), by: credentials)
            let rendered = reply.then { reply -> Eventual<ServerReply> in
                guard case .shown(let snapshot) = reply else { return .ready(.shown(reply)) }
                // As a site does: the view that is kept of the model, or a new one.
                let page = page.showing(snapshot.flash)
                if let known = snapshot.view(on: page) {
                    return .ready(.rendered(snapshot, .success(known)))
                }
                return host.renderReading(snapshot.model, on: page).map { rendered in
                    if case .success(let view) = rendered { host.keep(view, of: snapshot) }
                    return .rendered(snapshot, rendered)
                }
            }
            deliver(rendered, to: arrival, in: process) { $0 }
        case .post(let event):
            let answer = host.post(
                event.form,
                on: page,
                by: credentials,
                request: KnownVisit(visit(answeredBy: .redirect))
            )
            deliver(answer, to: arrival, in: process, ServerReply.posted)
        case .live, .stream:
            var live = LiveRequest(
                id: request.name,
                by: credentials,
                shows: request.shows,
                page: page,
                visit: Visit(),
                actions: request.events.map(\.action),
                isRepeat: request.isRepeat,
                isHidden: request.isHidden
            )
            live.obeyed = request.done
            deliver(host.live(live), to: arrival, in: process, ServerReply.live)
        }
    }

    private func visit(answeredBy answer: Visit.Answer) -> Visit {
        var visit = Visit()
        visit.answer = answer
        return visit
    }

    private func deliver<Reply: Sendable>(
        _ answer: Eventual<Reply>,
        to arrival: Arrival,
        in process: Int,
        _ make: @escaping @Sendable (Reply) -> ServerReply
    ) {
        switch answer {
        case .ready(let reply): take(make(reply), to: arrival)
        case .promised(let promise):
            promise.whenFulfilled { [scheduler] in scheduler.add(.site(.replied(arrival, make($0))), in: process) }
        }
    }

    /// A process answers a request.
    func take(_ reply: ServerReply, to arrival: Arrival) {
        guard let request = requests[arrival.number] else { return }
        noteTold(reply, to: request)
        let answer: Answer
        switch reply {
        case .rendered(let snapshot, .success(let page)):
            answer = shown(snapshot, on: page, to: request, arrival)
        case .rendered(_, .failure(let error)):
            answer = failed(.view(error), isLive: false)
        case .posted(.shown(let snapshot)):
            note("request \(request.number) is answered with \(snapshot.ledger.turns), version \(snapshot.version)")
            checkShown(snapshot.ledger, under: snapshot.cookie.session(instead: request.jar.session))
            answer = .redirect(cookies(of: snapshot).answering(request, snapshot.ledger, in: registry(of: request)))
            check(snapshot.ledger, shownTo: request, arrival, snapshot.cookie)
            checkAcknowledged(request, by: snapshot.cookie.session(instead: request.jar.session), refused: [])
        case .posted(.refused): answer = .refused
        case .shown(.shown), .shown(.refused): return
        case .shown(.failed(let failure)), .posted(.failed(let failure)): answer = failed(failure, isLive: false)
        case .live(.patch(let patch, let cookie, let others)):
            let model = shown(by: patch.to)?.model
            let cookies = Cookies(session: cookie, visitor: others.visitor, ticket: others.ticket)
                .answering(request, model, in: registry(of: request))
            let session = cookie.session(instead: request.jar.session)
            answer = .patch(patch, cookies)
            note(
                "request \(request.number) is answered: \(describe(patch))\(cookie.newID.map { ", id \(name($0))" } ?? "")"
            )
            checkShown(model, under: session)
            check(model, shownTo: request, arrival, cookie)
            checkAcknowledged(request, by: session, refused: patch.refusals.map(\.sequence), upTo: patch.sequence)
            if case .stream = request.kind { return open(request, answer, session) }
        case .live(.failed(let failure)): answer = failed(failure, isLive: true)
        }
        send(answer, to: request)
    }

    private func cookies(of snapshot: SessionSnapshot) -> Cookies {
        Cookies(session: snapshot.cookie, visitor: snapshot.visitor, ticket: snapshot.ticket)
    }

    private func shown(
        _ snapshot: SessionSnapshot,
        on page: RenderedPage,
        to request: SentRequest,
        _ arrival: Arrival
    ) -> Answer {
        let rendering = page.rendering
        let shown = Shown(snapshot.ledger, plan(of: request.page), in: page)
        note(
            "request \(request.number) is shown \(snapshot.ledger.turns), version \(snapshot.version), \(describe(shown))"
        )
        var cookies = cookies(of: snapshot)
        checkShown(snapshot.ledger, under: cookies.session.session(instead: request.jar.session))
        check(snapshot.ledger, shownTo: request, arrival, snapshot.cookie)
        checkFresh(shown, to: request)
        guard let host = host(of: request.page, in: request.process) else { return .lost }
        if let fresh = try? host.render(snapshot.model, on: page.page) {
            expect(fresh.revision == rendering.revision, "request \(request.number) is shown the view of another model")
        }
        if let token = host.idForNewcomer(snapshot, showing: rendering, presented: request.jar.session) {
            cookies.session = .set(token)
        }
        let connects = host.connects(
            rendering,
            of: snapshot.model,
            mayReceiveMessage: snapshot.mayReceiveMessage
        )
        return .page(LoadedPage(shown: shown, revision: rendering.revision, connects: connects), cookies)
    }

    private func registry(of request: SentRequest) -> SessionRegistry? {
        request.process.flatMap { processes[$0]?.registry }
    }

    private func host(of page: BrowserPage, in process: Int?) -> SessionHost? {
        process.flatMap { processes[$0] }?.host(at: page.address)
    }

    private func failed(_ failure: SessionFailure, isLive: Bool) -> Answer {
        note("failed: \(failure)")
        guard isLive else { return .refused }
        return failure.reloadsPage ? .reload : .tryAgain
    }

    // MARK: Streams

    private func open(_ request: SentRequest, _ answer: Answer, _ session: SessionID?) {
        guard let process = request.process, let host = host(of: request.page, in: process) else { return }
        let stream = ServedStream(request.number, request.page, process, session, at: scheduler.now)
        streams[request.number] = stream
        // Its first patch is the answer, and later ones arrive after it.
        stream.last = send(answer, to: request)
        let number = request.number
        stream.patches = host.stream(session: session, of: request.name) { [scheduler] in
            scheduler.add(.site(.woken(number)), in: process, jitter: 300)
        }
        pump(number)
        // The browser has hung up while it waited for the answer.
        if requests[number]?.isFinished ?? true { noticeEnd(of: number) }
    }

    /// Sends what a stream has to send next.
    func pump(_ number: Int) {
        guard let stream = streams[number] else { return }
        guard let patches = stream.patches else { return push(.end, on: stream) }
        switch patches.next() {
        case .patch(let patch):
            note("stream \(number) sends \(describe(patch))")
            if let from = patch.from, from != patch.to {
                expect(stream.sent.insert([from, patch.to]).inserted, "a stream has sent a patch twice")
            }
            checkShown(shown(by: patch.to)?.model, under: stream.session)
            push(.patch(patch), on: stream)
            scheduler.add(.site(.woken(number)), in: stream.process, jitter: 2_000)
        case .wait: break
        case .reload: push(.reload, on: stream)
        case .end: push(.end, on: stream)
        }
    }

    private func push(_ piece: StreamPiece, on stream: ServedStream) {
        let isCut = !isQuiet && chance.happens(configuration.network.cuts)
        stream.last = max(stream.last + 1, scheduler.now + latency())
        scheduler.add(.site(.piece(stream.number, isCut ? .end : piece)), after: stream.last - scheduler.now)
        if case .patch = piece {
            if isCut { noticeEnd(of: stream.number) }
        } else {
            closeServed(stream.number)
        }
    }

    /// After a while the process notices that a stream has no reader any more.
    func noticeEnd(of number: Int) {
        guard let stream = streams[number] else { return }
        let time: Microseconds = chance.happens(0.5) ? .milliseconds(50) : .seconds(15)
        scheduler.add(.site(.streamClosed(number)), in: stream.process, after: time)
    }

    func closeServed(_ number: Int) {
        guard let stream = streams.removeValue(forKey: number) else { return }
        stream.patches?.end()
    }

    func describe(_ patch: PagePatch) -> String {
        "\(patch.from?.text ?? "nothing") to \(patch.to.text), up to \(patch.sequence)"
    }
}

extension VisitorEvent {
    /// The event as the script sends it.
    var action: PageAction {
        switch kind {
        case .page(let name): PageAction(sequence: sequence, kind: .page(name))
        case .entry(let entry) where entry.kind == .wrote:
            PageAction(sequence: sequence, kind: .submit(form: "writing"), fields: [entry.field])
        case .entry(let entry): PageAction(sequence: sequence, kind: .message(entry.messageText))
        }
    }

    /// The event as a browser posts it without script.
    var form: FormData {
        switch kind {
        case .page: FormData()
        case .entry(let entry) where entry.kind == .wrote:
            FormData([FormData.Entry(name: "form", value: .text("writing")), entry.field])
        case .entry(let entry): FormData([FormData.Entry(name: "message", value: .text(entry.messageText))])
        }
    }
}

extension Entry {
    fileprivate var field: FormData.Entry { FormData.Entry(name: "number", value: .text("\(number)")) }
    fileprivate var messageText: String { "\(kind)(\(number))" }
}

extension SessionSnapshot {
    var ledger: Ledger.Model { Driver<Ledger>.open(model) }
}

extension CookieChange {
    /// Returns the visitor's session after the change.
    func session(instead former: SessionID?) -> SessionID? {
        switch self {
        case .unchanged: former
        case .set(let token): token.id
        case .remove: nil
        }
    }
}
