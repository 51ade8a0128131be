import ElmwoodStorage

// The visitors of sessions.

extension SessionRegistry {
    /// Makes all tokens of a visitor invalid, and ends the visitor's other sessions: others may have begun them with a token.
    ///
    /// - Parameter id: the session that remains.
    func revokeTokens(of visitor: VisitorID, keeping id: SessionID?) {
        tokens.revoke(of: visitor)
        endAll(of: .visitor(visitor), except: id)
    }

    /// Records that other requests may find the visitor of this session, who has saved something.
    func shareVisitor(of session: SessionCore) {
        guard !session.state.withLock({ $0.isVisitorKnown }) else { return }
        // Under the lock, so that a renewal does not give the visitor another id meanwhile.
        idChanges.withLock { _ in
            let (id, visitor) = session.state.withLock { state -> (SessionID?, VisitorID) in
                defer { state.isVisitorKnown = true }
                return (state.hasEnded || state.id == .unheld ? nil : state.id, state.visitor)
            }
            if let id { identities.withLock { $0.owners.record(visitor, of: id) } }
        }
    }

    /// Returns the visitor of a session in memory, and makes sure that they remain the same when the session's id is renewed: the server
    /// has something of theirs. Nil if there is no session with that id.
    package func retainVisitor(of id: SessionID) -> VisitorID? {
        guard let session = look(at: id, { $0.first }) ?? nil else { return nil }
        shareVisitor(of: session)
        return session.visitor
    }

    /// Whether another request, here or in another process, may find the visitor of a session.
    func isVisitorShared(_ id: SessionID) -> Bool { writer != nil || identities.withLock { $0.owners.hasVisitor(id) } }

    /// The visitor of a session in memory; nil if there is none with that id.
    package func visitor(of id: SessionID?) -> VisitorID? {
        id.flatMap { id in look(at: id) { $0.first } ?? nil }?.visitor
    }
}

extension SessionRegistry {
    /// Finds the visitor of a session, in memory or in the store; nil if there is none with that id.
    package func loadVisitor(of id: SessionID, _ deliver: @escaping @Sendable (VisitorID?) -> Void) {
        if let visitor = visitor(of: id) { return deliver(visitor) }
        guard let writer else { return deliver(nil) }
        writer.loadAny(of: id, where: { _ in true }) { result in deliver((try? result.get())?.visitor) }
    }
}

extension SessionHost {
    /// Calls the function with the credentials, and a visitor: the one of the token, or a new one if there is no token or it is not
    /// accepted.
    func recognizing<Reply: RequestReply>(
        _ credentials: Credentials,
        _ body: @escaping @Sendable (Credentials) -> Eventual<Reply>
    ) -> Eventual<Reply> {
        guard case .token(let token) = credentials.visitor, registry.visitor(of: credentials.session) == nil else {
            return body(recognizingAtOnce(credentials))
        }
        return registry.tokens.recognize(token).then { result in
            guard case .success(let visitor) = result else { return .ready(.failed(.notStored)) }
            var credentials = credentials
            credentials.visitor = visitor.map { .recognized($0) } ?? .none
            return body(self.recognizingAtOnce(credentials))
        }
    }

    private func recognizingAtOnce(_ credentials: Credentials) -> Credentials {
        guard credentials.visitor.recognized == nil else { return credentials }
        var credentials = credentials
        // All sessions of one id have the same visitor.
        if let id = credentials.session, let visitor = registry.visitor(of: id) {
            let isKnown = registry.identities.withLock { $0.owners.hasVisitor(id) }
            credentials.visitor = .recognized(RecognizedVisitor(visitor, isKnown: isKnown))
        } else {
            credentials.visitor = .recognized(RecognizedVisitor(new: VisitorToken(drawing: environment.bits)))
        }
        return credentials
    }
}
