/// The memory of a node for stored sessions that it does not have in memory: of one that is started over them, and of one that is told of
/// them while another node creates them.
struct ClusterMemoryBenchmark {
    let options: Options
    let cluster: Cluster

    private static let sessions = 20_000
    /// How many nodes are started over each of the two databases.
    private static let starts = 5

    /// Measures it.
    func run() throws -> [Finding] {
        let nodes = try cluster.nodes(2, sharing: "filled")
        defer { for node in nodes { node.process.stop() } }
        let firstPosts = try Load(on: nodes[0].process, Requests.browserPost(cookie: nil), times: 64, expecting: 303)
        // What it needs while it is told of commits at all is in use before.
        try warmUp(nodes[1])
        _ = try firstPosts.run(Self.sessions / 4)
        let before = try idleBytes(nodes[1])
        _ = try firstPosts.run(Self.sessions)
        let after = try idleBytes(nodes[1])
        nodes[0].process.stop()

        try cluster.database.createDatabase("empty")
        var sizes: [(empty: Double, filled: Double)] = []
        for _ in 0..<Self.starts {
            sizes.append((try freshBytes(over: "empty"), try freshBytes(over: "filled")))
        }
        let (empty, filled) = (Statistics(sizes.map(\.empty)), Statistics(sizes.map(\.filled)))
        return [
            finding("started over", from: empty.median, to: filled.median),
            finding("told of", from: before, to: after),
        ]
    }

    private func finding(_ how: String, from before: Double, to after: Double) -> Finding {
        Finding(
            "memory of a node that is \(how) \(Self.sessions) stored sessions, beyond none",
            max(0, after - before) / 1e6,
            // The target is zero, but the memory of a process that answers requests always varies by a megabyte.
            atMost: 1,
            digits: 1,
            unit: " MB",
            detail: "\((before / 1e6).rounded(to: 1)) MB and \((after / 1e6).rounded(to: 1)) MB"
        )
    }

    /// Returns the memory of a new node over that database which has served one visitor.
    private func freshBytes(over database: String) throws -> Double {
        let node = try cluster.node(over: database)
        defer { node.process.stop() }
        try warmUp(node)
        return try idleBytes(node)
    }

    private func warmUp(_ node: ElmwoodServer) throws {
        let post = Requests.browserPost(cookie: try node.beginSession())
        _ = try Load(on: node.process, post, times: 16, expecting: 303).run(3_000)
    }

    /// Returns the smallest memory within a few seconds.
    private func idleBytes(_ node: ElmwoodServer) throws -> Double {
        Double(try node.process.lowestResidentBytes(within: 3))
    }
}
