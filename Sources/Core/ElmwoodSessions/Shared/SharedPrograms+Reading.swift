import ElmwoodArchitecture
import ElmwoodStorage

// What views read of shared models.

extension SharedPrograms {
    /// Returns a model as it is stored.
    func model(at address: SharedAddress) async throws -> AnyModel { try await host(of: address).sharedModel() }

    /// Returns the model that a view reads, if it is in memory.
    func heldValue(of request: ReadRequest) -> ReadValue? {
        guard let address = request.shared, let host = try? host(of: address) else { return nil }
        let held = host.find(address.sessionKey.id)
        return (try? held?.storedModel()).map { ReadValue(of: request, .success($0.value)) }
    }

    /// Returns the model that a view reads, as it is stored.
    func value(of request: ReadRequest, at address: SharedAddress) async -> ReadValue {
        do {
            let host = try host(of: address)
            return ReadValue(of: request, .success(try await host.sharedModel().value))
        } catch {
            return ReadValue(of: request, .failure(error))
        }
    }
}

extension SessionHost {
    /// Returns the shared model as it is stored: that of the start if nobody has sent anything to it.
    fileprivate func sharedModel() async throws -> AnyModel {
        let key = SharedAddress(program: name, key: place ?? "").sessionKey
        if let held = find(key.id) { return try held.storedModel() }
        if let writer {
            let loaded: SessionCore? = try await withCheckedThrowingContinuation { continuation in
                writer.load(key) { result in
                    continuation.resume(
                        with: result.map { stored in stored.flatMap { self.restore($0, key.id, isVisit: true) } }
                    )
                }
            }
            if let loaded { return try loaded.storedModel() }
        }
        return try start(Visit()).model
    }
}

extension SessionCore {
    /// Returns the model as it is stored. Its subscriptions run while a page shows it.
    fileprivate func storedModel() throws -> AnyModel {
        let (model, isQuiet) = state.withLock { state in
            (
                state.hasEnded ? nil : state.parts?.storedModel ?? state.model,
                state.parts?.sources.running.isEmpty ?? true
            )
        }
        guard let model else { return try host.start(Visit()).model }
        if isQuiet, model.subscriptions.isAnyRun { checkSubscriptions() }
        return model
    }
}
