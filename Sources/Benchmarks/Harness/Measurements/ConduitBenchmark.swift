/// The front page of Conduit, with ten articles of a hundred and the popular tags, from SQLite: CPU time, requests a second, and its size.
struct ConduitBenchmark {
    let options: Options
    let products: Products

    /// Measures it: read for each request, as while nobody has the page open, and kept, as while somebody has.
    func run() throws -> [Finding] {
        let program = try products.build("conduit")
        let data = try TemporaryFolder()
        let seed = try ChildProcess(program, ["seed"], environment: ["ELMWOOD_DATA=\(data.path)"], isQuiet: true)
        guard seed.wait() else { throw BenchmarkFailure("Conduit's articles cannot be made.") }
        let server = try ElmwoodServer(program: program, data: data)
        defer { server.process.stop() }
        // The bare server sends the page of another one.
        let other = try ElmwoodServer(products)
        defer { other.process.stop() }
        let yardstick = try Yardstick(products, options, beside: other)
        defer { yardstick.stop() }
        var findings = [
            try finding("Conduit's front page, read anew", server.process, yardstick, acceptsGzip: false),
            try finding("the same, compressed", server.process, yardstick, acceptsGzip: true),
        ]
        let revision = try server.process.revision(of: "/")
        let open = try ListeningPage("/", number: 0, revision: revision, port: server.process.port)
        findings += [
            try finding("Conduit's front page, kept", server.process, yardstick, acceptsGzip: false),
            try finding("the same, compressed", server.process, yardstick, acceptsGzip: true),
        ]
        withExtendedLifetime(open) {}
        return findings
    }

    private func finding(
        _ name: String,
        _ process: ServerProcess,
        _ yardstick: Yardstick,
        acceptsGzip: Bool
    ) throws -> Finding {
        let get = Requests.get("/", acceptsGzip: acceptsGzip)
        let requests = [[UInt8]](repeating: get, count: options.connections)
        let load = try Load(on: process, requests: requests, expecting: 200)
        let count = max(options.requests / 10, 100)
        return try yardstick.finding(name, of: load, requests: count, rounds: options.rounds)
    }
}
