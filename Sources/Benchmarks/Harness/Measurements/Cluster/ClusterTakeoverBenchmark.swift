import Glibc

/// The time from the end of a killed node, which carries out a durable effect, until another node has begun the effect again.
struct ClusterTakeoverBenchmark {
    let options: Options
    let cluster: Cluster

    /// Measures it.
    func run() throws -> [Finding] {
        let folder = try TemporaryFolder()
        let environment = ["BENCHMARK_ERRANDS=\(folder.path)/errands"]
        let witness = try cluster.nodes(1, sharing: "takeover", environment: environment)[0]
        defer { witness.process.stop() }
        let rounds = min(options.rounds, 5)
        let times = try (0..<rounds).map { round in
            let file = folder.path + "/errands"
            try writeFile(file, [])
            let victim = try cluster.node(over: "takeover", environment: environment).process
            let answer = try victim.exchange(Requests.browserPost("begin", to: Requests.errand, cookie: nil))
            guard answer.status == 303 else { throw BenchmarkFailure("An errand is answered with \(answer.status).") }
            _ = try awaitBegin(of: victim.identifier, in: file)
            // Its lease is renewed every two seconds: it is killed at a different moment between renewals each time.
            usleep(UInt32(1_000_000 + round * 2_000_000 / rounds))
            let begin = WallClock.now
            victim.kill()
            return Double(try awaitBegin(of: witness.process.identifier, in: file) - begin) / 1e9
        }
        let time = Statistics(times)
        return [
            Finding(
                "from the end of a killed node until another has begun its durable effect",
                time.highest,
                atMost: 6,
                digits: 1,
                unit: " s",
                detail: "the longest of \(rounds); \(time.lowest.rounded(to: 1)) s the shortest"
            )
        ]
    }

    /// Waits until that process has begun the effect, and returns when.
    private func awaitBegin(of process: pid_t, in file: String) throws -> Int {
        let end = WallClock.now + 30_000_000_000
        while WallClock.now < end {
            for line in String(decoding: try readFile(file), as: UTF8.self).split(separator: "\n") {
                let numbers = line.split(separator: " ").compactMap { Int($0) }
                if numbers.count == 2, numbers[0] == Int(process) { return numbers[1] }
            }
            usleep(5_000)
        }
        throw BenchmarkFailure("A durable effect does not begin.")
    }
}
