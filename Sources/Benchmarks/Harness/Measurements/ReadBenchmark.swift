/// CPU time of a page that reads one row of a SQLite database, compared with the same page of a constant: read for each request, and
/// kept, since a page that shows it is open.
struct ReadBenchmark {
    let options: Options
    let products: Products

    /// Measures it.
    func run() throws -> [Finding] {
        let server = try ElmwoodServer(products)
        defer { server.process.stop() }
        let page = try OpenPage(on: server.process, at: Requests.keptArticle, number: 1)
        try page.act(["like"])
        let loads = try [Requests.article, Requests.readArticle, Requests.keptArticle].map { path in
            let requests = [[UInt8]](repeating: Requests.get(path), count: min(options.connections, 4))
            return try Load(on: server.process, requests: requests, expecting: 200)
        }
        let count = max(options.requests / 4, 100)
        var times = [[Double]](repeating: [], count: loads.count)
        for round in 0...options.rounds {
            for (index, load) in loads.enumerated() {
                let result = try load.run(count)
                // The first round is a warm-up.
                if round > 0 { times[index].append(result.cpuMicroseconds) }
            }
        }
        return [
            finding("GET with a row read anew", times[1], over: times[0], atMost: 2.5),
            finding("GET with a row that is kept", times[2], over: times[0], atMost: 1.2),
        ]
    }

    private func finding(_ name: String, _ times: [Double], over constant: [Double], atMost limit: Double) -> Finding {
        let ratio = Statistics(zip(times, constant).map { $0 / $1 })
        let detail =
            "×\(ratio.quartiles.0.rounded(to: 2)) to ×\(ratio.quartiles.1.rounded(to: 2)); "
            + "\(Statistics(times).median.rounded(to: 1)) µs CPU, the constant \(Statistics(constant).median.rounded(to: 1))"
        return Finding(name, ratio.median, atMost: limit, digits: 2, unit: " × of a constant", detail: detail)
    }
}
