import Glibc

/// A model of a shared program, stored in SQLite: messages to it, the pages that show it, and those who watch it.
struct SharedBenchmark {
    let options: Options
    let products: Products

    /// The number of visitors who send messages at once, and of those who enter the chat.
    private static let senders = 64
    private static let guests = 300

    /// Measures it.
    func run() throws -> [Finding] {
        try ListeningPage.allowMany(options.pages)
        return try messages() + readers() + watchers() + chat()
    }

    private func server() throws -> ElmwoodServer {
        try ElmwoodServer(
            products,
            connections: 4 * options.pages + 1_000,
            environment: ["ELMWOOD_SESSIONS=sqlite", "ELMWOOD_DURABILITY=process"]
        )
    }

    /// Posts whose message goes to the shared model, compared with those that only change the visitor's own.
    private func messages() throws -> [Finding] {
        let server = try server()
        defer { server.process.stop() }
        let cookies = try (0..<Self.senders).map { _ in
            try server.beginSession(Requests.browserPost("note", to: Requests.tally, cookie: nil))
        }
        let loads = try ["note", "add"].map { message in
            let posts = cookies.map { Requests.browserPost(message, to: Requests.tally, cookie: $0) }
            return try Load(on: server.process, requests: posts, expecting: 303)
        }
        var results = [[LoadResult]](repeating: [], count: loads.count)
        for round in 0...options.rounds {
            for (index, load) in loads.enumerated() {
                let result = try load.run(options.requests)
                // The first round is a warm-up.
                if round > 0 { results[index].append(result) }
            }
        }
        let more = Statistics(zip(results[1], results[0]).map { $0.cpuMicroseconds - $1.cpuMicroseconds })
        let rate = Statistics(results[1].map(\.requestsPerSecond))
        let own = Statistics(results[0].map(\.cpuMicroseconds))
        return [
            Finding(
                "messages from \(Self.senders) sessions to one shared model",
                rate.median,
                atLeast: 5_000,
                digits: 0,
                unit: " a second",
                detail: "\(rate.lowest.rounded(to: 0)) to \(rate.highest.rounded(to: 0))"
            ),
            Finding(
                "CPU of such a message, beyond the sender's own stored post",
                more.median,
                atMost: 20,
                digits: 1,
                unit: " µs",
                detail: "\(more.lowest.rounded(to: 1)) to \(more.highest.rounded(to: 1)) µs; "
                    + "the post itself \(own.median.rounded(to: 1)) µs"
            ),
        ]
    }

    /// Pages that show the model, each of a visitor of its own.
    private func readers() throws -> [Finding] {
        let server = try server()
        defer { server.process.stop() }
        // One after the other, since a process may have so many connections.
        let others = try OpenReaders(of: Requests.room, count: options.pages, on: server.process).kilobytes
        let readers = try OpenReaders(of: Requests.tally, count: options.pages, on: server.process)
        let result = try readers.change("add", rounds: options.rounds)
        return [
            Finding(
                "memory of an open page that shows a shared model, beyond another's",
                readers.kilobytes - others,
                atMost: 1,
                digits: 1,
                unit: " KB",
                detail: "\(readers.kilobytes.rounded(to: 1)) KB, and one that subscribes to a topic "
                    + "\(others.rounded(to: 1)) KB, while they are new"
            ),
            Finding(
                "a change of a shared model until the last page has it",
                result.milliseconds.median,
                atMost: 300,
                digits: 0,
                unit: " ms",
                detail: "\(options.pages) pages; \(result.milliseconds.lowest.rounded(to: 0)) to "
                    + "\(result.milliseconds.highest.rounded(to: 0)) ms; "
                    + "\(result.microsecondsEach.median.rounded(to: 1)) µs CPU a page"
            ),
        ]
    }

    /// Visitors who open pages that watch the model, and close them.
    private func watchers() throws -> [Finding] {
        let server = try server()
        defer { server.process.stop() }
        let process = server.process
        let revision = try process.revision(of: Requests.tally)
        let (begin, cpu, written) = (WallClock.now, try process.cpuNanoseconds(), try process.writtenBytes())
        let pages = try (1...options.pages).map {
            try ListeningPage("\(Requests.tally)?as=\($0)", number: $0, revision: revision, port: process.port)
        }
        try process.awaitTally(1, options.pages)
        let seconds = Double(WallClock.now - begin) / 1e9
        let (middle, tellings) = (try process.cpuNanoseconds(), try process.tally()[2])
        let megabytes = Double(try process.writtenBytes() - written) / 1e6
        for page in pages { page.close() }
        try process.awaitTally(1, 0)
        let (came, left) = (Double(middle - cpu) / 1e3, Double(try process.cpuNanoseconds() - middle) / 1e3)
        return [
            Finding(
                "times a second that a model is told who watches",
                Double(tellings) / seconds,
                atMost: 10,
                digits: 1,
                unit: "",
                detail: "\(options.pages) come in \(seconds.rounded(to: 1)) s and go: "
                    + "\((came / Double(options.pages)).rounded(to: 0)) and \((left / Double(options.pages)).rounded(to: 0)) µs "
                    + "CPU each; \(megabytes.rounded(to: 1)) MB written while they came"
            )
        ]
    }

    /// Visitors who enter the chat, each with a name and an open page.
    private func chat() throws -> [Finding] {
        let server = try server()
        defer { server.process.stop() }
        let process = server.process
        let (cpu, written) = (try process.cpuNanoseconds(), try process.writtenBytes())
        let pages = try (1...Self.guests).map { number in
            let entrance = Requests.form("form=introduction&name=Guest+\(number)", to: Requests.chat)
            let cookie = try server.beginSession(entrance)
            return try ListeningPage(Requests.chat, number: number, revision: "0", port: process.port, cookie: cookie)
        }
        // What was gathered last is told, stored and pushed.
        sleep(2)
        let seconds = Double(try process.restingCPUNanoseconds() - cpu) / 1e9
        let megabytes = Double(try process.writtenBytes() - written) / 1e6
        let page = try process.exchange(Requests.get(Requests.chat, cookie: pages[0].cookie))
        guard String(decoding: page.body, as: UTF8.self).contains("and \(Self.guests - 20) more") else {
            throw BenchmarkFailure("The chat does not show who has entered it.")
        }
        return [
            Finding("CPU of \(pages.count) who enter the chat", seconds, atMost: 3, digits: 2, unit: " s"),
            Finding("written for them", megabytes, atMost: 20, digits: 1, unit: " MB"),
        ]
    }
}
