import ElmwoodStorage

// The token of a renewed session. The store has none, so only the process that has renewed the id can send its token.

extension SessionHost {
    /// Gives a renewed session yet another id whose token this process knows, if the request's browser may receive it and another
    /// process has made the present one: that process has ended, or its answer was lost.
    ///
    /// A browser that has used the new id has its token. A late request of it with the former id is refused then: the token of
    /// another id would never arrive, and the browser's own one would be invalid.
    ///
    /// - Parameter then: called with the failure of the request, or nil: ``SessionRegistry/successor(of:isUnheld:)`` then returns what there
    ///   is.
    func makeToken(
        for credentials: Credentials,
        _ writer: SessionWriter,
        then: @escaping @Sendable (SessionFailure?) -> Void
    ) {
        let now = registry.now
        guard let renewal = registry.identities.withLock({ $0.renewed.unknown(for: credentials, at: now) }) else {
            return then(nil)
        }
        // Yet another process may have replaced it since.
        writer.loadRenewal(of: renewal.successor) { result in
            switch result {
            case .success(let later?):
                self.registry.recordRenewal(later, of: renewal.successor)
                self.makeToken(for: credentials, writer, then: then)
            case .success(nil):
                self.makeToken(for: credentials, after: renewal, writer, then: then)
            case .failure(let error):
                self.environment.log(.sessionsNotStored(error: error))
                then(.notStored)
            }
        }
    }

    private func makeToken(
        for credentials: Credentials,
        after renewal: SessionRenewal,
        _ writer: SessionWriter,
        then: @escaping @Sendable (SessionFailure?) -> Void
    ) {
        let registry = registry
        // The renewal counts as a use, and both times are rounded.
        let earliest = renewal.created + 2
        let isInMemory = registry.lastUsed(renewal.successor) != nil
        if isInMemory, registry.life(of: renewal.successor).used >= earliest { return then(.renewed) }
        writer.loadAny(of: renewal.successor) {
            $0.used >= earliest
        } deliver: { result in
            switch result {
            case .success(nil): self.replaceUnknown(renewal, for: credentials, writer, then)
            case .success: then(.renewed)
            case .failure(let error):
                self.environment.log(.sessionsNotStored(error: error))
                then(.notStored)
            }
        }
    }

    private func replaceUnknown(
        _ renewal: SessionRenewal,
        for credentials: Credentials,
        _ writer: SessionWriter,
        _ then: @escaping @Sendable (SessionFailure?) -> Void
    ) {
        guard let id = registry.replaceUnknown(for: credentials) else { return then(nil) }
        writer.afterwards {
            switch writer.outcome(ofRenewalTo: id) {
            case .stored: then(nil)
            case .pending: then(.notStored)
            case .failed:
                self.registry.identities.withLock { $0.renewed.remove(renewal.successor) }
                writer.loadRenewal(of: renewal.successor) { result in
                    // Otherwise the session has ended.
                    guard case .success(let later?) = result else { return then(nil) }
                    self.registry.recordRenewal(later, of: renewal.successor)
                    self.makeToken(for: credentials, writer, then: then)
                }
            }
        }
    }
}
