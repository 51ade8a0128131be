import ElmwoodStorage
import Synchronization

/// Makes calls wait while a test holds them.
final class HeldCalls: Sendable {
    private struct State {
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The number of calls that wait.
    var count: Int { state.withLock { $0.held.count } }

    func hold() { state.withLock { $0.isHeld = true } }

    func goOn() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHeld { state.held.append(continuation) }
                return state.isHeld
            }
            if !isHeld { continuation.resume() }
        }
    }
}

/// A store that answers later, and whose look-ups of tokens a test can hold.
final class HeldLookUps: Storage {
    private let memory = MemoryStorage()
    private let gate = HeldCalls()

    private let failure = Mutex(false)

    /// Makes revocations fail, or work again.
    func failRevocations(_ isFailing: Bool) { failure.withLock { $0 = isFailing } }

    var heldCount: Int { gate.count }

    func hold() { gate.hold() }
    func goOn() { gate.goOn() }

    func visitor(of token: TokenHash) async throws -> VisitorID? {
        let found = try await memory.visitor(of: token)
        await gate.pass()
        return found
    }

    func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]? { try await memory.load(key, of: owner) }
    func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws {
        try await memory.save(value, as: key, of: owner)
    }
    func remove(_ key: String, of owner: StorageOwner) async throws { try await memory.remove(key, of: owner) }
    func removeAll(of visitor: VisitorID) async throws { try await memory.removeAll(of: visitor) }
    func addToken(_ token: TokenHash, of visitor: VisitorID) async throws {
        try await memory.addToken(token, of: visitor)
    }
    func revokeTokens(of visitor: VisitorID) async throws {
        if failure.withLock({ $0 }) { throw StorageError("The disk is full.") }
        try await memory.revokeTokens(of: visitor)
    }
}
