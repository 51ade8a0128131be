/// The memory of a session that is stored and evicted. It is the growth of the process by twice as many visitors whose sessions are
/// created and evicted, after as many have been once. So the memory in use while the first were active is not part of it.
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
        func load(_ cookie: String?) throws -> Load {
            let post = Requests.browserPost(cookie: cookie)
            return try Load(on: server.process, post, times: options.connections, expecting: 303)
        }
        _ = try load(cookie).run(5_000)
        let firstPosts = try load(nil)
        func comeAndLeave() throws -> (busy: Int, after: Int) {
            _ = try firstPosts.run(options.sessions)
            let busy = try server.process.residentBytes()
            // Once the server has evicted the idle sessions.
            return (busy, try server.process.lowestResidentBytes(within: Self.memoryLife * 3))
        }
        let before = try comeAndLeave().after
        _ = try comeAndLeave()
        let (busy, after) = try comeAndLeave()
        try comesBack(cookie, server.process)
        func megabytes(_ bytes: Int) -> String { (Double(bytes) / 1e6).rounded(to: 1) + " MB" }
        return [
            Finding(
                "memory of a stored session, idle",
                max(0, Double(after - before)) / Double(2 * options.sessions),
                // The target is zero, but the memory of a process that answers requests always varies by a megabyte.
                atMost: 5,
                digits: 0,
                unit: " bytes",
                detail:
                    "the process has \(megabytes(before)) with \(options.sessions) stored, \(megabytes(after)) with "
                    + "three times as many, \(megabytes(busy)) while a third of them is in memory"
            )
        ]
    }

    /// Checks that the first visitor's session still exists, or the result is meaningless.
    private func comesBack(_ cookie: String, _ process: ServerProcess) throws {
        let answer = try process.exchange(Requests.get(Requests.counter, cookie: cookie))
        guard String(decoding: answer.body, as: UTF8.self).contains("<output>5001</output>") else {
            throw BenchmarkFailure("A session that was evicted to the store cannot be loaded.")
        }
    }
}
