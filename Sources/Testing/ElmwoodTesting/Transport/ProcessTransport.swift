import Elmwood
import ElmwoodFormData
import ElmwoodForms
import ElmwoodSessions
import Synchronization

/// Reaches the program by direct calls of the sessions, without HTML or JSON.
final class ProcessTransport<P: Program>: Transport {
    private let testHost: TestHost<P>
    private let visitor: TestVisitor
    private var stream: LiveStream?
    private let isWoken = Flag()

    init(_ testHost: TestHost<P>, _ visitor: TestVisitor) {
        self.testHost = testHost
        self.visitor = visitor
    }

    private var host: SessionHost { testHost.host.sessions }
    private var credentials: Credentials {
        Credentials(session: visitor.session?.id, visitor: visitor.claim, ticket: visitor.ticket)
    }

    // MARK: Without script

    func load(_ address: PageAddress) -> PlainAnswer<P> {
        var address = address
        for _ in 0..<20 {
            let answer = host.show(KnownVisit(visitor.visit(address)), by: credentials)
            guard let reply = testHost.wait(for: answer) else {
                return .broken("The page at “\(address.target)” was not received.")
            }
            switch reply {
            case .shown(let snapshot):
                storeCookies(snapshot)
                if let elsewhere = elsewhere(snapshot) { return elsewhere }
                if let rendering = try? testHost.render(Driver<P>.open(snapshot.model), on: address.page()),
                    let id = host.idForNewcomer(snapshot, showing: rendering, presented: visitor.session?.id)
                {
                    visitor.session = id
                }
                guard let path = snapshot.navigation else {
                    return .page(Driver<P>.open(snapshot.model), address, snapshot.flash)
                }
                address = PageAddress(path)
            case .failed(let failure): return failed(failure)
            }
        }
        return .broken("The page at “\(address.target)” leads to another one again and again.")
    }

    func post(_ fields: [SentField], to address: PageAddress) -> PlainAnswer<P> {
        let form = FormData(testHost.entries(fields, isPost: true))
        let answer = host.post(
            form,
            on: address.page(),
            by: credentials,
            request: KnownVisit(visitor.visit(address, answeredBy: .redirect))
        )
        guard let reply = testHost.wait(for: answer) else {
            return .broken("The answer to the post was not received.")
        }
        switch reply {
        case .shown(let snapshot):
            storeCookies(snapshot)
            if let elsewhere = elsewhere(snapshot) { return elsewhere }
            return load(snapshot.navigation.map { PageAddress($0) } ?? address)
        case .refused(.refused(let refusal, let contract)):
            return .refused(status: refusal.status, sentence: contract.sentences[refusal.sentence])
        case .refused(.problems(let problems, _, let model)): return .problems(problems, Driver<P>.open(model))
        // Nobody is asked who cannot show the question.
        case .refused(.question): return .broken("The answer to the post is a question.")
        case .failed(let failure): return failed(failure)
        }
    }

    private func failed(_ failure: SessionFailure) -> PlainAnswer<P> {
        failure.thrown.map { .failed($0) }
            ?? .refused(status: failure.refusal.status, sentence: failure.description)
    }

    private func storeCookies(_ snapshot: SessionSnapshot) {
        storeCookies(snapshot.cookie, snapshot.others)
    }

    private func storeCookies(_ cookie: CookieChange, _ others: OtherCookies) {
        switch cookie {
        case .unchanged: break
        case .set(let id): visitor.session = id
        case .remove: visitor.session = nil
        }
        if case .set(let token) = others.visitor { visitor.token = token }
        if others.ticket != nil || cookie != .unchanged { visitor.ticket = others.ticket }
    }

    /// Returns where the program sends a browser without script.
    private func elsewhere(_ snapshot: SessionSnapshot) -> PlainAnswer<P>? {
        var answer: PlainAnswer<P>?
        for command in snapshot.pageCommands {
            switch command {
            case .leave(let address): answer = .left(address)
            case .download(let file): answer = file.address.map { .downloaded($0) }
            default: break
            }
        }
        return answer
    }

    // MARK: With script

    func live(_ request: WireRequest) -> LiveAnswer {
        var live = LiveRequest(
            id: request.page,
            by: credentials,
            shows: request.shows,
            page: request.address.page(isLive: true),
            visit: visitor.visit(request.address)
        )
        live.isHidden = request.isHidden
        live.actions = request.events.compactMap { event in
            event.action(testHost.entries(event.fields, isPost: false))
        }
        guard let reply = testHost.wait(for: host.live(live)) else {
            return .broken("The answer to the action was not received.")
        }
        switch reply {
        case .patch(let patch, let cookie, let others):
            storeCookies(cookie, others)
            return .news(PageNews(patch))
        case .failed(let failure):
            if failure.reloadsPage { return .reload }
            return .refused(status: failure.refusal.status, sentence: failure.description)
        }
    }

    func listen(_ request: WireRequest) -> LiveAnswer {
        let answer = live(request)
        stream = host.stream(session: visitor.session?.id, of: request.page) { [isWoken] in isWoken.raise() }
        if stream != nil { isWoken.raise() }
        return answer
    }

    func pushed(_ request: () -> WireRequest) -> [LiveAnswer] {
        var answers: [LiveAnswer] = []
        while let current = stream, isWoken.lower() {
            switch current.next() {
            case .patch(let patch):
                answers.append(.news(PageNews(patch)))
                isWoken.raise()
            case .wait: break
            case .reload:
                hangUp()
                answers.append(.reload)
            case .end:
                hangUp()
                answers.append(.streamEnded)
            }
        }
        return answers
    }

    var hasStream: Bool { stream != nil }

    func hangUp() {
        let former = stream
        stream = nil
        former?.end()
    }
}

/// A signal that any thread can set, and that is read once.
final class Flag: Sendable {
    private let state = Atomic(false)

    var isRaised: Bool { state.load(ordering: .sequentiallyConsistent) }

    func raise() { state.store(true, ordering: .sequentiallyConsistent) }

    /// Returns whether it was set, and clears it.
    func lower() -> Bool { state.exchange(false, ordering: .sequentiallyConsistent) }
}

extension PageNews {
    init(_ patch: PagePatch) {
        self.init(
            to: patch.to,
            keepsStream: patch.keepsStream,
            watched: patch.watched,
            problems: patch.problems,
            commands: patch.commands,
            refusals: patch.refusals
        )
    }
}

extension WireEvent {
    /// The event as the server parses it; nil if there is no such kind.
    fileprivate func action(_ entries: [FormData.Entry]) -> PageAction? {
        let parts = argument.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let kind: PageAction.Kind
        switch self.kind {
        case "message": kind = .message(argument)
        case "change", "input": kind = .edit(control: argument, form: nil, isInput: self.kind == "input")
        case "form-change", "form-input":
            kind = .edit(control: parts.last ?? "", form: parts.first, isInput: self.kind == "form-input")
        case "submit": kind = .submit(form: argument)
        case "event": kind = .event(argument)
        case "page": kind = .page(argument)
        default: return nil
        }
        return PageAction(sequence: number, kind: kind, fields: entries)
    }
}
