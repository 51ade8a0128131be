import Glibc

/// The time until a visitor is answered after a start, and after the end of a killed worker. Their session is among very many
/// stored ones, and the page shows its state.
struct RestartBenchmark {
    let options: Options
    let products: Products

    /// Measures it.
    func run() throws -> [Finding] {
        let site = try Site(products.build("ElmwoodBenchmarkServer"), StoredSessions(options.stored, samples: 1_000))
        let name = try cookieName(site.program)
        var visitors = site.stored.samples.map { Visitor(cookie: "\(name)=\($0.token.text)", number: $0.number) }[...]
        let count = max(20, options.rounds)
        let sizes = site.stored.sizes
        printLine(
            "  \(site.stored.count) sessions stored in \(site.stored.seconds.rounded(to: 1)) s: "
                + "\((Double(sizes.file) / 1e6).rounded(to: 0)) MB"
        )

        func times(of measured: (Visitor) throws -> Int) throws -> Statistics {
            Statistics(
                try (0..<count).map { _ in
                    guard let visitor = visitors.popFirst() else {
                        throw BenchmarkFailure("There are too few samples.")
                    }
                    return Double(try measured(visitor)) / 1e6
                }
            )
        }
        let clean = try times { try fromStart(of: site, to: $0) }
        let log = try fillLog(with: visitors.suffix(64), of: site.stored, site.start())
        let afterKill = try times { try fromStart(of: site, to: $0) }
        let fromKill = try times { try fromKill(of: site, to: $0) }
        // A start adds two pages, since it tells the other processes of itself. All starts together must not change what is measured.
        guard (log...log + log / 20).contains(site.stored.sizes.log) else {
            throw BenchmarkFailure("The log of what was stored was not left alone.")
        }

        func finding(_ subject: String, _ time: Statistics, atMost limit: Double = 150, _ more: String) -> Finding {
            let spread = "\(count) times, \(time.lowest.rounded(to: 1)) to \(time.highest.rounded(to: 1)) ms; \(more)"
            return Finding("restart: " + subject, time.median, atMost: limit, digits: 1, unit: " ms", detail: spread)
        }
        let megabytes = (Double(log) / 1e6).rounded(to: 1) + " MB of log"
        return [
            finding("start to a stored session's page", clean, "\(site.stored.count) sessions"),
            finding("start after kill -9", afterKill, megabytes),
            finding("kill -9 of the worker to the page", fromKill, atMost: 32, megabytes),
        ]
    }

    /// A program, and what it has stored.
    private struct Site {
        let program: String
        let stored: StoredSessions

        init(_ program: String, _ stored: StoredSessions) {
            self.program = program
            self.stored = stored
        }

        func start(_ environment: [String] = []) throws -> ElmwoodServer {
            try ElmwoodServer(
                program: program,
                data: stored.folder,
                environment: ["ELMWOOD_SESSIONS=sqlite"] + environment
            )
        }
    }

    /// From the start of a process. It is killed, so it leaves the store as it found it.
    private func fromStart(of site: Site, to visitor: Visitor) throws -> Int {
        let begin = WallClock.now
        let server = try site.start()
        defer { server.process.kill() }
        try visitor.look(at: server.process)
        return WallClock.now - begin
    }

    /// From the end of a killed worker.
    private func fromKill(of site: Site, to visitor: Visitor) throws -> Int {
        // One supervisor for each time: a supervisor delays a worker whose predecessors ended soon.
        let supervisor = try site.start(["ELMWOOD_SUPERVISOR=on"]).process
        defer { killAll(supervisor) }
        _ = try supervisor.exchange(Requests.get(Requests.counter))
        // It may answer before it has reported to the supervisor that it serves, and a worker that never did is not restarted.
        usleep(100_000)
        guard let worker = try supervisor.children().first else {
            throw BenchmarkFailure("The supervisor has no worker.")
        }
        let begin = WallClock.now
        Glibc.kill(worker, SIGKILL)
        try visitor.look(at: supervisor)
        return WallClock.now - begin
    }

    /// Kills a supervisor and its worker, which would end properly if only the other one were gone.
    private func killAll(_ supervisor: ServerProcess) {
        let workers = (try? supervisor.children()) ?? []
        for worker in workers { Glibc.kill(worker, SIGSTOP) }
        supervisor.kill()
        for worker in workers { Glibc.kill(worker, SIGKILL) }
    }

    /// A returning visitor.
    private struct Visitor {
        let cookie: String
        /// The counter's value.
        let number: Int

        /// Loads the page, which must show the former value.
        func look(at process: ServerProcess) throws {
            let answer = try answer(of: process)
            let page = String(decoding: answer.body, as: UTF8.self)
            guard answer.status == 200, page.contains("<output>\(number)</output>") else {
                throw BenchmarkFailure("Who has a stored session is answered with \(answer.status), and not with it.")
            }
        }

        /// Repeats the request if the connection breaks: a killed worker may have accepted it before its end.
        private func answer(of process: ServerProcess) throws -> Response {
            let begin = WallClock.now
            while true {
                do {
                    return try process.exchange(Requests.get(Requests.counter, cookie: cookie))
                } catch {
                    guard WallClock.now - begin < 5_000_000_000 else { throw error }
                }
            }
        }
    }

    /// Returns the name of the session cookie.
    private func cookieName(_ program: String) throws -> Substring {
        let server = try ElmwoodServer(program: program)
        defer { server.process.stop() }
        return try server.beginSession().prefix { $0 != "=" }
    }

    /// Makes those visitors act until the log of the store is about to be checkpointed, and kills the server.
    ///
    /// - Returns: The bytes of the log.
    private func fillLog(
        with visitors: ArraySlice<Visitor>,
        of stored: StoredSessions,
        _ server: ElmwoodServer
    ) throws -> Int {
        defer { server.process.kill() }
        let posts = visitors.map { Requests.browserPost(cookie: $0.cookie) }
        let load = try Load(on: server.process, requests: posts, expecting: 303)
        var log = 0
        while log < 15_000_000 {
            _ = try load.run(posts.count)
            let size = stored.sizes.log
            guard size > log else { throw BenchmarkFailure("The log of what was stored does not grow.") }
            log = size
        }
        return log
    }
}
