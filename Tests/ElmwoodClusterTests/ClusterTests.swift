import ElmwoodPostgreSQLTestSupport
import ElmwoodTestSupport
import Foundation
import Testing

/// Several nodes over one database, in processes of their own, keep what they have told visitors, whatever happens to them.
///
/// The environment's `ELMWOOD_CLUSTER_ROUNDS` says how many rounds there are. They begin with the seed `ELMWOOD_CLUSTER_SEED`, which
/// chooses the fault unless `ELMWOOD_CLUSTER_FAULT` does. Among all other tests the nodes would lack the processors to keep their times.
@Suite(
    .needsServer,
    .enabled(
        if: environmentNumber("ELMWOOD_CLUSTER_ROUNDS").map { $0 > 0 } ?? false,
        "ELMWOOD_CLUSTER_ROUNDS says how many rounds to run."
    ),
    .serialized
)
struct ClusterTests {
    @Test func `Whatever happens to nodes and database, visitors keep what was acknowledged to them`() async throws {
        let first = UInt64(environmentNumber("ELMWOOD_CLUSTER_SEED") ?? Int.random(in: 1...1_000_000))
        let rounds = UInt64(environmentNumber("ELMWOOD_CLUSTER_ROUNDS") ?? ClusterFault.allCases.count)
        let only = ProcessInfo.processInfo.environment["ELMWOOD_CLUSTER_FAULT"].flatMap(ClusterFault.init)
        var cluster: Cluster?
        for round in 0..<rounds {
            // The shared model grows with each round.
            if round % 12 == 0 || cluster == nil { cluster = try await Cluster() }
            let fault = only ?? ClusterFault.allCases[Int((first + round) % UInt64(ClusterFault.allCases.count))]
            guard let present = cluster else { return }
            let problems = try await offThePool { try ClusterRound(fault, on: present, seed: first + round).run() }
            // Its database is the former standby, which has none of its own.
            if fault == .promote { cluster = nil }
            guard !problems.isEmpty else { continue }
            let logs = (0..<Cluster.size).map { "Node \($0):\n\(present.log(of: $0))" }.joined(separator: "\n")
            let told = problems.prefix(60).joined(separator: "\n")
            Issue.record(
                "\(fault), ELMWOOD_CLUSTER_SEED=\(first + round): \(problems.count) problems\n\(told)\n\(logs)"
            )
            cluster = nil
        }
    }
}

private func environmentNumber(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
