/// CPU time of an endpoint that answers with one row of a SQLite database as JSON.
struct EndpointBenchmark {
    let options: Options
    let products: Products

    /// Measures it.
    func run() throws -> [Finding] {
        let server = try ElmwoodServer(products)
        defer { server.process.stop() }
        let yardstick = try Yardstick(products, options, beside: server)
        defer { yardstick.stop() }
        let requests = [[UInt8]](repeating: Requests.get(Requests.endpoint), count: options.connections)
        let load = try Load(on: server.process, requests: requests, expecting: 200)
        let count = max(options.requests / 4, 100)
        _ = try load.run(count)
        var bare: [Double] = []
        let results = try (0..<options.rounds).map { _ in
            bare.append(try yardstick.measure())
            return try load.run(count)
        }
        let rate = Statistics(results.map(\.requestsPerSecond)).median.rounded(to: 0)
        let detail = "\(results.last?.bodySize ?? 0) bytes, \(rate) requests/s"
        return [
            Finding("GET JSON of one row", results.map(\.cpuMicroseconds), over: bare, atMost: nil, detail: detail)
        ]
    }
}
