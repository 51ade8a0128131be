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
        let get = Requests.get(Requests.endpoint)
        let load = try Load(on: server.process, get, times: options.connections, expecting: 200)
        let count = max(options.requests / 4, 100)
        return [try yardstick.finding("GET JSON of one row", of: load, requests: count, rounds: options.rounds)]
    }
}
