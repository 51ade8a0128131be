import ElmwoodArchitecture
import ElmwoodStorage

/// A weak reference to a session in memory, for development tools.
package struct SessionReference<P: Program>: Sendable {
    /// The session; nil if it has ended.
    weak let session: SessionCore?
    /// Identifies the session among all that exist.
    package let identity: ObjectIdentifier

    package init(_ session: SessionCore) {
        identity = ObjectIdentifier(session)
        self.session = session
    }

    /// The session's current model, or the model of the moment that is shown. Nil if the session has ended.
    package var model: P.Model? { session?.current.map(Driver<P>.open) }

    /// The id of the session's cookie; nil if the session has ended.
    package var id: SessionID? { session?.id }

    /// The visitor; nil if the session has ended.
    package var visitor: VisitorID? { session?.visitor }

    /// Whether an earlier moment is shown.
    package var isPaused: Bool { session?.isPaused ?? false }

    /// The pending delayed messages, in the order in which they were requested.
    package var delayed: [P.Message] {
        session?.state.withLock { state in
            state.parts?.tasks.pending.compactMap { task in
                if case .message(let message, _) = task.work { Driver<P>.open(message) } else { nil }
            }
        } ?? []
    }

    /// Sends a message from outside of the program's loop. If its turn throws, the error is logged.
    ///
    /// - Parameter ticket: identifies the browser whose request counts as the origin of the message.
    package func send(_ message: P.Message, by ticket: RenewalTicket? = nil) {
        guard let session else { return }
        let (tickets, bits) = (ticket.map { [$0] } ?? [], session.host.environment.bits)
        session.receive([.sent(AnyMessage(message), RequestOrigin(session: session.id, tickets: tickets, bits))])
    }

    /// Shows an earlier moment. The pages show that model, actions are refused, and messages of effects and timers wait. Several
    /// moments may be shown before the session resumes.
    ///
    /// - Parameters:
    ///   - model: evaluated under the session's turn. If it is nil, nothing happens.
    ///   - reads: what its views read, evaluated with the model.
    ///   - done: called afterwards, under the session's turn, before anything else is reported of the session.
    package func pause(
        showing model: @autoclosure @escaping @Sendable () -> P.Model?,
        reading reads: @autoclosure @escaping @Sendable () -> RecordedReads = RecordedReads([:]),
        done: @escaping @Sendable () -> Void = {}
    ) {
        session?.onTurn {
            guard let model = model() else { return }
            $0.pause(showing: AnyModel(model), reading: reads())
            done()
        }
    }

    /// Resumes the session from the moment that is shown, or from its latest state.
    ///
    /// - Parameter done: as in ``pause(showing:reading:done:)``, with what the views of the model read.
    package func resume(fromHere: Bool, done: @escaping @Sendable (ModelReads?) -> Void = { _ in }) {
        session?.onTurn { done($0.resume(fromHere: fromHere)) }
    }

    /// Replaces the session's model, for example after an import.
    ///
    /// - Parameter done: as in ``resume(fromHere:done:)``.
    package func replace(_ model: P.Model, done: @escaping @Sendable (ModelReads?) -> Void = { _ in }) {
        session?.onTurn { done($0.replace(AnyModel(model))) }
    }
}

extension SessionHost {
    /// Registers a new session with that model, under the id if it is one of this site's. If the visitor has a session of this
    /// program already, that session gets the model.
    package func register<P: Program>(
        _ model: P.Model,
        as program: P.Type,
        under id: SessionID?,
        visitor: VisitorID?
    ) -> SessionReference<P> {
        let any = AnyModel(model)
        let session = SessionCore(host: self, model: subscribed(any), visitor: visitor.map { RecognizedVisitor($0) })
        return session.inFirstTurn { turn in
            // The model cannot be made again by a start, so it is stored like the result of a turn.
            turn.transact { _, _ in true }
            switch registry.register(session, under: id) {
            case .held:
                turn.reportBeginning(Cause(.start), at: any)
                turn.checkSubscriptions()
                return SessionReference(session)
            case .existing(let held):
                held.onTurn { $0.replace(any) }
                return SessionReference(held)
            case .renewed:
                return register(model, as: program, under: nil, visitor: visitor)
            }
        }
    }
}

/// An effect that a session begins, for code that performs it in place of the program.
package struct BegunEffect<P: Program>: Sendable {
    package let effect: P.Effect
    package let session: SessionReference<P>
    /// Whether it belongs to a subscription, and runs while the subscription exists.
    package let isSubscribed: Bool
    /// Whether another process performs it again if this one ends first.
    package let isDurable: Bool
    /// Receives its messages.
    package let send: Send<P.Message>
}

extension BegunEffect {
    /// Creates the effect in the program's own types.
    init(_ call: EffectCall) {
        effect = Driver<P>.open(call.effect)
        session = SessionReference(call.session)
        isSubscribed = call.task.source != nil
        isDurable = call.task.isDurable
        let attempt = call.task.attempt ?? Attempt(drawing: call.session.host.environment.bits)
        send = Send<P.Message>(attempt: attempt) { [send = call.send] in
            send(AnyMessage($0))
        } changed: { [registry = call.session.host.registry] topic in
            registry.changed(topic)
        }
    }
}
