import Glibc

/// Memory of a session that is stored and not held any more: how much the process has grown once many visitors have come,
/// left, and gone to the store.
struct StoredMemoryBenchmark {
    let options: Options
    let products: Products

    /// How long a session stays in memory after the visitor's last request here.
    private static let memoryLife = 5

    /// Measures it.
    func run() throws -> [Finding] {
        let server = try ElmwoodServer(
            products,
            environment: ["ELMWOOD_SESSIONS=sqlite", "BENCHMARK_MEMORY_LIFE=\(Self.memoryLife)"]
        )
        defer { server.process.stop() }
        let cookie = try server.beginSession()
        let warm = [[UInt8]](repeating: Requests.browserPost(cookie: cookie), count: options.connections)
        let begin = [[UInt8]](repeating: Requests.browserPost(cookie: nil), count: options.connections)
        _ = try Load(on: server.process, requests: warm, expecting: 303).run(5_000)
        let firstPosts = try Load(on: server.process, requests: begin, expecting: 303)
        // What the first requests bring belongs to no session, nor do the pages of the file that SQLite keeps.
        _ = try firstPosts.run(options.sessions / 5)
        let before = try memoryAtRest(server.process)
        _ = try firstPosts.run(options.sessions)
        let busy = try server.process.residentBytes()
        let after = try memoryAtRest(server.process)
        try comesBack(cookie, server.process)
        func megabytes(_ bytes: Int) -> String { (Double(bytes) / 1e6).rounded(to: 1) + " MB" }
        return [
            Finding(
                "memory of a stored session, idle",
                max(0, Double(after - before)) / Double(options.sessions),
                atMost: 0,
                digits: 0,
                unit: " bytes",
                detail: "\(options.sessions) sessions; the process has \(megabytes(before)) before, "
                    + "\(megabytes(busy)) with them, \(megabytes(after)) after"
            )
        ]
    }

    /// The memory once the server has let go of those who are idle.
    private func memoryAtRest(_ process: ServerProcess) throws -> Int {
        var lowest = try process.residentBytes()
        for _ in 0..<(Self.memoryLife * 3) {
            sleep(1)
            lowest = min(lowest, try process.residentBytes())
        }
        return lowest
    }

    /// The first visitor's session must still be there, or the figure says nothing.
    private func comesBack(_ cookie: String, _ process: ServerProcess) throws {
        let answer = try process.exchange(Requests.get(Requests.counter, cookie: cookie))
        guard String(decoding: answer.body, as: UTF8.self).contains("<output>5001</output>") else {
            throw BenchmarkFailure("A session that went to the store does not come back from there.")
        }
    }
}
