/// The cost of an action on an open page: the server's CPU time from the received post to the sent patch, and bytes sent.
///
/// The operations are those of js-framework-benchmark on a table of 1,000 rows. Each is run on many equal pages of different
/// visitors. The clock is read when the server is idle before the first of these posts and after the last, so that the preparation
/// is not counted. The posts are sent over keep-alive connections, as many at once as the server has threads, since the measurement
/// is of the work of a post, not of waking an idle server.
struct LiveBenchmark {
    let options: Options
    let products: Products

    /// Measures it.
    func run() throws -> [Finding] {
        let server = try ElmwoodServer(products)
        defer { server.process.stop() }
        let yardstick = try Yardstick(products, options, beside: server)
        defer { yardstick.stop() }
        return try clicks(server.process, yardstick) + operations(server.process, yardstick)
    }

    // MARK: The counter

    private func clicks(_ process: ServerProcess, _ yardstick: Yardstick) throws -> [Finding] {
        let pages = try (0..<options.connections).map {
            try OpenPage(on: process, at: Requests.counter, number: $0)
        }
        // The first response to a page contains more than later ones.
        for page in pages { try page.act(["increment"]) }
        var sizes = Sizes()
        var cpu: [Double] = []
        var bare: [Double] = []
        for round in 0...options.rounds {
            let count = round == 0 ? options.requests / 5 + 1 : options.requests
            let begin = try process.restingCPUNanoseconds()
            // Up and down, so that the counter ends with one digit.
            for page in pages { try page.send(["increment"]) }
            for turn in 0..<count {
                let page = pages[turn % pages.count]
                let answer = try page.receive()
                try page.show(answer)
                sizes.add(answer, page)
                let next = turn + pages.count
                if next < count { try page.send([next / pages.count % 2 == 0 ? "increment" : "decrement"]) }
            }
            let time = try process.restingCPUNanoseconds() - begin
            guard round > 0 else { continue }
            cpu.append(Double(time) / Double(count) / 1_000)
            bare.append(try yardstick.measure())
        }
        for page in pages { _ = try page.reload() }
        return [
            Finding("live: counter click", cpu, over: bare, atMost: 3.2, detail: "\(cpu.count) rounds"),
            sizes.finding("live: counter click", atMost: 60),
        ]
    }

    // MARK: The table

    private func operations(_ process: ServerProcess, _ yardstick: Yardstick) throws -> [Finding] {
        let pages = try (0..<options.connections).map {
            try OpenPage(on: process, at: Requests.rows, number: 1_000 + $0)
        }
        for page in pages { try page.act(["clear"]) }
        let operations = TableOperation.all
        var cpu = [[Double]](repeating: [], count: operations.count)
        var bare: [Double] = []
        var sizes = [Sizes](repeating: Sizes(), count: operations.count)
        let rounds = options.rounds * 4
        for round in 0...rounds {
            if round > 0 { bare.append(try yardstick.measure()) }
            // The order changes from round to round.
            for place in operations.indices {
                let index = (place + round) % operations.count
                let time = try measure(operations[index], on: pages, of: process, &sizes[index])
                // The first round is a warm-up.
                if round > 0 { cpu[index].append(time * 1_000) }
                let shown = TableOperation.Shown(html: try pages[round % pages.count].reload())
                guard operations[index].leads(to: shown) else {
                    throw BenchmarkFailure("“\(operations[index].name)” does not show the expected table.")
                }
            }
        }
        return operations.indices.flatMap { index -> [Finding] in
            let operation = operations[index]
            let name = "live: \(operation.name)"
            let detail = "\(pages.count) pages × \(rounds) rounds"
            return [
                Finding(name, cpu[index], over: bare, atMost: operation.limit?.ratio, detail: detail),
                sizes[index].finding(name, atMost: operation.limit?.bytes),
            ]
        }
    }

    /// Returns the CPU time of the operation on one page in milliseconds.
    private func measure(
        _ operation: TableOperation,
        on pages: [OpenPage],
        of process: ServerProcess,
        _ sizes: inout Sizes
    ) throws -> Double {
        for page in pages { try page.act(operation.preparation) }
        var answers: [Response] = []
        answers.reserveCapacity(pages.count)
        let atOnce = min(pages.count, options.threads * 2)
        let begin = try process.restingCPUNanoseconds()
        for page in pages.prefix(atOnce) { try page.send([operation.message]) }
        for turn in pages.indices {
            answers.append(try pages[turn].receive())
            if turn + atOnce < pages.count { try pages[turn + atOnce].send([operation.message]) }
        }
        let time = try process.restingCPUNanoseconds() - begin
        for (page, answer) in zip(pages, answers) {
            try page.show(answer)
            sizes.add(answer, page)
        }
        return Double(time) / Double(pages.count) / 1e6
    }

    /// The largest sizes of the messages of an operation, in bytes.
    private struct Sizes {
        var patch = 0
        var response = 0
        var request = 0

        mutating func add(_ answer: Response, _ page: OpenPage) {
            patch = max(patch, answer.body.count)
            response = max(response, answer.head.count + answer.body.count)
            request = max(request, page.requestSize)
        }

        func finding(_ name: String, atMost limit: Int?) -> Finding {
            let detail = "the whole response \(response), the request \(request)"
            guard let limit else { return Finding(name + ", patch", "\(patch) bytes", detail: detail) }
            return Finding(
                name + ", patch",
                Double(patch),
                atMost: Double(limit),
                digits: 0,
                unit: " bytes",
                detail: detail
            )
        }
    }
}
