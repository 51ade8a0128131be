/// The time from the start of the process to the first page.
struct StartBenchmark {
    let options: Options
    let products: Products

    /// Measures it.
    func run() throws -> [Finding] {
        let program = try products.build("ElmwoodBenchmarkServer")
        let times = try (0..<max(20, options.rounds)).map { _ in
            let begin = WallClock.now
            let server = try ElmwoodServer(program: program)
            defer { server.process.stop() }
            let answer = try server.process.exchange(Requests.get(Requests.counter))
            guard answer.status == 200 else { throw BenchmarkFailure("The first page answers with \(answer.status).") }
            return Double(WallClock.now - begin) / 1e6
        }
        let time = Statistics(times)
        return [
            Finding(
                "start to the first answer",
                time.median,
                atMost: 15,
                digits: 1,
                unit: " ms",
                detail: "\(times.count) starts, \(time.lowest.rounded(to: 1)) to \(time.highest.rounded(to: 1)) ms"
            )
        ]
    }
}
