/// CPU time of a page with a table of 1,000 rows of three cells and a button in each row, rendered anew each time.
struct TableBenchmark {
    let options: Options
    let products: Products

    /// Measures it.
    func run() throws -> [Finding] {
        let server = try ElmwoodServer(products)
        defer { server.process.stop() }
        // Few connections: what is asked is the work of a page, not how many of them fit into the kernel's buffers.
        let requests = [[UInt8]](repeating: Requests.get(Requests.table), count: min(options.connections, 4))
        let load = try Load(on: server.process, requests: requests, expecting: 200)
        let count = max(options.requests / 20, 100)
        _ = try load.run(count / 5 + 1)
        let results = try (0..<options.rounds).map { _ in try load.run(count) }
        let cpu = Statistics(results.map { $0.cpuMicroseconds / 1_000 })
        let rate = Statistics(results.map(\.requestsPerSecond))
        return [
            Finding(
                "GET 1,000 × 3 table page",
                cpu.median,
                atMost: 0.5,
                digits: 3,
                unit: " ms CPU",
                detail: "\(cpu.lowest.rounded(to: 3)) to \(cpu.highest.rounded(to: 3)) ms; aim 0.35; "
                    + "\(results.last?.bodySize ?? 0) bytes, \(rate.median.rounded(to: 0)) requests/s"
            )
        ]
    }
}
