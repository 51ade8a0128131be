/// The bare C server over the same library, which sends the bytes of Elmwood's counter page: the base of all ratios.
struct BareServer {
    let process: ServerProcess
    private let folder: TemporaryFolder

    /// Starts it.
    ///
    /// - Parameter page: the counter's page as sent by Elmwood.
    init(_ products: Products, _ options: Options, sending page: Response) throws {
        guard page.status == 200 else { throw BenchmarkFailure("The counter's page answers with \(page.status).") }
        let folder = try TemporaryFolder()
        let record = folder.path + "/response"
        try writeFile(record, page.head + page.body)
        self.folder = folder
        process = try ServerProcess(try products.build("ElmwoodBareServer")) { port in
            ["\(port)", "\(options.threads)", record, options.bareLoop]
        }
        try verify(sendsThe: page)
    }

    /// Checks that it sends the same bytes as Elmwood, except for the date.
    private func verify(sendsThe page: Response) throws {
        func lines(_ head: [UInt8]) -> [String] {
            String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
                .filter { !$0.hasPrefix("Date: ") }.sorted()
        }
        let answer = try process.exchange(Requests.get("/"))
        guard lines(answer.head) == lines(page.head), answer.body == page.body else {
            throw BenchmarkFailure(
                "The bare server does not send the same bytes: \(lines(answer.head)), not \(lines(page.head))."
            )
        }
    }
}

/// The CPU time of the bare server's GET, measured in the same rounds as the compared server: a machine's speed varies over time,
/// and its other work affects both.
struct Yardstick {
    private let server: BareServer
    private let load: Load
    private let requests: Int

    /// Starts a bare server beside Elmwood's.
    init(_ products: Products, _ options: Options, beside elmwood: ElmwoodServer) throws {
        let page = try elmwood.process.exchange(Requests.get(Requests.counter, cookie: try elmwood.beginSession()))
        server = try BareServer(products, options, sending: page)
        let get = Requests.get(Requests.counter)
        load = try Load(on: server.process, get, times: options.connections, expecting: 200)
        requests = max(options.requests / 4, 1_000)
        _ = try load.run(requests)
    }

    /// Returns the current microseconds of one GET.
    func measure() throws -> Double { try load.run(requests).cpuMicroseconds }

    /// Measures another server's load, each round of it beside one of the bare server. A round of warm-up precedes them.
    ///
    /// - Parameter count: the requests of a round.
    func finding(
        _ subject: String,
        of load: Load,
        requests count: Int,
        rounds: Int,
        atMost limit: Double? = nil
    ) throws -> Finding {
        _ = try load.run(count)
        var bare: [Double] = []
        let results = try (0..<rounds).map { _ in
            bare.append(try measure())
            return try load.run(count)
        }
        let rate = Statistics(results.map(\.requestsPerSecond)).median.rounded(to: 0)
        let detail = "\(results.last?.bodySize ?? 0) bytes, \(rate) requests/s"
        return Finding(subject, results.map(\.cpuMicroseconds), over: bare, atMost: limit, detail: detail)
    }

    func stop() { server.process.stop() }
}

extension Finding {
    /// Creates the finding of a time as a ratio to that of a bare GET.
    ///
    /// - Parameters:
    ///   - times: the times of each round, in microseconds.
    ///   - bare: those of the bare GET in the same rounds.
    init(_ subject: String, _ times: [Double], over bare: [Double], atMost limit: Double?, detail: String) {
        let ratio = Statistics(zip(times, bare).map { $0 / $1 })
        let time = Statistics(times)
        let unit = " × bare GET"
        let spread =
            "×\(ratio.quartiles.0.rounded(to: 1)) to ×\(ratio.quartiles.1.rounded(to: 1)); "
            + "\(time.median.rounded(to: 1)) µs CPU, \(detail)"
        guard let limit else {
            self.init(subject, ratio.median.rounded(to: 1) + unit, detail: spread)
            return
        }
        self.init(subject, ratio.median, atMost: limit, digits: 1, unit: unit, detail: spread)
    }
}
