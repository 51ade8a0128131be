import ElmwoodArchitecture
import ElmwoodStorage

/// A held session, for tools of development: it does not keep the session.
package struct SessionReference<P: Program>: Sendable {
    private let find: @Sendable () -> SessionCore?
    /// Tells the session from every other one that lives.
    package let identity: ObjectIdentifier

    init(_ session: SessionCore) {
        identity = ObjectIdentifier(session)
        find = { [weak session] in session }
    }

    /// The session's model as it is; the moment's where one is shown. Nil where the session has ended.
    package var model: P.Model? { find()?.current.map(Driver<P>.open) }

    /// The id of the visitor's cookie; nil where the session has ended.
    package var id: SessionID? { find()?.id }

    /// Whose session it is; nil where it has ended.
    package var visitor: VisitorID? { find()?.visitor }

    /// Whether an earlier moment is shown.
    package var isPaused: Bool { find()?.isPaused ?? false }

    /// The delayed messages whose time is to come, in the order in which they were asked for.
    package var delayed: [P.Message] {
        find()?.state.withLock { state in
            state.activity?.tasks.compactMap { task in
                if case .message(let message, _) = task.work { Driver<P>.open(message) } else { nil }
            }
        } ?? []
    }

    /// Takes the turns of a message that the program did not send itself. Where it throws, that is logged.
    ///
    /// - Parameter ticket: proves to be the browser whose request is to have brought the message.
    package func send(_ message: P.Message, by ticket: RenewalTicket? = nil) {
        guard let session = find() else { return }
        let bits = session.host.environment.bits
        session.receive([.sent(AnyMessage(message), RequestOrigin(session: session.id, ticket: ticket, bits))])
    }

    /// Shows a moment: the pages show that model, what is done on them is refused, and what effects and time bring waits.
    /// Another moment may be shown before it continues.
    ///
    /// - Parameters:
    ///   - model: asked for under the session's turn; where it is nil then, nothing happens.
    ///   - done: called once it is so, under the session's turn: before anything else is told of the session.
    package func pause(
        showing model: @autoclosure @escaping @Sendable () -> P.Model?,
        done: @escaping @Sendable () -> Void = {}
    ) {
        find()?.onTurn {
            guard let model = model() else { return }
            $0.pause(showing: AnyModel(model))
            done()
        }
    }

    /// Goes on: from the moment that is shown, or from where the session was before.
    ///
    /// - Parameter done: as in ``pause(showing:done:)``.
    package func resume(fromHere: Bool, done: @escaping @Sendable () -> Void = {}) {
        find()?.onTurn {
            $0.resume(fromHere: fromHere)
            done()
        }
    }

    /// Puts another model in the place of the session's, as it is after an import.
    ///
    /// - Parameter done: as in ``pause(showing:done:)``.
    package func replace(_ model: P.Model, done: @escaping @Sendable () -> Void = {}) {
        find()?.onTurn {
            $0.replace(AnyModel(model))
            done()
        }
    }
}

/// An effect that a session begins, for who carries it out in the program's place.
package struct BegunEffect<P: Program>: Sendable {
    package let effect: P.Effect
    package let session: SessionReference<P>
    /// Whether it is a subscription's, which runs for as long as it is subscribed to.
    package let isSubscribed: Bool
    /// Whether another process carries it out again where this one ends before it has.
    package let isDurable: Bool
    /// Takes its messages.
    package let send: Send<P.Message>
}

extension BegunEffect {
    /// The effect as the program knows it.
    init(_ call: EffectCall) {
        effect = Driver<P>.open(call.effect)
        session = SessionReference(call.session)
        isSubscribed = call.isSubscribed
        isDurable = call.isDurable
        send = Send<P.Message>(attempt: call.attempt) { [send = call.send] in send(AnyMessage($0)) }
    }
}
