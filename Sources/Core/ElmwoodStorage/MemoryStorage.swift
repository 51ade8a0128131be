import Synchronization

/// A store that lives as long as the process: for tests, and for sites whose values need not outlive it.
public final class MemoryStorage: Storage {
    private struct OwnedKey: Hashable {
        var owner: StorageOwner
        var key: String
    }

    private struct State {
        var values: [OwnedKey: [UInt8]] = [:]
        var size = 0
        var visitors: [TokenHash: VisitorID] = [:]
        /// The bytes of each owner's values.
        var sizes: [StorageOwner: Int] = [:]
        /// The tokens of each visitor who has ever had one, oldest first.
        var tokens: [VisitorID: [TokenHash]] = [:]

        mutating func addToken(_ token: TokenHash, of visitor: VisitorID, limit: Int) {
            guard visitors.updateValue(visitor, forKey: token) == nil else { return }
            tokens[visitor, default: []].append(token)
            while let list = tokens[visitor], list.count > max(1, limit) {
                visitors[tokens[visitor]?.removeFirst() ?? token] = nil
            }
        }

        /// Stores a value, or removes it for nil.
        mutating func put(_ value: [UInt8]?, at ownedKey: OwnedKey) {
            let growth = (value?.count ?? 0) - (values[ownedKey]?.count ?? 0)
            size += growth
            let own = sizes[ownedKey.owner, default: 0] + growth
            sizes[ownedKey.owner] = own > 0 ? own : nil
            values[ownedKey] = value
        }

        /// Adds the visitor's first token if the visitor has never had one.
        mutating func addFirstToken(of owner: StorageOwner) {
            guard case .visitor(let visitor) = owner, tokens[visitor] == nil else { return }
            addToken(visitor.firstToken, of: visitor, limit: 1)
        }
    }

    private let state = Mutex(State())
    private let limits: StorageLimits

    /// Creates an empty store, limited to 100 MB unless other limits are given.
    public init(limits: StorageLimits? = nil) {
        var standard = StorageLimits()
        standard.total = 100_000_000
        self.limits = limits ?? standard
    }

    /// Returns the value at that key, or nil if there is none.
    public func load(_ key: String, of owner: StorageOwner) async throws -> [UInt8]? {
        try limits.check(key)
        return state.withLock { $0.values[OwnedKey(owner: owner, key: key)] }
    }

    /// Stores bytes at that key, replacing the stored value.
    public func save(_ value: [UInt8], as key: String, of owner: StorageOwner) async throws {
        try limits.check(key, value)
        let ownedKey = OwnedKey(owner: owner, key: key)
        let refusal = state.withLock { state -> StorageError? in
            let growth = value.count - (state.values[ownedKey]?.count ?? 0)
            guard state.size + growth <= limits.total else { return .full(limit: limits.total) }
            if case .visitor = owner, state.sizes[owner, default: 0] + growth > limits.visitor {
                return .visitor(limit: limits.visitor)
            }
            state.put(value, at: ownedKey)
            state.addFirstToken(of: owner)
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Removes the value at that key. Does nothing if there is none.
    public func remove(_ key: String, of owner: StorageOwner) async throws {
        try limits.check(key)
        state.withLock { state in
            state.put(nil, at: OwnedKey(owner: owner, key: key))
        }
    }

    /// Removes all values of a visitor.
    public func removeAll(of visitor: VisitorID) async throws {
        state.withLock { state in
            for ownedKey in state.values.keys where ownedKey.owner == .visitor(visitor) { state.put(nil, at: ownedKey) }
            guard state.tokens[visitor] == [visitor.firstToken] else { return }
            state.tokens[visitor] = nil
            state.visitors[visitor.firstToken] = nil
        }
    }

    /// Returns the visitor that a token belongs to, or nil if it is none of the stored tokens.
    public func visitor(of token: TokenHash) async throws -> VisitorID? { visitorNow(of: token) }

    /// Adds a token of a visitor.
    public func addToken(_ token: TokenHash, of visitor: VisitorID) async throws { addTokenNow(token, of: visitor) }

    /// Makes all tokens of a visitor invalid.
    public func revokeTokens(of visitor: VisitorID) async throws { revokeTokensNow(of: visitor) }

    // MARK: Synchronous access for tests

    /// Returns the value at that key, or nil if there is none.
    package func value(_ key: String, of owner: StorageOwner) -> [UInt8]? {
        state.withLock { $0.values[OwnedKey(owner: owner, key: key)] }
    }

    /// Stores bytes at that key, or removes the value for nil, regardless of the limits.
    package func put(_ value: [UInt8]?, as key: String, of owner: StorageOwner) {
        let ownedKey = OwnedKey(owner: owner, key: key)
        state.withLock { state in
            state.put(value, at: ownedKey)
            if value != nil { state.addFirstToken(of: owner) }
        }
    }

    /// Returns the keys that have a value, sorted.
    package func keys(of owner: StorageOwner) -> [String] {
        state.withLock { state in state.values.keys.filter { $0.owner == owner }.map(\.key) }.sorted()
    }
}

/// A store that has the visitors' tokens in memory, so that no request waits for them.
package protocol ImmediateTokens: Storage {
    /// Does the same as ``Storage/visitor(of:)``, synchronously.
    func visitorNow(of token: TokenHash) -> VisitorID?
    /// Does the same as ``Storage/addToken(_:of:)``, synchronously.
    func addTokenNow(_ token: TokenHash, of visitor: VisitorID)
    /// Does the same as ``Storage/revokeTokens(of:)``, synchronously.
    func revokeTokensNow(of visitor: VisitorID)
}

extension MemoryStorage: ImmediateTokens {
    package func visitorNow(of token: TokenHash) -> VisitorID? { state.withLock { $0.visitors[token] } }

    package func addTokenNow(_ token: TokenHash, of visitor: VisitorID) {
        state.withLock { $0.addToken(token, of: visitor, limit: limits.tokens) }
    }

    package func revokeTokensNow(of visitor: VisitorID) {
        state.withLock { state in
            for token in state.tokens[visitor] ?? [] { state.visitors[token] = nil }
            state.tokens[visitor] = []
        }
    }
}
