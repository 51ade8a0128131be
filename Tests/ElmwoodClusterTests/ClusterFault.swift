import ElmwoodPostgreSQLTestSupport
import ElmwoodTestSupport
import Glibc
import Testing

/// What happens to a cluster while visitors use it.
enum ClusterFault: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case nothing
    /// A node is killed, and started again after a second.
    case kill
    /// A node is stopped for eight seconds, and then continued.
    case pause
    /// The database is restarted after its connections were closed.
    case restart
    /// The database crashes, and is started again.
    case crash
    /// The database crashes, and a synchronous standby takes its place.
    case promote
    /// Connections to the database are cut, at any time and during commits.
    case cut

    var testDescription: String { rawValue }
}

extension ClusterRound {
    /// Carries out the fault. Blocks until it is over.
    func carryOut(_ generator: inout SeededGenerator) throws {
        let node = generator.below(Cluster.size)
        switch fault {
        case .nothing: return
        case .kill:
            let start = ContinuousClock.now
            watchers[node].close()
            cluster.kill(node)
            usleep(1_000_000)
            try cluster.start(node)
            awaitDeparture(of: node, since: start)
        case .pause:
            cluster.pause(node)
            usleep(8_000_000)
            cluster.resume(node)
        case .restart, .crash:
            try cluster.server.stop(fault == .restart ? "INT" : "QUIT")
            let start = ContinuousClock.now
            checkWhileAway()
            while start.duration(to: .now) < .seconds(2) { usleep(10_000) }
            try cluster.server.start()
        case .promote:
            try cluster.addStandby()
            awaitMore(50)
            try cluster.failOver()
        case .cut:
            for _ in 0..<20 {
                let proxy = cluster.proxies[generator.below(Cluster.size)]
                if generator.below(3) == 0 {
                    proxy.cut()
                } else {
                    proxy.failNext(CommitProxy.Fault.allCases[generator.below(CommitProxy.Fault.allCases.count)])
                }
                usleep(UInt32(20_000 + generator.below(300_000)))
            }
        }
    }

    /// The database is away: pages that a node holds are shown, and posts are refused.
    private func checkWhileAway() {
        // A session that has a turn in a commit which the database has left open waits for that.
        let isAnyShown = tabs.contains { tab in
            (0..<Cluster.size).contains { node in
                (try? tab.browser.send("GET", "/", to: node, [("Accept", "text/html")], timeout: 3))?.status == 200
            }
        }
        if !isAnyShown { problems.add("No node shows a page while the database is away.") }
        for node in 0..<Cluster.size {
            let browser = ClusterBrowser(cluster, problems)
            // One that arrives within a second of the commit that the database has left open waits with it.
            let isRefused = (1...3).contains { _ in
                (try? browser.send("POST", "/", to: node, [("Accept", "*/*")], "number=1", timeout: 3))?.status == 503
            }
            if !isRefused { problems.add("Posts to node \(node) are not refused while the database is away.") }
        }
    }

    /// A node was killed, with the watcher whose stream it had.
    private func awaitDeparture(of node: Int, since start: ContinuousClock.Instant) {
        let other = (node + 1) % Cluster.size
        while start.duration(to: .now) < .seconds(20) {
            if let lists = reader.lists(at: other), !lists["watchers", default: []].contains(node + 1) {
                let time = start.duration(to: .now)
                note("The watcher of a killed node was gone after \(time).")
                // Five seconds of silence, up to one until others look, and the turn of the model, on a machine that has other work.
                if time > .seconds(8) { problems.add("The watcher of a killed node was gone after \(time).") }
                return
            }
            usleep(20_000)
        }
        problems.add("The watcher of a killed node is still there after 20 seconds.")
    }
}
