import ElmwoodStorage

// The tokens of visitors. The store has those of visitors who have saved something or have a renewed session. Any other token is
// unknown, even if the server has issued it, and is replaced when a session begins.

extension SessionRegistry {
    /// Looks a token up.
    ///
    /// - Parameter deliver: receives the visitor, or nil if the token is unknown or was revoked.
    package func recognize(
        _ token: VisitorToken,
        _ deliver: @escaping @Sendable (Result<RecognizedVisitor?, any Error>) -> Void
    ) {
        if let found = recognizeNow(token) { return deliver(.success(found)) }
        let hash = token.hash
        let count = identities.withLock { $0.revocations.count }
        _ = environment.task { [environment] in
            let result: Result<RecognizedVisitor?, any Error>
            do {
                let found = try await environment.storage.visitor(of: hash)
                    .map { RecognizedVisitor($0, lookedUpAfter: count) }
                let isRevoked = found.map { self.isRevoked($0) } ?? false
                if isRevoked { environment.audit(AuditEvent(.tokenRefused)) }
                result = .success(isRevoked ? nil : found)
            } catch {
                environment.log(.visitorNotFound(error: error))
                result = .failure(error)
            }
            environment.execute { deliver(result) }
        }
    }

    /// Looks a token up, if the store has the tokens in memory.
    ///
    /// - Returns: nil if it has not.
    func recognizeNow(_ token: VisitorToken) -> RecognizedVisitor?? {
        guard let immediateTokens else { return nil }
        let count = identities.withLock { $0.revocations.count }
        return .some(
            immediateTokens.visitorNow(of: token.hash).map { RecognizedVisitor($0, lookedUpAfter: count) }
        )
    }

    /// Whether the token by which a visitor was recognized has been revoked since.
    func isRevoked(_ visitor: RecognizedVisitor) -> Bool {
        guard let count = visitor.revocations else { return false }
        return identities.withLock {
            $0.revocations.isPending(visitor.id) || $0.revocations.isRevoked(visitor.id, since: count)
        }
    }

    /// Makes all tokens of a visitor invalid, and ends the visitor's other sessions: others may have begun them with a token.
    ///
    /// - Parameter id: the session that remains.
    func revokeTokens(of visitor: VisitorID, keeping id: SessionID?) {
        let number = identities.withLock { $0.revocations.beginRevocation(of: visitor) }
        if let immediateTokens {
            immediateTokens.revokeTokensNow(of: visitor)
            identities.withLock { $0.revocations.endRevocation(of: visitor, number: number) }
            return endAll(of: .visitor(visitor), except: id)
        }
        carryOut(number, of: visitor)
        endAll(of: .visitor(visitor), except: id)
    }

    /// Carries a revocation out in the store. If that fails, it is tried again once a second; the tokens are refused meanwhile.
    private func carryOut(_ number: UInt64, of visitor: VisitorID) {
        let task = environment.task { [environment] in
            do {
                try await environment.storage.revokeTokens(of: visitor)
                self.identities.withLock { $0.revocations.endRevocation(of: visitor, number: number) }
            } catch {
                environment.log(.tokensNotRevoked(error: error))
                _ = environment.schedule(.seconds(1)) { [weak self] in
                    guard let self, identities.withLock({ $0.revocations.isPending(visitor, number: number) }) else {
                        return
                    }
                    carryOut(number, of: visitor)
                }
            }
        }
        identities.withLock { $0.revocations.set(task, of: visitor, number: number) }
    }

    /// Makes another token of a visitor, once earlier revocations are stored. Delivers nil if the store fails, which is logged: a
    /// revocation that is tried again later would make the new token invalid, too.
    func issueToken(of visitor: VisitorID, _ deliver: @escaping @Sendable (VisitorToken?) -> Void) {
        let token = VisitorToken(drawing: environment.bits)
        let revocation = identities.withLock { $0.revocations.task(of: visitor) }
        _ = environment.task { [environment] in
            await revocation?.value
            guard !self.identities.withLock({ $0.revocations.isPending(visitor) }) else {
                return environment.execute { deliver(nil) }
            }
            do {
                try await environment.storage.addToken(token.hash, of: visitor)
                environment.execute { deliver(token) }
            } catch {
                environment.log(.tokensNotRevoked(error: error))
                environment.execute { deliver(nil) }
            }
        }
    }

    /// Makes another token of a visitor; nil if the store does not have the tokens in memory.
    func issueTokenNow(of visitor: VisitorID) -> VisitorToken? {
        guard let immediateTokens else { return nil }
        let token = VisitorToken(drawing: environment.bits)
        immediateTokens.addTokenNow(token.hash, of: visitor)
        return token
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
        let recognized: @Sendable (RecognizedVisitor?) -> Eventual<Reply> = { visitor in
            var credentials = credentials
            credentials.visitor = visitor.map { .recognized($0) } ?? .none
            return body(self.recognizingAtOnce(credentials))
        }
        if let visitor = registry.recognizeNow(token) { return recognized(visitor) }
        let promise = Promise<Reply>()
        registry.recognize(token) { result in
            switch result {
            case .success(let visitor): recognized(visitor).deliver(to: promise)
            case .failure: promise.fulfill(.failed(.notStored))
            }
        }
        return .promised(promise)
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
