import ElmwoodSQL
import Testing

/// What every database has to do: one check, for an empty database.
package struct Behavior: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    package let check: @Sendable (Database) async throws -> Void

    init(_ testDescription: String, check: @escaping @Sendable (Database) async throws -> Void) {
        self.testDescription = testDescription
        self.check = check
    }

    // A sum of eight lists takes the compiler two seconds.
    package static let all: [Behavior] = [values, rows, errors, transactions, nested, pool, streams, migrations]
        .flatMap(\.self)
}

/// Fails unless the operation throws a `DatabaseError` of that kind, which it returns.
@discardableResult
package func expectError<Value>(
    _ kind: DatabaseError.Kind,
    sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Value
) async -> DatabaseError? {
    do {
        let value = try await operation()
        Issue.record("No error of kind \(kind), but \(value).", sourceLocation: sourceLocation)
    } catch let error as DatabaseError {
        #expect(error.kind == kind, "\(error)", sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("No error of kind \(kind), but \(error).", sourceLocation: sourceLocation)
    }
    return nil
}

extension DatabaseLimits {
    /// Limits that no test reaches which is not about them, however slow the machine is.
    package static var patient: DatabaseLimits {
        var limits = DatabaseLimits()
        limits.wait = .seconds(600)
        limits.connect = .seconds(600)
        limits.statement = .seconds(600)
        limits.lockWait = .seconds(600)
        return limits
    }
}
