import Elmwood

/// The stored values of a test, of its visitor and shared ones.
///
/// ```swift
/// test.storage.save(3, as: "count")
/// test.storage.load("count", as: Int.self)   // 3
/// ```
///
/// Its use needs no expectations, since the test itself performs it.
public struct TestStorage: Sendable {
    let store: FailingStorage
    let visitor: StorageOwner

    /// Returns the value that is stored under that key; nil if there is none, or one of another type.
    public func load<Value: Codable & Sendable>(
        _ key: String,
        as type: Value.Type = Value.self,
        in scope: StorageScope = .visitor
    ) -> Value? {
        guard let bytes = store.value(key, of: owner(scope)) else { return nil }
        return try? JSON.decode(type, from: bytes)
    }

    /// Stores a value, as a program would.
    public func save(_ value: some Codable & Sendable, as key: String, in scope: StorageScope = .visitor) {
        guard let bytes = try? JSON.encode(value) else { return }
        store.put(bytes, as: key, of: owner(scope))
    }

    /// Removes the value that is stored under that key.
    public func remove(_ key: String, in scope: StorageScope = .visitor) {
        store.put(nil, as: key, of: owner(scope))
    }

    /// Returns the keys of the stored values, in order.
    public func keys(in scope: StorageScope = .visitor) -> [String] { store.keys(of: owner(scope)) }

    /// The error that every operation on values throws from now on; nil if it works.
    public var failure: StorageError? {
        get { store.failure }
        nonmutating set { store.failure = newValue }
    }

    private func owner(_ scope: StorageScope) -> StorageOwner { scope == .shared ? .shared : visitor }
}

extension VisitorContext {
    /// Stores the initial values of a visitor.
    func store(_ values: [String: any Codable & Sendable], in scope: StorageScope, at line: TestLine) {
        for (key, value) in values {
            do {
                site.environment.storage.put(try JSON.encode(value), as: key, of: owner(scope))
            } catch {
                site.reporting.report("What is to be stored as “\(key)” cannot be written as JSON: \(error)", line)
            }
        }
    }
}
