import Testing

extension Trait where Self == ConditionTrait {
    /// Runs the test only where a PostgreSQL server is installed.
    package static var needsServer: Self {
        .enabled(if: PostgreSQLServer.programs != nil, .init(rawValue: PostgreSQLServer.reason))
    }
}
