/// CPU time of a page with a table of 1,000 rows of three cells and a button in each row, rendered anew each time.
struct TableBenchmark {
    let options: Options
    let products: Products

    /// Measures it.
    func run() throws -> [Finding] {
        let server = try ElmwoodServer(products)
        defer { server.process.stop() }
        let yardstick = try Yardstick(products, options, beside: server)
        defer { yardstick.stop() }
        // Few connections: the measurement is of the work of a page, not of how many fit into the kernel's buffers.
        let connections = min(options.connections, 4)
        let load = try Load(on: server.process, Requests.get(Requests.table), times: connections, expecting: 200)
        let count = max(options.requests / 20, 100)
        let name = "GET 1,000 × 3 table page"
        return [try yardstick.finding(name, of: load, requests: count, rounds: options.rounds, atMost: 48)]
    }
}
