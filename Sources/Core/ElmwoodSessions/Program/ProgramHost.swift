import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree

/// A program that is mounted on a site, with the program's own types.
///
/// It serves tests, the test kit and the history. Code that answers requests uses ``sessions`` directly.
package final class ProgramHost<P: Program>: Sendable {
    package let program: P
    /// The sessions, independent of the program's types.
    package let sessions: SessionHost

    /// Mounts a program on the site of the registry.
    ///
    /// - Parameters:
    ///   - name: the program's name in the log and in the store: the path or the pattern that it is mounted at.
    ///   - place: the path of the place, decoded, if the program is mounted at a pattern.
    ///   - base: the prefix of the program's addresses: empty at the top of the site, otherwise like `/counter`.
    ///   - diagnose: called with what views had to omit.
    ///   - observers: called with each transaction, in this order, under the session's turn. A history is one.
    ///   - observePatch: called with each patch that was made for an open page; no lock is held.
    ///   - keepsStreams: whether every open page receives changes at once, since an earlier moment may be shown.
    ///   - storesSessions: whether the sessions are stored, if those of the site are.
    ///   - effectWait: the longest time that an answer waits for the effects of its request; nil for the site's.
    ///   - isShared: whether the sessions are the models of a shared program.
    ///   - perform: performs effects in place of the program's own `perform`.
    package init(
        _ program: P,
        name: String,
        place: String? = nil,
        base: String = "",
        registry: SessionRegistry,
        diagnose: @escaping @Sendable ([String]) -> Void = { _ in },
        observers: [@Sendable (TurnRecord<P>) -> Void] = [],
        observePatch: (@Sendable (PatchReport) -> Void)? = nil,
        keepsStreams: Bool = false,
        storesSessions: Bool = true,
        effectWait: Duration? = nil,
        isShared: Bool = false,
        perform: (@Sendable (BegunEffect<P>) async throws -> Void)? = nil
    ) {
        self.program = program
        let perform: @Sendable (BegunEffect<P>) async throws -> Void =
            perform ?? { try await program.perform($0.effect, send: $0.send) }
        sessions = SessionHost(
            Driver(program, assets: registry.environment.assets),
            name: name,
            place: place,
            base: base,
            registry: registry,
            diagnose: diagnose,
            observers: observers.map { observe in { observe(TurnRecord<P>($0)) } },
            observePatch: observePatch,
            keepsStreams: keepsStreams,
            storesSessions: storesSessions,
            effectWait: effectWait,
            isShared: isShared,
            perform: { try await perform(BegunEffect($0)) }
        )
    }

    /// Creates a host for existing sessions.
    package init(_ program: P, _ sessions: SessionHost) {
        self.program = program
        self.sessions = sessions
    }

    package var name: String { sessions.name }
    package var base: String { sessions.base }
    package var registry: SessionRegistry { sessions.registry }

    // MARK: Requests

    /// Returns the model to show: see ``SessionHost/show(session:visitor:ticket:seen:visit:)``.
    package func show(
        session: SessionID?,
        visitor: VisitorClaim = .none,
        ticket: RenewalTicket? = nil,
        seen: NodePosition? = nil,
        visit: @autoclosure () -> Visit
    ) -> Eventual<Reply<P, Never>> {
        sessions.show(session: session, visitor: visitor, ticket: ticket, seen: seen, visit: visit()).map { Reply($0) }
    }

    /// Performs a post: see ``SessionHost/post(session:visitor:ticket:seen:visit:decide:verify:refuse:)``.
    package func post<Refusal>(
        session: SessionID?,
        visitor: VisitorClaim = .none,
        ticket: RenewalTicket? = nil,
        visit: Visit,
        decide: @escaping @Sendable (P.Model) throws -> Decision<P.Message, Refusal>,
        verify: @escaping @Sendable (P.Model, _ navigation: String?) throws -> Void = { _, _ in }
    ) -> Eventual<Reply<P, Refusal>> {
        sessions.post(
            session: session,
            visitor: visitor,
            ticket: ticket,
            visit: visit,
            decide: { model in
                switch try decide(Driver<P>.open(model)) {
                case .apply(let messages, let isSecret): .apply(messages.map { AnyMessage($0) }, isSecret: isSecret)
                case .refuse(let refusal): .refuse(refusal)
                }
            },
            verify: { model, path in
                try verify(Driver<P>.open(model), path)
                return nil
            }
        )
        .map { Reply($0) }
    }

    /// Performs the post of a form: see ``SessionHost/post(_:on:session:visitor:ticket:seen:request:)``.
    package func post(
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
            session: session,
            visitor: visitor,
            ticket: ticket,
            seen: seen,
            request: KnownVisit(visit)
        ).map { Reply($0) }
    }

    /// Performs a request of a live page: see ``SessionHost/live(session:_:)``.
    package func live(session: SessionID?, _ request: LiveRequest) -> Eventual<LiveReply> {
        sessions.live(session: session, request)
    }

    /// Begins the stream of a live page: see ``SessionHost/stream(session:of:wake:)``.
    package func stream(
        session: SessionID?,
        of page: PageID,
        wake: @escaping @Sendable () -> Void
    ) -> LiveStream? {
        sessions.stream(session: session, of: page, wake: wake)
    }

    /// Whether the program subscribes to anything while a page is open.
    package func isSubscribed(_ model: P.Model) -> Bool { sessions.isSubscribed(sessions.subscribed(AnyModel(model))) }

    /// Renders the view, and reports what it had to omit.
    package func render(_ model: P.Model, on page: Page, previous: Rendering? = nil) throws -> Rendering {
        try sessions.render(AnyModel(model), on: page, previous: previous)
    }

    /// Renders the view with everything that it reads.
    package func renderReading(_ model: P.Model, on page: Page) -> Eventual<Result<RenderedPage, any Error>> {
        sessions.renderReading(AnyModel(model), on: page)
    }

    /// Returns an id for a browser whose page will need a session.
    package func idForNewcomer(
        _ snapshot: Snapshot<P>,
        showing rendering: Rendering? = nil,
        presented: SessionID?
    ) -> SessionToken? {
        sessions.idForNewcomer(snapshot.session, showing: rendering, presented: presented)
    }
}

/// The result of a request, in the program's own types.
package enum Reply<P: Program, Refusal: Sendable>: Sendable {
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
package struct Snapshot<P: Program>: Sendable {
    package let session: SessionSnapshot

    package var model: P.Model { Driver<P>.open(session.model) }

    package subscript<Value>(dynamicMember path: KeyPath<SessionSnapshot, Value>) -> Value { session[keyPath: path] }
}
