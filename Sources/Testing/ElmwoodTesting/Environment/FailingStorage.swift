import ElmwoodStorage
import Synchronization

/// The store of a test: in memory, with failures that the test controls.
final class FailingStorage: ImmediateTokens {
    private let memory = MemoryStorage()
    private let failing = Mutex<StorageError?>(nil)

    /// The error that operations on values throw from now on; nil if it works.
    var failure: StorageError? {
        get { failing.withLock { $0 } }
        set { failing.withLock { $0 = newValue } }
    }

    func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]? {
        if let failure { throw failure }
        return try await memory.load(key, of: owner)
    }

    func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws {
        if let failure { throw failure }
        try await memory.save(value, as: key, of: owner)
    }

    func remove(_ key: String, of owner: StorageOwner) async throws {
        if let failure { throw failure }
        try await memory.remove(key, of: owner)
    }

    func removeAll(of visitor: VisitorID) async throws {
        if let failure { throw failure }
        try await memory.removeAll(of: visitor)
    }

    // MARK: Tokens, which do not fail

    func visitor(of token: TokenHash) async throws -> VisitorID? { visitorNow(of: token) }
    func addToken(_ token: TokenHash, of visitor: VisitorID) async throws { addTokenNow(token, of: visitor) }
    func revokeTokens(of visitor: VisitorID) async throws { revokeTokensNow(of: visitor) }

    func visitorNow(of token: TokenHash) -> VisitorID? { memory.visitorNow(of: token) }
    func addTokenNow(_ token: TokenHash, of visitor: VisitorID) { memory.addTokenNow(token, of: visitor) }
    func revokeTokensNow(of visitor: VisitorID) { memory.revokeTokensNow(of: visitor) }

    // MARK: For the test itself

    /// Returns the visitor of a browser with that token, who may have saved nothing yet.
    func visitor(with token: VisitorToken) -> VisitorID {
        memory.visitorNow(of: token.hash) ?? VisitorID(firstToken: token.hash)
    }

    func value(_ key: String, of owner: StorageOwner) -> [UInt8]? { memory.value(key, of: owner) }

    func put(_ value: [UInt8]?, as key: String, of owner: StorageOwner) { memory.put(value, as: key, of: owner) }

    func keys(of owner: StorageOwner) -> [String] { memory.keys(of: owner) }
}
