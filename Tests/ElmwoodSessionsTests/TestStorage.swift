import ElmwoodStorage
import Synchronization

/// A store in memory that notes what it is asked, and fails where a test says so.
final class TestStorage: Storage {
    private struct State {
        var asked: [String] = []
        var failure: StorageError?
        /// Who waits until the test lets the store go on.
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let memory = MemoryStorage()

    /// What it was asked, in order.
    var asked: [String] { state.withLock { $0.asked } }

    /// What it throws from now on, or nil where it works.
    func fail(_ failure: StorageError?) { state.withLock { $0.failure = failure } }

    /// Lets nothing come to an end, until it is let go on.
    func hold() { state.withLock { $0.isHeld = true } }

    func goOn() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]? {
        try await begin("load \(key)")
        return try await memory.load(key, of: owner)
    }

    func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws {
        try await begin("save \(key)")
        try await memory.save(value, as: key, of: owner)
    }

    func remove(_ key: String, of owner: StorageOwner) async throws {
        try await begin("remove \(key)")
        try await memory.remove(key, of: owner)
    }

    private func begin(_ operation: String) async throws {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                state.asked.append(operation)
                if state.isHeld { state.held.append(continuation) }
                return state.isHeld
            }
            if !isHeld { continuation.resume() }
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
