/// What compression costs the server in CPU time, and how many bytes it saves: of the page with the table of 1,000 rows, and of the
/// patch that creates 1,000 rows.
struct CompressionBenchmark {
    let options: Options
    let products: Products

    /// Measures it.
    func run() throws -> [Finding] {
        let server = try ElmwoodServer(products)
        defer { server.process.stop() }
        return [try page(server.process), try patch(server.process)]
    }

    private func page(_ process: ServerProcess) throws -> Finding {
        let loads = try [false, true].map { isCompressed in
            let request = Requests.get(Requests.table, acceptsGzip: isCompressed)
            return try Load(on: process, request, times: min(options.connections, 4), expecting: 200)
        }
        let count = max(options.requests / 20, 100)
        var times: [[Double]] = [[], []]
        var sizes = [0, 0]
        for round in 0...options.rounds {
            for (index, load) in loads.enumerated() {
                let result = try load.run(count)
                // The first round is a warm-up.
                if round > 0 { times[index].append(result.cpuMicroseconds) }
                sizes[index] = result.bodySize
            }
        }
        return finding("GET 1,000 × 3 table page, compressed", times, sizes)
    }

    private func patch(_ process: ServerProcess) throws -> Finding {
        let pages = try [false, true].enumerated().map { index, isCompressed in
            try OpenPage(on: process, at: Requests.rows, number: 5_000 + index, acceptsGzip: isCompressed)
        }
        var times: [[Double]] = [[], []]
        var sizes = [0, 0]
        for round in 0...(options.rounds * 10) {
            for (index, page) in pages.enumerated() {
                try page.act(["clear"])
                let begin = try process.restingCPUNanoseconds()
                try page.act(["create"])
                let time = try process.restingCPUNanoseconds() - begin
                if round > 0 { times[index].append(Double(time) / 1_000) }
                sizes[index] = page.answerSize
            }
        }
        return finding("live: create 1,000 rows, compressed", times, sizes)
    }

    private func finding(_ name: String, _ times: [[Double]], _ sizes: [Int]) -> Finding {
        let medians = times.map { Statistics($0).median }
        let ratio = Statistics(zip(times[1], times[0]).map { $0 / $1 }).median
        return Finding(
            name,
            "\(ratio.rounded(to: 2)) × uncompressed",
            detail:
                "\(medians[1].rounded(to: 0)) µs CPU and \(sizes[1]) bytes, uncompressed \(medians[0].rounded(to: 0)) µs "
                + "and \(sizes[0]) bytes"
        )
    }
}
