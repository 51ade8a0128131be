/// The time from a post on one node to the patch on another, where a page of the same session is open. Each post follows the patch of the
/// one before.
struct ClusterPushBenchmark {
    let options: Options
    let cluster: Cluster

    /// Measures it.
    func run() throws -> [Finding] {
        let nodes = try cluster.nodes(2, sharing: "push")
        defer { for node in nodes { node.process.stop() } }
        // The room's pages keep a stream, since they show what is broadcast. A note changes only the session itself.
        let cookie = try nodes[0].beginSession(Requests.browserPost("note", to: Requests.room, cookie: nil))
        let page = try ListeningPage(
            Requests.room,
            number: 1,
            revision: "0",
            port: nodes[1].process.port,
            cookie: cookie
        )
        let connection = try Connection(port: nodes[0].process.port)
        let post = Requests.browserPost("note", to: Requests.room, cookie: cookie)
        var (patches, answers): ([Double], [Double]) = ([], [])
        let count = max(500, options.requests / 10)
        for turn in 0..<(count + 50) {
            let begin = WallClock.now
            try connection.send(post)
            guard try connection.receiveStatus().status == 303 else { throw BenchmarkFailure("A post is refused.") }
            let answered = WallClock.now
            try page.awaitPatch()
            // The first are a warm-up.
            guard turn >= 50 else { continue }
            patches.append(Double(WallClock.now - begin) / 1e6)
            answers.append(Double(answered - begin) / 1e6)
        }
        let (patch, answer) = (Statistics(patches), Statistics(answers))
        let name = "from a post to the patch on another node"
        return [
            Finding(
                name + ", p50",
                patch.median,
                atMost: 10,
                digits: 1,
                unit: " ms",
                detail: "\(count) posts; the answer after \(answer.median.rounded(to: 1)) ms"
            ),
            Finding(
                name + ", p99",
                patch.percentile99,
                atMost: 50,
                digits: 1,
                unit: " ms",
                detail:
                    "at most \(patch.highest.rounded(to: 1)) ms; the answer after \(answer.percentile99.rounded(to: 1)) ms"
            ),
        ]
    }
}
