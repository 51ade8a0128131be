import ElmwoodStorage
import Synchronization

/// A store in memory that records its requests, and fails if a test says so.
final class TestStorage: Storage {
    private struct State {
        var asked: [String] = []
        var failure: StorageError?
        /// Whether requests wait until the test lets them continue.
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let memory = MemoryStorage()

    /// The requests, in order.
    var asked: [String] { state.withLock { $0.asked } }

    /// Makes all later requests throw; nil makes the store work again.
    func fail(_ failure: StorageError?) { state.withLock { $0.failure = failure } }

    /// Makes requests wait until they may continue.
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

    func removeAll(of visitor: VisitorID) async throws {
        try await begin("remove all")
        try await memory.removeAll(of: visitor)
    }

    // What concerns tokens is neither recorded nor held.

    func visitor(of token: TokenHash) async throws -> VisitorID? {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return memory.visitorNow(of: token)
    }

    func addToken(_ token: TokenHash, of visitor: VisitorID) async throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        try await memory.addToken(token, of: visitor)
    }

    func revokeTokens(of visitor: VisitorID) async throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        try await memory.revokeTokens(of: visitor)
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
