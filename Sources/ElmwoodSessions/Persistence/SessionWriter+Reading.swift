import ElmwoodStorage

// What is read from the store, or removed from it, beside the commits.

extension SessionWriter {
    /// Loads the renewal of an id that was replaced, once all renewals that this process knows of are stored.
    func loadRenewal(
        of id: SessionID,
        _ deliver: @escaping @Sendable (Result<SessionRenewal?, any Error>) -> Void
    ) {
        Task(executorPreference: reading) { [store, environment] in
            let result: Result<SessionRenewal?, any Error>
            do {
                result = .success(try await store.renewal(of: id))
            } catch {
                result = .failure(error)
            }
            environment.execute { deliver(result) }
        }
    }

    /// Loads a visitor's session of any program, or of any but one: the first that fulfils the condition, or nil.
    func loadAny(
        of id: SessionID,
        but program: String? = nil,
        where isOfUse: @escaping @Sendable (StoredSession) -> Bool,
        deliver: @escaping @Sendable (Result<StoredSession?, any Error>) -> Void
    ) {
        let others = programs.withLock { $0 }.filter { $0 != program }
        loadFirst(others.map { SessionKey(id: id, program: $0) }[...], where: isOfUse, deliver)
    }

    private func loadFirst(
        _ keys: ArraySlice<SessionKey>,
        where isOfUse: @escaping @Sendable (StoredSession) -> Bool,
        _ deliver: @escaping @Sendable (Result<StoredSession?, any Error>) -> Void
    ) {
        guard let key = keys.first else { return deliver(.success(nil)) }
        load(key) { result in
            switch result {
            case .success(let stored?) where isOfUse(stored): deliver(result)
            case .success: self.loadFirst(keys.dropFirst(), where: isOfUse, deliver)
            case .failure: deliver(result)
            }
        }
    }

    /// Removes the expired sessions.
    func remove(unusedSince: Int64, createdBefore: Int64) {
        Task(executorPreference: reading) { [store, environment] in
            do {
                _ = try await store.remove(unusedSince: unusedSince, createdBefore: createdBefore)
            } catch {
                environment.log(.sessionsNotStored(error: error))
            }
        }
    }
}
