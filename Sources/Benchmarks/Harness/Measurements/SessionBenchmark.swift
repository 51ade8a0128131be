/// The memory of an idle session of the counter: the growth of the process by many of them.
struct SessionBenchmark {
    let options: Options
    let products: Products

    /// Measures it.
    func run() throws -> [Finding] {
        let server = try ElmwoodServer(products)
        defer { server.process.stop() }
        // The memory for the first requests (code, buffers, connections) belongs to no session: posts of one session use all of it
        // before the first reading.
        let cookie = try server.beginSession()
        func load(_ cookie: String?) throws -> Load {
            let post = Requests.browserPost(cookie: cookie)
            return try Load(on: server.process, post, times: options.connections, expecting: 303)
        }
        let (warmUp, firstPosts) = (try load(cookie), try load(nil))
        _ = try warmUp.run(5_000)
        let before = try server.process.residentBytes()
        let result = try firstPosts.run(options.sessions)
        let after = try server.process.residentBytes()
        // The first session must still be in memory, or the result is meaningless.
        let answer = try server.process.exchange(Requests.browserPost(cookie: cookie))
        guard answer.status == 303 else {
            throw BenchmarkFailure(
                "After \(options.sessions) sessions the first one is answered with \(answer.status)."
            )
        }
        return [
            Finding(
                "memory of an idle session",
                Double(after - before) / Double(options.sessions),
                atMost: 280,
                digits: 0,
                unit: " bytes",
                detail: "\(options.sessions) sessions; the process has \((Double(before) / 1e6).rounded(to: 1)) MB "
                    + "before and \((Double(after) / 1e6).rounded(to: 1)) MB after; "
                    + "\(result.cpuMicroseconds.rounded(to: 2)) µs CPU for each first post"
            )
        ]
    }
}
