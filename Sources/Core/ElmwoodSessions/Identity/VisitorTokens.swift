import ElmwoodStorage

/// The tokens of visitors.
///
/// The store has those of visitors who have saved something or have a renewed session. Any other token is unknown, even if the server has
/// issued it, and is replaced when a session begins.
package final class VisitorTokens: Sendable {
    private let environment: Environment
    /// The store of the tokens, if it has them in memory.
    private let immediate: (any ImmediateTokens)?
    /// The visitors whose tokens were revoked recently.
    private let revocations = OrderedMutex(.leaf, TokenRevocations())

    init(environment: Environment) {
        self.environment = environment
        immediate = environment.storage as? any ImmediateTokens
    }

    /// Looks a token up: at once if the store has the tokens in memory. The visitor is nil if the token is unknown or was revoked.
    package func recognize(_ token: VisitorToken) -> Eventual<Result<RecognizedVisitor?, any Error>> {
        let hash = token.hash
        let count = revocations.withLock { $0.count }
        if let immediate {
            return .ready(.success(immediate.visitorNow(of: hash).map { RecognizedVisitor($0, lookedUpAfter: count) }))
        }
        let promise = Promise<Result<RecognizedVisitor?, any Error>>()
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
            environment.execute { promise.fulfill(result) }
        }
        return .promised(promise)
    }

    /// Whether the token by which a visitor was recognized has been revoked since.
    func isRevoked(_ visitor: RecognizedVisitor) -> Bool {
        guard let count = visitor.revocations else { return false }
        return revocations.withLock { $0.isPending(visitor.id) || $0.isRevoked(visitor.id, since: count) }
    }

    /// Makes all tokens of a visitor invalid.
    func revoke(of visitor: VisitorID) {
        let number = revocations.withLock { $0.beginRevocation(of: visitor) }
        guard let immediate else { return carryOut(number, of: visitor) }
        immediate.revokeTokensNow(of: visitor)
        revocations.withLock { $0.endRevocation(of: visitor, number: number) }
    }

    /// Carries a revocation out in the store. If that fails, it is tried again once a second; the tokens are refused meanwhile.
    private func carryOut(_ number: UInt64, of visitor: VisitorID) {
        let task = environment.task { [environment] in
            do {
                try await environment.storage.revokeTokens(of: visitor)
                self.revocations.withLock { $0.endRevocation(of: visitor, number: number) }
            } catch {
                environment.log(.tokensNotRevoked(error: error))
                _ = environment.schedule(.seconds(1)) { [weak self] in
                    guard let self, revocations.withLock({ $0.isPending(visitor, number: number) }) else { return }
                    carryOut(number, of: visitor)
                }
            }
        }
        revocations.withLock { $0.set(task, of: visitor, number: number) }
    }

    /// Makes another token of a visitor, once earlier revocations are stored: at once if the store has the tokens in memory. It is nil if
    /// the store fails, which is logged: a revocation that is tried again later would make the new token invalid, too.
    func issue(to visitor: VisitorID) -> Eventual<VisitorToken?> {
        let token = VisitorToken(drawing: environment.bits)
        if let immediate {
            immediate.addTokenNow(token.hash, of: visitor)
            return .ready(token)
        }
        let promise = Promise<VisitorToken?>()
        let revocation = revocations.withLock { $0.task(of: visitor) }
        _ = environment.task { [environment] in
            await revocation?.value
            guard !self.revocations.withLock({ $0.isPending(visitor) }) else {
                return environment.execute { promise.fulfill(nil) }
            }
            do {
                try await environment.storage.addToken(token.hash, of: visitor)
                environment.execute { promise.fulfill(token) }
            } catch {
                environment.log(.tokensNotRevoked(error: error))
                environment.execute { promise.fulfill(nil) }
            }
        }
        return .promised(promise)
    }
}
