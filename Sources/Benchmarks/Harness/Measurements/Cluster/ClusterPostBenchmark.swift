import Glibc

/// POST of a message whose response waits until the session is stored: by one node and by two over PostgreSQL, and over a file of SQLite.
///
/// All servers run at the same time and alternate within each round; a ratio is that of two runs of the same round. One node and two
/// have databases of their own, so that no other node is told of what the one does. A visitor's posts are all sent to the same node.
struct ClusterPostBenchmark {
    let options: Options
    let cluster: Cluster

    /// How many visitors post at once to each node, and for each of them the part of a round's requests that they send.
    private static let visitors = [(count: 1, part: 20), (count: 10, part: 4), (count: 64, part: 2)]

    /// The servers that are compared.
    private enum Lane: Int, CaseIterable {
        case process, power, one, two

        var name: String {
            switch self {
            case .process: "SQLite, outlives the process"
            case .power: "SQLite, outlives a loss of power"
            case .one: "one node over PostgreSQL"
            case .two: "two nodes over PostgreSQL"
            }
        }

        /// The database of its nodes.
        var database: String? { self == .one || self == .two ? "\(self)" : nil }
    }

    /// What one run has cost.
    private struct Cost {
        let load: LoadResult
        /// The database server's CPU time for one post, in microseconds.
        let database: Double
        /// How many posts one commit of the database stores.
        let postsPerCommit: Double

        var total: Double { load.cpuMicroseconds + database }
    }

    /// Measures it.
    func run() throws -> [Finding] {
        let servers = try Lane.allCases.map { lane in
            switch lane {
            case .process, .power: [try cluster.single(durability: "\(lane)")]
            case .one: try cluster.nodes(1, sharing: "one")
            case .two: try cluster.nodes(2, sharing: "two")
            }
        }
        defer { for server in servers.joined() { server.process.stop() } }
        return try Self.visitors.flatMap { visitors in
            let loads = try servers.map { servers in
                let posts = try (0..<visitors.count * servers.count).map {
                    Requests.browserPost(cookie: try servers[$0 % servers.count].beginSession())
                }
                return try Load(on: servers.map(\.process), requests: posts, expecting: 303)
            }
            let count = max(100, options.requests / visitors.part)
            for load in loads { _ = try load.run(count / 5 + 1) }
            var costs = [[Cost]](repeating: [], count: loads.count)
            for round in 0..<options.rounds {
                for place in loads.indices {
                    let index = (place + round) % loads.count
                    costs[index].append(try measure(loads[index], count, Lane.allCases[index].database))
                }
            }
            return findings(visitors.count) { costs[$0.rawValue] }
        }
    }

    /// - Parameter name: the database of the nodes, if they have one.
    private func measure(_ load: Load, _ count: Int, _ name: String?) throws -> Cost {
        let commits = try name.map { try cluster.database.commits(in: $0) } ?? 0
        // The process of the server that has answered ends.
        usleep(50_000)
        let cpu = try cluster.database.cpuNanoseconds()
        let result = try load.run(count)
        // The server still tells the nodes of the last commits.
        usleep(50_000)
        let time = try cluster.database.cpuNanoseconds() - cpu
        let more = try name.map { try cluster.database.commits(in: $0) - commits } ?? 0
        return Cost(
            load: result,
            database: Double(time) / Double(count) / 1e3,
            postsPerCommit: Double(count) / Double(max(1, more))
        )
    }

    // MARK: Findings

    private func findings(_ visitors: Int, _ costs: (Lane) -> [Cost]) -> [Finding] {
        let name = "stored POST, \(visitors) at once to a node"
        var findings = Lane.allCases.map { lane -> Finding in
            let cpu = Statistics(costs(lane).map(\.load.cpuMicroseconds))
            let rate = Statistics(costs(lane).map(\.load.requestsPerSecond))
            let measured = "\(cpu.median.rounded(to: 0)) µs CPU"
            let rates = "\(rate.median.rounded(to: 0)) requests/s"
            guard lane.database != nil else {
                return Finding("\(name): \(lane.name)", measured, detail: rates)
            }
            let database = Statistics(costs(lane).map(\.database))
            let batch = Statistics(costs(lane).map(\.postsPerCommit))
            return Finding(
                "\(name): \(lane.name)",
                measured + ", and \(database.median.rounded(to: 0)) µs of the database",
                detail: "\(rates); \(batch.median.rounded(to: 1)) saves a commit"
            )
        }
        for lane in [Lane.power, .process] {
            let ratio = Statistics(
                zip(costs(.one), costs(lane)).map { $0.load.requestsPerSecond / $1.load.requestsPerSecond }
            )
            findings.append(
                Finding(
                    "\(name): posts a second, relative to \(lane.name)",
                    ratio.median,
                    atLeast: 0.5,
                    digits: 2,
                    unit: "",
                    detail: spread(ratio)
                )
            )
        }
        if visitors == Self.visitors.last?.count { findings += scaling(costs) + batches(costs(.one)) }
        return findings
    }

    /// Two nodes beside one. Where the nodes, the database and the load have not a processor each, twice the rate cannot be had: there the
    /// cost of a post must not grow.
    private func scaling(_ costs: (Lane) -> [Cost]) -> [Finding] {
        let pairs = Array(zip(costs(.two), costs(.one)))
        let rate = Statistics(pairs.map { $0.load.requestsPerSecond / $1.load.requestsPerSecond })
        let work = Statistics(pairs.map { $0.total / $1.total })
        let (rateName, workName) = (
            "posts a second of two nodes, relative to one", "CPU of a post with two nodes, relative to one"
        )
        let detail = "\(options.threads) processors; " + spread(rate)
        guard options.threads >= 6 else {
            return [
                Finding(rateName, rate.median.rounded(to: 2), detail: detail),
                Finding(workName, work.median, atMost: 1.1, digits: 2, unit: "", detail: spread(work)),
            ]
        }
        return [
            Finding(rateName, rate.median, atLeast: 1.6, digits: 2, unit: "", detail: detail),
            Finding(workName, work.median.rounded(to: 2), detail: spread(work)),
        ]
    }

    private func batches(_ costs: [Cost]) -> [Finding] {
        let database = Statistics(costs.map(\.database))
        let batch = Statistics(costs.map(\.postsPerCommit))
        return [
            Finding(
                "CPU of the database for a save in a batch",
                database.median,
                atMost: 25,
                digits: 1,
                unit: " µs",
                detail: "\(database.lowest.rounded(to: 1)) to \(database.highest.rounded(to: 1)) µs; "
                    + "\(batch.median.rounded(to: 1)) saves a commit"
            )
        ]
    }

    private func spread(_ ratio: Statistics) -> String {
        "\(ratio.quartiles.0.rounded(to: 2)) to \(ratio.quartiles.1.rounded(to: 2))"
    }
}
