/// The lease of a process on a session's durable effects.
enum Lease {
    static let life: Int64 = 5_000
    /// The interval of its renewal.
    static let renewal: Duration = .seconds(2)
    /// The interval at which the store is queried for due sessions.
    static let pollInterval: Duration = .seconds(1)
    /// A session without work due within this number of milliseconds can be evicted.
    static let absence: Int64 = 60_000
    /// How long the pages of those who watched a restored model have at least to connect again.
    static let shortestReturn: Int64 = 500
}
