/// A site whose nodes share a PostgreSQL server: what a stored post costs, what nodes are told and when, who continues for a node that
/// was killed, and what stored sessions cost a node.
struct ClusterBenchmark {
    let options: Options
    let products: Products

    /// Measures it, if PostgreSQL is installed.
    ///
    /// - Parameter add: receives the findings of each part at once, since they take minutes.
    func run(_ add: ([Finding]) -> Void) throws {
        if let obstacle = Cluster.obstacle() {
            printLine("  Left out: nodes over PostgreSQL, since \(obstacle). ./dev bench --only cluster installs it.")
            return
        }
        let cluster = try Cluster(products)
        add(try ClusterPostBenchmark(options: options, cluster: cluster).run())
        add(try ClusterPushBenchmark(options: options, cluster: cluster).run())
        add(try ClusterSharedBenchmark(options: options, cluster: cluster).run())
        add(try ClusterTakeoverBenchmark(options: options, cluster: cluster).run())
        add(try ClusterMemoryBenchmark(options: options, cluster: cluster).run())
    }
}
