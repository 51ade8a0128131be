import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodStorage
import ElmwoodViewTree

/// A post, and its check.
///
/// An object, since it is passed through many functions.
final class Post<Refusal: Sendable>: SessionRequest {
    typealias Reply = SessionReply<Refusal>

    let credentials: Credentials
    let request: any VisitorRequest
    let check: any PostCheck<Refusal>

    init(credentials: Credentials, request: any VisitorRequest, check: any PostCheck<Refusal>) {
        self.credentials = credentials
        self.request = request
        self.check = check
    }

    var visit: Visit { request.visit }
    var name: RequestName? { request.name }
    var client: UInt32 { request.client }
    var isChange: Bool { true }

    func by(_ credentials: Credentials) -> Post {
        Post(credentials: credentials, request: request, check: check)
    }

    func perform(in session: SessionCore) -> Eventual<Reply> { session.inTurn(self) { $0.perform($1) } }

    func prepared(after reply: Reply, on host: SessionHost) -> Eventual<Post>? {
        guard case .failed(.view(let error)) = reply, let missing = error as? MissingInputs, let page = check.page
        else { return nil }
        return host.registry.reads.read(missing, for: page).map { page in
            Post(credentials: self.credentials, request: self.request, check: self.check.on(page))
        }
    }

    /// Returns the reply if the post's turns failed, which is a refusal if the program has refused the input.
    fileprivate func reply(to failure: SessionFailure, on model: AnyModel) -> Reply {
        failure.problems.flatMap { check.refusal(with: $0, on: model) }.map { .refused($0) } ?? .failed(failure)
    }

    /// Verifies the result of the post's turns, at the path that they navigate to.
    fileprivate func verify(_ result: TurnResult) throws -> RenderedPage? {
        var path: String?
        for command in result.commands { if case .page(let command) = command.kind { path = command.path ?? path } }
        return try check.verify(result.model, at: path)
    }

    /// The request to show the program in place of the post, whose session has ended.
    fileprivate var show: Show<Refusal> { Show(request, by: credentials) }

    // MARK: Without a session

    /// Checks the post against what the visitor has seen: the start's own turns and the arrival come first.
    func begin(in turn: borrowing SessionTurn, after start: ProgramStart) throws(SessionFailure) -> FirstTurns<Reply> {
        let host = turn.host
        let page = visit.page(base: host.base)
        guard let started = try turn.beginSession(with: start, at: page, for: name), !started.ends else {
            return .answered(show.start(on: host))
        }
        switch try host.decide(self, started.model) {
        case .refuse(let refusal): return .answered(.ready(.refused(refusal)))
        case .apply(let messages, let isSecret):
            var cause = Cause(.visitor, named: name, isSecret: isSecret)
            cause.awaitsDeliveries = true
            let posted: Transaction?
            do throws(SessionFailure) {
                posted = try turn.transact(messages, on: started.model, from: cause, verify: verify)
            } catch {
                return .answered(.ready(reply(to: error, on: started.model)))
            }
            guard var posted else { return .answered(show.start(on: host)) }
            if request.answer == .page { posted = turn.arrive(after: posted, from: page, for: nil) }
            let (transaction, model) = (posted.following(started), started.model)
            return .performed(transaction) { turn, newcomer in
                turn.answer(transaction, to: self.show, as: newcomer) { self.check.sentFields(on: model) }
            }
        }
    }

    func restart(on host: SessionHost, with credentials: Credentials, after former: FormerSession) -> Eventual<Reply> {
        show.restart(on: host, with: credentials, after: former)
    }
}

extension SessionHost {
    /// Performs the post of a form to a page. The form is checked against the view of the session's model, which is the contract. A visitor
    /// without a session gets one with the first post whose messages are accepted.
    ///
    /// - Parameter asks: whether the client can show a question that the view asks before a post is applied.
    package func post(
        _ form: FormData,
        on page: consuming Page,
        by credentials: Credentials,
        request: any VisitorRequest,
        asks: Bool = false
    ) -> Eventual<SessionReply<PostRefusal>> {
        answer(Post(credentials: credentials, request: request, check: FormCheck(self, form, on: page, asks: asks)))
    }

    /// Performs a post of messages that are not checked.
    package func post(
        _ messages: [AnyMessage],
        by credentials: Credentials,
        request: any VisitorRequest
    ) -> Eventual<SessionReply<Never>> {
        answer(Post(credentials: credentials, request: request, check: UncheckedPost(messages: messages)))
    }

    /// Checks a post against the view.
    ///
    /// - Throws: the error of the view, which is logged.
    fileprivate func decide<Refusal>(
        _ post: Post<Refusal>,
        _ model: AnyModel
    ) throws(SessionFailure) -> Decision<AnyMessage, Refusal> {
        do {
            return try post.check.decide(on: model)
        } catch {
            throw viewFailed(error, EventContext(session: post.credentials.session, request: post.name))
        }
    }
}

extension SessionTurn {
    /// Checks a post, and applies it.
    borrowing func perform<Refusal>(_ post: Post<Refusal>) -> Eventual<SessionReply<Refusal>> {
        // If the session ended while the post waited, or received another id, the post is performed as if it had arrived later.
        guard !hasEnded, id == post.credentials.session else { return session.forward(post) }
        if isPaused { return .ready(.failed(.paused)) }
        session.note(client: post.client)
        do {
            switch try host.decide(post, model) {
            case .refuse(let refusal): return .ready(.refused(refusal))
            case .apply(let messages, let isSecret):
                let applied = try apply(
                    messages,
                    from: .visitor,
                    isSecret: isSecret,
                    of: post.show,
                    verify: post.verify
                ) {
                    [model] in post.check.sentFields(on: model)
                }
                guard let (answer, isUnchanged) = applied else { return session.forward(post) }
                // Nothing has to be waited for.
                if host.writer == nil { return answer }
                let again = { @Sendable [host] in host.serve(post) }
                return isUnchanged
                    ? session.onceConfirmed(answer, orAgain: again) : session.onceStored(answer, orAgain: again)
            }
        } catch {
            return .ready(post.reply(to: error, on: model))
        }
    }
}
