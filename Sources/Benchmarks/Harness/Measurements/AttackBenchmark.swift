import Glibc

/// What another client has while one address, or many, attack: its times relative to those alone, failed requests, and by how much
/// the server grows. The attackers are paced, so that the processors are not theirs alone.
struct AttackBenchmark {
    let options: Options
    let products: Products

    /// How long another client is watched alone, before and after an attack.
    private static let seconds = 5

    /// Measures it.
    func run() throws -> [Finding] {
        try ListeningPage.allowMany(11_000)
        let program = try products.build("ElmwoodBenchmarkServer")
        return try Attack.allCases.flatMap { try measure($0, program) }
    }

    private func measure(_ attack: Attack, _ program: String) throws -> [Finding] {
        // What a site has if nothing is set; the harness raises these limits otherwise.
        var environment = [
            "ELMWOOD_CONNECTIONS=", "ELMWOOD_CONNECTIONS_PER_CLIENT=", "ELMWOOD_POSTS_PER_VISITOR=",
            "ELMWOOD_POSTS_PER_CLIENT=", "ELMWOOD_SESSIONS_PER_CLIENT=", "BENCHMARK_SESSIONS=default",
            "ELMWOOD_LOG=none",
        ]
        var disk: SmallDisk?
        if attack == .fullDisk {
            guard geteuid() == 0 else {
                return [Finding(attack.name, "not measured", detail: "only root can mount a disk")]
            }
            let small = try SmallDisk(bytes: 24_000_000)
            disk = small
            environment += ["ELMWOOD_SESSIONS=sqlite", "ELMWOOD_DATA=\(small.path)/data"]
        }
        let server = try ElmwoodServer(program: program, environment: environment)
        defer { server.process.stop() }
        let client = try OtherClient(server, from: 0x7F00_0909)
        // This one does nothing during the attack.
        let absent = try OtherClient(server, from: 0x7F00_0A0A)
        let before = client.use(posts: disk == nil, seconds: Self.seconds)
        try absent.look()
        let resident = try server.process.residentBytes()
        try server.process.resetPeak()
        try disk?.fill()
        let thread = attack.start(on: server.process.port)
        // Until it has its full strength the client uses the site, too.
        var under = client.use(posts: disk == nil) { disk != nil || thread.isComplete }
        if let seconds = attack.seconds { under = under + client.use(posts: disk == nil, seconds: seconds) }
        let report = try thread.stop()
        let growth = try server.process.peakBytes() - resident
        disk?.empty()
        if disk != nil { under.failures += recover(client) }
        let after = client.use(posts: true, seconds: Self.seconds)
        do { try absent.look() } catch { under.failures.append("the absent visitor: \(error)") }
        return findings(attack, alone: before + after, under, growth: Double(growth) / 1e6, report)
    }

    /// Waits until the site accepts posts again.
    private func recover(_ client: OtherClient) -> [String] {
        var failure = ""
        for _ in 0..<50 {
            do {
                try client.post()
                return []
            } catch {
                failure = "after the disk was full: \(error)"
                usleep(100_000)
            }
        }
        return [failure]
    }

    private func findings(
        _ attack: Attack,
        alone: OtherClient.Experience,
        _ under: OtherClient.Experience,
        growth: Double,
        _ report: String
    ) -> [Finding] {
        func times(_ share: Double) -> String {
            "\(alone.percentile(share).rounded(to: 2)) → \(under.percentile(share).rounded(to: 2)) ms"
        }
        let failures = alone.failures + under.failures
        let megabytes = "by \(growth.rounded(to: 1)) MB"
        return [
            Finding(
                attack.name,
                under.percentile(0.99) / alone.percentile(0.99),
                atMost: 5,
                digits: 1,
                unit: " × p99 alone",
                detail: "p50 \(times(0.5)), p99 \(times(0.99)), \(under.times.count) requests; \(report)"
            ),
            Finding(
                "  another client's failed requests",
                Double(failures.count),
                atMost: 0,
                digits: 0,
                unit: "",
                detail: failures.first ?? ""
            ),
            attack.growth.map {
                Finding("  the server grows", max(0, growth), atMost: $0, digits: 1, unit: " MB")
            } ?? Finding("  the server grows", megabytes),
        ]
    }
}
