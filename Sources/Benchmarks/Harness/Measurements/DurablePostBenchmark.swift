/// POST of a message whose response waits until the session is stored in a file, compared with sessions in memory.
///
/// All servers run at the same time and alternate within each round; a ratio is that of two runs of the same round. Each connection
/// is a visitor's, and there are as many as a site has active at the same moment, since one commit stores the sessions of several.
struct DurablePostBenchmark {
    let options: Options
    let products: Products

    /// One server's configuration, and its part of a round.
    private struct Lane {
        let name: String
        let server: ElmwoodServer
        let load: Load
        var results: [LoadResult] = []
    }

    /// Measures it.
    func run() throws -> [Finding] {
        let connections = max(options.connections, 64)
        func lane(_ name: String, _ environment: [String]) throws -> Lane {
            let server = try ElmwoodServer(products, environment: environment)
            let posts = try (0..<connections).map { _ in Requests.browserPost(cookie: try server.beginSession()) }
            return Lane(name: name, server: server, load: try Load(on: server.process, requests: posts, expecting: 303))
        }
        var lanes = [
            try lane("in memory", ["ELMWOOD_SESSIONS=memory"]),
            try lane("in memory against itself", ["ELMWOOD_SESSIONS=memory"]),
            try lane("outlives the process", ["ELMWOOD_SESSIONS=sqlite", "ELMWOOD_DURABILITY=process"]),
            try lane("outlives a loss of power", ["ELMWOOD_SESSIONS=sqlite", "ELMWOOD_DURABILITY=power"]),
        ]
        defer { for lane in lanes { lane.server.process.stop() } }
        for lane in lanes { _ = try lane.load.run(options.requests / 5 + 1) }
        for round in 0..<options.rounds {
            for place in lanes.indices {
                let index = (place + round) % lanes.count
                lanes[index].results.append(try lanes[index].load.run(options.requests))
            }
        }
        return findings(lanes, connections)
    }

    private func findings(_ lanes: [Lane], _ connections: Int) -> [Finding] {
        guard let memory = lanes.first else { return [] }
        return lanes.enumerated().map { index, lane in
            let cpu = Statistics(lane.results.map(\.cpuMicroseconds))
            let rate = Statistics(lane.results.map(\.requestsPerSecond))
            let name = "POST, " + lane.name
            let absolute = "\(rate.median.rounded(to: 0)) requests/s, \(cpu.median.rounded(to: 1)) µs CPU"
            guard index > 0 else {
                return Finding(
                    name,
                    "\(rate.median.rounded(to: 0)) requests/s",
                    detail: "\(connections) visitors at once, \(cpu.median.rounded(to: 1)) µs CPU"
                )
            }
            let ratio = Statistics(
                zip(lane.results, memory.results).map { $0.requestsPerSecond / $1.requestsPerSecond }
            )
            let work = Statistics(zip(lane.results, memory.results).map { $0.cpuMicroseconds / $1.cpuMicroseconds })
            let spread =
                "×\(ratio.quartiles.0.rounded(to: 2)) to ×\(ratio.quartiles.1.rounded(to: 2)); \(absolute), "
                + "×\(work.median.rounded(to: 2))"
            guard index == 2 else {
                return Finding(name, "\(ratio.median.rounded(to: 2)) × the rate in memory", detail: spread)
            }
            return Finding(name, ratio.median, atLeast: 0.7, digits: 2, unit: " × the rate in memory", detail: spread)
        }
    }
}
