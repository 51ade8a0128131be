import ElmwoodStorage

// What is read from the store, or removed from it, beside the commits.

extension SessionWriter {
    /// Loads the renewal of an id that was replaced, once all renewals that this process knows of are stored.
    func loadRenewal(
        of id: SessionID,
        _ deliver: @escaping @Sendable (Result<SessionRenewal?, any Error>) -> Void
    ) {
        read({ try await $0.renewal(of: id) }, deliver)
    }

    /// Loads a session on another thread.
    func load(
        _ key: SessionKey,
        _ deliver: @escaping @Sendable (Result<StoredSession?, any Error>) -> Void
    ) {
        onceRenewed {
            self.query(
                key,
                { try await $0.load(key) },
                version: { $0?.version.number ?? 0 },
                deliver
            )
        }
    }

    /// Loads a visitor's session of any program, without its content: the first that fulfils the condition, or nil.
    func loadAny(
        of id: SessionID,
        where isOfUse: @escaping @Sendable (StoredProgram) -> Bool,
        deliver: @escaping @Sendable (Result<StoredProgram?, any Error>) -> Void
    ) {
        loadPrograms(of: id) { result in deliver(result.map { $0.first(where: isOfUse) }) }
    }

    /// Loads a visitor's sessions of all programs, without their content, the latest used first.
    func loadPrograms(
        of id: SessionID,
        deliver: @escaping @Sendable (Result<[StoredProgram], any Error>) -> Void
    ) {
        // No program has this key. The query is repeated only if the sessions are removed meanwhile.
        let key = SessionKey(id: id, program: "")
        onceRenewed {
            self.query(key, { try await $0.programs(of: id) }, version: { $0.isEmpty ? .max : 0 }, deliver)
        }
    }

    /// Queries the store on another thread, again if this process stores a later version meanwhile.
    private func query<Value: Sendable>(
        _ key: SessionKey,
        _ read: @escaping @Sendable (any SessionStore) async throws -> Value,
        version: @escaping @Sendable (Value) -> UInt64,
        _ deliver: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        let number = loads.begin(key)
        self.read { [environment] store in
            let start = environment.now()
            var hasFailed = true
            defer { environment.observe(.load, of: 1, since: start, hasFailed: hasFailed) }
            let value = try await read(store)
            hasFailed = false
            return value
        } _: { result in
            let loaded = (try? result.get()).map(version) ?? .max
            guard self.loads.isLatest(number, key, loaded: loaded) else {
                _ = self.loads.end(number, key, loaded: loaded)
                return self.query(key, read, version: version, deliver)
            }
            deliver(result)
            self.endLoad(number, key, loaded: loaded == .max ? 0 : loaded)
        }
    }

    /// Ends a load whose result is in memory by now. Another node may have stored a later version meanwhile.
    func endLoad(_ number: UInt64, _ key: SessionKey, loaded version: UInt64) {
        let latest = loads.latest(number, key)
        if !loads.end(number, key, loaded: version) { outdated?(key, latest) }
    }

    /// Sessions have been removed: what was loaded before is not the latest.
    func noteRemoval(_ write: SessionWrite) {
        switch write {
        case .remove(let id): loads.removed(id)
        case .removeAll: loads.missed()
        default: break
        }
    }

    /// Loads messages that wait for a session or a shared model.
    func loadMessages(
        to key: SessionKey,
        limit: Int,
        _ deliver: @escaping @Sendable (Result<[WaitingMessage], any Error>) -> Void
    ) {
        // A session that has just received another id has its messages under that id then.
        onceRenewed { self.read({ try await $0.messages(to: key, limit: limit) }, deliver) }
    }

    /// Reads from the store on another thread.
    private func read<Value: Sendable>(
        _ read: @escaping @Sendable (any SessionStore) async throws -> Value,
        _ deliver: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        Task(executorPreference: reading) { [store, environment] in
            let result: Result<Value, any Error>
            do {
                result = .success(try await read(store))
            } catch {
                result = .failure(error)
            }
            environment.execute { deliver(result) }
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
