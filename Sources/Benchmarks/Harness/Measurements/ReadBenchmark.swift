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
        let paths = [Requests.article, Requests.readArticle, Requests.keptArticle, Requests.placedArticle]
        let loads = try paths.map { path in
            try Load(on: server.process, Requests.get(path), times: min(options.connections, 4), expecting: 200)
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
            finding("GET at a place", times[3], over: times[0], atMost: 1.05),
            try appending("100 rows appended to 10,000", Requests.shortList, Requests.longList, on: server.process),
            try appending(
                "the same in a table, a tbody for each 100",
                Requests.shortTable,
                Requests.longTable,
                on: server.process
            ),
        ]
    }

    /// The cost of a hundred rows that are appended to a list of ten thousand, compared with one of a hundred.
    private func appending(
        _ name: String,
        _ short: String,
        _ long: String,
        on process: ServerProcess
    ) throws -> Finding {
        let lists = try [short, long].enumerated().map { index, path in
            try OpenPage(on: process, at: path, number: 10 + index)
        }
        var times = [[Double]](repeating: [], count: lists.count)
        var sizes = [0, 0]
        for round in 0...(options.rounds * 10) {
            for (index, list) in lists.enumerated() {
                try list.act(["reset"])
                let begin = try process.restingCPUNanoseconds()
                sizes[index] = try list.act(["more"]).body.count
                let time = try process.restingCPUNanoseconds() - begin
                // The first round is a warm-up.
                if round > 0 { times[index].append(Double(time) / 1_000) }
            }
        }
        let medians = times.map { Statistics($0).median }
        return Finding(
            name,
            medians[1] / medians[0],
            atMost: 2,
            digits: 2,
            unit: " × to 100",
            detail: "\(medians[1].rounded(to: 0)) µs CPU and \(sizes[1]) bytes, and "
                + "\(medians[0].rounded(to: 0)) µs and \(sizes[0]) bytes"
        )
    }

    private func finding(_ name: String, _ times: [Double], over constant: [Double], atMost limit: Double) -> Finding {
        let ratio = Statistics(zip(times, constant).map { $0 / $1 })
        let detail =
            "×\(ratio.quartiles.0.rounded(to: 2)) to ×\(ratio.quartiles.1.rounded(to: 2)); "
            + "\(Statistics(times).median.rounded(to: 1)) µs CPU, the constant \(Statistics(constant).median.rounded(to: 1))"
        return Finding(name, ratio.median, atMost: limit, digits: 2, unit: " × of a constant", detail: detail)
    }
}
