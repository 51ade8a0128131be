import ElmwoodArchitecture
import ElmwoodStorage

/// What a session adds to the stores: for the bound of its model, and for the shares of its visitor and client.
///
/// Bytes are counted when they are written, and turns are refused afterwards. A turn of most sessions therefore costs no more than
/// two comparisons, and its model is not encoded for this.
struct StoredBytes {
    /// The sizes of the values that the session has saved, by key.
    var values: [ScopedKey: Int]?
    /// The size of the model that was written last.
    private(set) var model: UInt32 = 0
    /// Stands for the client of the latest request; 0 if it is unknown.
    var client: UInt32 = 0

    /// Records the size of the model that is written, or was loaded. Returns by how much it is greater than the one before.
    @discardableResult
    mutating func note(_ stored: StoredSession) -> Int {
        defer { model = UInt32(clamping: stored.model.count) }
        return stored.model.count - Int(model)
    }
}

extension SessionCore {
    /// Records the client of a request.
    func note(client: UInt32) {
        guard client != 0, host.writer != nil else { return }
        state.withLock { $0.storedBytes.client = client }
    }

    /// Counts what the session's next write adds to the store.
    func countWrite(of stored: StoredSession) {
        let (growth, client) = state.withLock { ($0.storedBytes.note(stored), $0.storedBytes.client) }
        guard growth > 0 else { return }
        host.environment.countStored(growth, client, stored.visitor)
        let isOver = !host.environment.admitsStorage(client, stored.visitor)
        state.withLock { $0.isOverShare = isOver }
    }

    /// Throws if the session may not grow in the store, and does by a turn.
    func checkRoom(for result: TurnResult, causedBy message: AnyMessage?) throws(TurnFailure) {
        // Nothing is counted where nothing is stored.
        guard host.writer != nil, !result.isUnchanged else { return }
        let (former, client, isOverShare, visitor) = state.withLock {
            ($0.storedBytes.model, $0.storedBytes.client, $0.isOverShare, $0.visitor)
        }
        guard isOverShare || former > host.limits.modelSize else { return }
        guard !result.commands.contains(where: { if case .endSession = $0.kind { true } else { false } }) else {
            return
        }
        let failure: SessionFailure
        if former > host.limits.modelSize {
            failure = .modelTooLarge(limit: host.limits.modelSize)
        } else if host.environment.admitsStorage(client, visitor) {
            return
        } else {
            failure = .storageShare
        }
        // A model that cannot be encoded is found when it is written.
        guard let model = try? host.driver.program.json(of: result.model), model.count > former else { return }
        throw TurnFailure(of: message, reason: failure)
    }

    /// Counts a value that the session saves.
    ///
    /// - Throws: ``SessionFailure/storageShare`` if it would be larger than before, and a share is used up.
    func countSave(of bytes: Int, under key: ScopedKey, _ visitor: VisitorID) throws {
        let (former, client) = state.withLock { ($0.storedBytes.values?[key] ?? 0, $0.storedBytes.client) }
        guard bytes > former else { return }
        guard host.environment.admitsStorage(client, visitor) else { throw SessionFailure.storageShare }
        host.environment.countStored(bytes - former, client, visitor)
        state.withLock {
            $0.storedBytes.values = ($0.storedBytes.values ?? [:]).merging([key: bytes]) { max($0, $1) }
        }
    }
}
