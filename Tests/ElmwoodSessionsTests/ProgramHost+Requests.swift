import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodStorage
import ElmwoodViewTree

@testable import ElmwoodSessions
import ElmwoodSessionTesting

// The requests of a program's sessions, with the program's own types.

extension ProgramHost {
    var name: String { sessions.name }

    /// Returns the model to show: see ``SessionHost/show(_:by:)``.
    func show(
        session: SessionID?,
        visitor: VisitorClaim = .none,
        ticket: RenewalTicket? = nil,
        seen: NodePosition? = nil,
        visit: @autoclosure () -> Visit
    ) -> Eventual<Reply<P, Never>> {
        let credentials = Credentials(session: session, visitor: visitor, ticket: ticket, seen: seen)
        return sessions.show(KnownVisit(visit()), by: credentials).map { Reply($0) }
    }

    /// Performs a post that the test checks.
    func post<Refusal>(
        session: SessionID?,
        visitor: VisitorClaim = .none,
        ticket: RenewalTicket? = nil,
        visit: Visit,
        decide: @escaping @Sendable (P.Model) throws -> Decision<P.Message, Refusal>,
        verify: @escaping @Sendable (P.Model, _ navigation: String?) throws -> Void = { _, _ in }
    ) -> Eventual<Reply<P, Refusal>> {
        let credentials = Credentials(session: session, visitor: visitor, ticket: ticket)
        let check = FunctionCheck<Refusal> { model in
            switch try decide(Driver<P>.open(model)) {
            case .apply(let messages, let isSecret): .apply(messages.map { AnyMessage($0) }, isSecret: isSecret)
            case .refuse(let refusal): .refuse(refusal)
            }
        } verify: { model, path in
            try verify(Driver<P>.open(model), path)
        }
        let post = Post(credentials: credentials, request: KnownVisit(visit), check: check)
        return sessions.answer(post).map { Reply($0) }
    }

    /// Performs the post of a form: see ``SessionHost/post(_:on:by:request:)``.
    func post(
        _ form: FormData,
        on page: Page,
        session: SessionID?,
        visitor: VisitorClaim,
        ticket: RenewalTicket? = nil,
        seen: NodePosition? = nil,
        visit: Visit
    ) -> Eventual<Reply<P, PostRefusal>> {
        sessions.post(
            form,
            on: page,
            by: Credentials(session: session, visitor: visitor, ticket: ticket, seen: seen),
            request: KnownVisit(visit)
        ).map { Reply($0) }
    }

    /// Performs a request of a live page: see ``SessionHost/live(_:)``.
    func live(session: SessionID?, _ request: LiveRequest) -> Eventual<LiveReply> {
        sessions.live(session: session, request)
    }

    /// Begins the stream of a live page: see ``SessionHost/stream(session:of:wake:)``.
    func stream(
        session: SessionID?,
        of page: PageID,
        wake: @escaping @Sendable () -> Void
    ) -> LiveStream? {
        sessions.stream(session: session, of: page, wake: wake)
    }

    /// Renders the view, and reports what it had to omit.
    func render(_ model: P.Model, on page: Page, previous: Rendering? = nil) throws -> Rendering {
        try sessions.render(AnyModel(model), on: page, previous: previous)
    }

    /// Renders the view with everything that it reads.
    func renderReading(_ model: P.Model, on page: Page) -> Eventual<Result<RenderedPage, any Error>> {
        sessions.renderReading(AnyModel(model), on: page)
    }

    /// Returns an id for a browser whose page will need a session.
    func idForNewcomer(
        _ snapshot: Snapshot<P>,
        showing rendering: Rendering? = nil,
        presented: SessionID?
    ) -> SessionToken? {
        sessions.idForNewcomer(snapshot.session, showing: rendering, presented: presented)
    }
}

/// The result of a request, in the program's own types.
enum Reply<P: Program, Refusal: Sendable>: Sendable {
    /// The current model, to be rendered.
    case shown(Snapshot<P>)
    /// The caller's check refused the post. Nothing changed.
    case refused(Refusal)
    /// The program threw, or a limit was exceeded. Nothing changed, and the error is logged.
    case failed(SessionFailure)

    init(_ reply: SessionReply<Refusal>) {
        self =
            switch reply {
            case .shown(let snapshot): .shown(Snapshot(session: snapshot))
            case .refused(let refusal): .refused(refusal)
            case .failed(let failure): .failed(failure)
            }
    }
}

/// A session at one moment, with the program's own model.
@dynamicMemberLookup
struct Snapshot<P: Program>: Sendable {
    let session: SessionSnapshot

    var model: P.Model { Driver<P>.open(session.model) }

    subscript<Value>(dynamicMember path: KeyPath<SessionSnapshot, Value>) -> Value { session[keyPath: path] }
}

extension SessionHost {
    /// Performs a request of a live page with the session's id.
    func live(session: SessionID?, _ request: LiveRequest) -> Eventual<LiveReply> {
        var request = request
        request.credentials.session = session
        return live(request)
    }
}

/// A check by two functions.
private struct FunctionCheck<Refusal: Sendable>: PostCheck {
    let decide: @Sendable (AnyModel) throws -> Decision<AnyMessage, Refusal>
    let verify: @Sendable (AnyModel, _ navigation: String?) throws -> Void

    func decide(on model: AnyModel) throws -> Decision<AnyMessage, Refusal> { try decide(model) }

    func verify(_ model: AnyModel, at path: String?) throws -> RenderedPage? {
        try verify(model, path)
        return nil
    }

    func refusal(with problems: [Problem], on model: AnyModel) -> Refusal? { nil }
}
