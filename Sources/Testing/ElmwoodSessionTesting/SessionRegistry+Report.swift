import ElmwoodSessions

extension SessionRegistry {
    /// How much the sessions in memory have, in lines for the message of a test that has waited without success.
    package var report: [String] {
        ["server: \(count) sessions held, \(listeners) topic subscribers"]
            + statistics.sorted { $0.key < $1.key }.map { "sessions of \($0.key): \($0.value)" }
    }
}
