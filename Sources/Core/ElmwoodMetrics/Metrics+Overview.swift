import ElmwoodObservation

/// What somebody who runs a site wants to see first.
package struct MetricsOverview: Codable, Equatable, Sendable {
    /// The answered requests by the first digit of their status: 2 to 5.
    package var requests: [Int] = [0, 0, 0, 0]
    /// The refused requests by reason.
    package var refusals: [Count] = []
    /// Events that the log has too, by kind.
    package var incidents: [Count] = []
    package var turns = 0
    /// The slowest turns of the last hour, the slowest first.
    package var slowest: [Turn] = []
    /// The sessions whose turns have taken the most time, the costliest first.
    package var costliest: [Session] = []
    /// The reads that have taken the most time together, the costliest first.
    package var reads: [Read] = []

    package struct Count: Codable, Equatable, Sendable {
        package var name: String
        package var count: Int
    }

    package struct Turn: Codable, Equatable, Sendable {
        package var program: String
        package var message: String
        /// The session as the log names it; nil if it began with the turn.
        package var session: String?
        package var microseconds: Int
    }

    package struct Session: Codable, Equatable, Sendable {
        package var program: String
        package var session: String
        package var turns: Int
        package var microseconds: Int
    }

    package struct Read: Codable, Equatable, Sendable {
        package var name: String
        /// Those that have begun, or were refused.
        package var reads: Int
        /// Those of them that did not lead to a value.
        package var failures: Int
        /// How often a page got a kept value.
        package var kept: Int
        /// On average.
        package var microseconds: Int
    }

    package init() {}
}

extension Metrics {
    /// The overview at this moment.
    package var overview: MetricsOverview {
        let state = current
        var overview = MetricsOverview()
        var incidents: [String: Int] = [:]
        var refusals: [String: Int] = [:]
        for program in state.counters.map(\.current) {
            program.forEachRequest { _, status, count in overview.requests[status / 100 - 2] += count }
            overview.turns += program.turns.count
            incidents.merge(program.incidents, uniquingKeysWith: +)
            refusals.merge(program.refusals, uniquingKeysWith: +)
        }
        overview.refusals = Self.counts(refusals)
        overview.incidents = Self.counts(incidents)
        overview.slowest = state.slowest.entries.map { entry in
            MetricsOverview.Turn(
                program: entry.program,
                message: entry.message,
                session: entry.session.map(Self.name(ofSession:)),
                microseconds: entry.duration.wholeMicroseconds
            )
        }
        overview.costliest = state.costliest.entries.sorted { $0.time > $1.time }.prefix(20).map { entry in
            MetricsOverview.Session(
                program: entry.program,
                session: Self.name(ofSession: entry.session),
                turns: entry.turns,
                microseconds: entry.time.wholeMicroseconds
            )
        }
        overview.reads = state.reads.counts.sorted { $0.durations.seconds > $1.durations.seconds }.prefix(20).map {
            read in
            MetricsOverview.Read(
                name: read.name,
                reads: read.outcomes.reduce(0, +),
                failures: read.failures,
                kept: read.kept,
                microseconds: Int((read.durations.seconds * 1e6 / Double(max(1, read.durations.count))).rounded())
            )
        }
        return overview
    }

    /// A session as the log names it.
    private static func name(ofSession session: Int) -> String { String(UInt(bitPattern: session), radix: 36) }

    private static func counts(_ counts: [String: Int]) -> [MetricsOverview.Count] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            MetricsOverview.Count(name: $0.key, count: $0.value)
        }
    }
}

extension Duration {
    /// Of a duration that this process has measured.
    fileprivate var wholeMicroseconds: Int {
        Int(clamping: components.seconds &* 1_000_000 &+ components.attoseconds / 1_000_000_000_000)
    }
}
