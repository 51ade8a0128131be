import ElmwoodStorage
import Testing

/// What every store of values has to do: one rule, checked on an empty store.
///
/// The tests of a store of your own check each rule:
///
/// ```swift
/// @Test(arguments: StorageBehavior.all)
/// func `My store`(behavior: StorageBehavior) async throws {
///     try await behavior.check { limits in MyStorage(limits: limits) }
/// }
/// ```
public struct StorageBehavior: Sendable, CustomTestStringConvertible {
    /// The rule, as a sentence.
    public let testDescription: String
    private let rule: @Sendable (StorageFixture) async throws -> Void

    init(_ testDescription: String, rule: @escaping @Sendable (StorageFixture) async throws -> Void) {
        self.testDescription = testDescription
        self.rule = rule
    }

    /// The rules for every store.
    public static let all = values + tokens

    /// Checks the rule. What the store does not do is an issue of the current test.
    ///
    /// - Parameter make: Returns an empty store with those limits.
    /// - Throws: What the store throws although it should not.
    public func check(_ make: @escaping @Sendable (StorageLimits) async throws -> any Storage) async throws {
        try await rule(StorageFixture(make: make))
    }
}

/// How a rule gets its store.
struct StorageFixture: Sendable {
    let make: @Sendable (StorageLimits) async throws -> any Storage
}
