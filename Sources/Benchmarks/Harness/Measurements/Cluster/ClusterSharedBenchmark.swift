/// Messages of senders on three nodes to one shared model. The time ends when a page of each node shows them all.
struct ClusterSharedBenchmark {
    let options: Options
    let cluster: Cluster

    /// How many visitors send messages at once. The answer to each waits until its node has applied the message, or half a second: many
    /// of them show what the nodes can do beside that.
    private static let senders = [64, 2_000]

    /// Measures it.
    func run() throws -> [Finding] {
        try ListeningPage.allowMany(Self.senders.max() ?? 0)
        let nodes = try cluster.nodes(3, sharing: "shared")
        defer { for node in nodes { node.process.stop() } }
        var tally = Tally()
        let findings = try Self.senders.map { try measure($0, nodes.map(\.process), cookies(of: $0, nodes), &tally) }
        return findings + [
            Finding(
                "of these messages, sent by posts that were answered, did not reach the model",
                Double(tally.sent - tally.applied),
                atMost: 0,
                digits: 0,
                unit: "",
                detail: "of \(tally.sent)"
            )
        ]
    }

    /// How many messages posts have sent, and how many the model has applied.
    private struct Tally {
        var sent = 0
        var applied = 0
    }

    private func cookies(of senders: Int, _ nodes: [ElmwoodServer]) throws -> [String] {
        try (0..<senders).map { number in
            try nodes[number % nodes.count].beginSession(Requests.browserPost("note", to: Requests.tally, cookie: nil))
        }
    }

    private func measure(
        _ senders: Int,
        _ nodes: [ServerProcess],
        _ cookies: [String],
        _ tally: inout Tally
    ) throws -> Finding {
        let posts = cookies.map { Requests.browserPost("add", to: Requests.tally, cookie: $0) }
        let load = try Load(on: nodes, requests: posts, expecting: 303)
        var (rates, nodeTimes, databaseTimes): ([Double], [Double], [Double]) = ([], [], [])
        let count = max(500, 3 * senders, options.requests / 20)
        for round in 0...options.rounds {
            let (begin, cpu) = (WallClock.now, try cluster.database.cpuNanoseconds())
            let result = try load.run(count)
            tally.sent += count
            var (end, applied) = (begin, tally.applied)
            for node in nodes {
                let shown = try node.awaitAdditions(tally.applied + count)
                (end, applied) = (max(end, shown.time), max(applied, shown.count))
            }
            defer { tally.applied = applied }
            // The first round is a warm-up.
            guard round > 0 else { continue }
            rates.append(Double(applied - tally.applied) / Double(end - begin) * 1e9)
            nodeTimes.append(result.cpuMicroseconds)
            databaseTimes.append(Double(try cluster.database.cpuNanoseconds() - cpu) / Double(count) / 1e3)
        }
        let rate = Statistics(rates)
        return Finding(
            "messages from \(senders) sessions on three nodes to one shared model",
            rate.median,
            atLeast: 3_000,
            digits: 0,
            unit: " a second",
            detail: "\(rate.lowest.rounded(to: 0)) to \(rate.highest.rounded(to: 0)); "
                + "\(Statistics(nodeTimes).median.rounded(to: 0)) µs CPU of the nodes and "
                + "\(Statistics(databaseTimes).median.rounded(to: 0)) µs of the database"
        )
    }
}
