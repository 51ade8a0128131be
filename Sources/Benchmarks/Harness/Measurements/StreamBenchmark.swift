import Glibc

/// Idle live pages, each of a visitor of its own: their cost to the process, the time until a broadcast has reached all of them,
/// and the cost of one push.
struct StreamBenchmark {
    let options: Options
    let products: Products

    /// The number of pages to compare the many with.
    private static let few = 10
    /// The time after which the server drops a page's snapshot, and a margin: an idle page is one that has been idle for that long.
    private static let restSeconds: UInt32 = 20

    /// The results for a number of open pages.
    private struct Result {
        var resident = 0.0
        var kernel = 0.0
        var broadcasts: [Double] = []
        var broadcastCPU: [Double] = []
        var pushes: [Double] = []
    }

    /// Measures it.
    func run() throws -> [Finding] {
        try ListeningPage.allowMany(options.pages)
        let few = try measure(pages: Self.few)
        let many = try measure(pages: options.pages)
        let pushes = Statistics(many.pushes)
        let fewPushes = Statistics(few.pushes)
        let ratio = pushes.median / fewPushes.median
        let broadcasts = Statistics(many.broadcasts)
        return try readers() + [
            Finding(
                "memory of an idle live page",
                many.resident / 1024,
                atMost: 3.4,
                digits: 1,
                unit: " KB",
                detail: "\(options.pages) pages, each with a session; the kernel holds "
                    + "\((many.kernel / 1024).rounded(to: 1)) KB more for its socket"
            ),
            Finding(
                "broadcast until the last page has it",
                broadcasts.median,
                atMost: 300,
                digits: 0,
                unit: " ms",
                detail: "\(options.pages) pages; \(broadcasts.lowest.rounded(to: 0)) to "
                    + "\(broadcasts.highest.rounded(to: 0)) ms; "
                    + "\(Statistics(many.broadcastCPU).median.rounded(to: 0)) ms CPU"
            ),
            Finding(
                "push to one of \(options.pages) pages",
                ratio,
                atMost: 1.2,
                digits: 2,
                unit: " × one of \(Self.few)",
                detail: "\(pushes.median.rounded(to: 1)) µs CPU, and \(fewPushes.median.rounded(to: 1)) µs"
            ),
        ]
    }

    private func measure(pages count: Int) throws -> Result {
        // A part of them is reserved for other clients.
        let server = try ElmwoodServer(products, connections: 2 * count + 100)
        defer { server.process.stop() }
        let revision = try server.process.revision(of: Requests.room)
        func open(_ numbers: Range<Int>) throws -> [ListeningPage] {
            try numbers.map { try ListeningPage(number: $0, revision: revision, port: server.process.port) }
        }
        // The memory for the first pages (code, buffers) belongs to none.
        let sender = try open(0..<1)[0]
        for _ in 0..<100 { try push(to: sender, of: server.process) }

        var result = Result()
        let resident = try server.process.residentBytes()
        let kernel = try Self.kernelBytes()
        let pages = try open(1..<(count + 1))
        sleep(Self.restSeconds)
        result.resident = Double(try server.process.residentBytes() - resident) / Double(count)
        // Both ends of the sockets are on this machine.
        result.kernel = Double(try Self.kernelBytes() - kernel) / Double(count) / 2

        let connection = try Connection(port: server.process.port)
        for _ in 0..<options.rounds {
            let begin = WallClock.now
            let cpu = try server.process.cpuNanoseconds()
            _ = try connection.exchange(Requests.curlPost("tell", to: Requests.room, cookie: sender.cookie))
            for page in pages { try page.awaitPatch() }
            result.broadcasts.append(Double(WallClock.now - begin) / 1e6)
            try sender.awaitPatch()
            result.broadcastCPU.append(Double(try server.process.cpuNanoseconds() - cpu) / 1e6)
        }
        for _ in 0..<options.rounds {
            let times = options.requests / 20
            let cpu = try server.process.cpuNanoseconds()
            for index in 0..<times { try push(to: pages[index % Self.few], of: connection) }
            result.pushes.append(Double(try server.process.cpuNanoseconds() - cpu) / 1e3 / Double(times))
        }
        return result
    }

    /// Pages that show a value from outside, each of a visitor of its own: the time until a change has reached all of them, and the
    /// cost of one page.
    private func readers() throws -> [Finding] {
        let server = try ElmwoodServer(products, connections: 2 * options.pages + 100)
        defer { server.process.stop() }
        func reads() throws -> Int {
            let page = String(decoding: try server.process.exchange(Requests.get(Requests.total)).body, as: UTF8.self)
            guard let reads = Int(page.split(separator: "<output>").dropFirst().first?.prefix { $0 != "<" } ?? "")
            else {
                throw BenchmarkFailure("The page shows no total.")
            }
            return reads
        }
        let readers = try OpenReaders(of: Requests.total, count: options.pages, on: server.process)
        let before = try reads()
        let changes = try readers.change("change", rounds: options.rounds)
        let each = Double(try reads() - before) / Double(options.rounds)
        let time = changes.milliseconds
        return [
            Finding("reads after a change that \(options.pages) pages show", each, atMost: 1, digits: 1, unit: ""),
            Finding(
                "such a change until the last page has it",
                time.median,
                atMost: 300,
                digits: 0,
                unit: " ms",
                detail: "\(time.lowest.rounded(to: 0)) to \(time.highest.rounded(to: 0)) ms; "
                    + "\(changes.microsecondsEach.median.rounded(to: 1)) µs CPU a page"
            ),
        ]
    }

    private func push(to page: ListeningPage, of process: ServerProcess) throws {
        try push(to: page, of: try Connection(port: process.port))
    }

    /// Pushes a change to a page, made by another page of its visitor.
    private func push(to page: ListeningPage, of connection: Connection) throws {
        let answer = try connection.exchange(Requests.curlPost("note", to: Requests.room, cookie: page.cookie))
        guard answer.status == 200 else { throw BenchmarkFailure("A message is answered with \(answer.status).") }
        try page.awaitPatch()
    }

    /// Returns the kernel's slab memory, which includes sockets.
    private static func kernelBytes() throws -> Int {
        try number("Slab:", in: "/proc/meminfo") * 1024
    }
}

extension String {
    /// Returns the value of the first attribute of that name in a page.
    func attribute(_ name: String) -> String? {
        guard let range = firstRange(of: name + "=\"") else { return nil }
        return String(self[range.upperBound...].prefix { $0 != "\"" })
    }
}
