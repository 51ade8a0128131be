import Elmwood
import ElmwoodHTTPClient
import ElmwoodTestSupport
import Synchronization
import Testing

/// Endpoints whose clients do not wait for the answer.
@Suite(.timeLimit(.minutes(2))) final class AbandonedEndpointTests: Sendable {
    /// What a task waits for, and what has happened to it.
    private final class Work: Sendable {
        private struct State {
            var hasBegun = false
            var isCancelled = false
            var waiting: CheckedContinuation<Void, Never>?
        }

        private let state = Mutex(State())
        var hasBegun: Bool { state.withLock { $0.hasBegun } }
        var isCancelled: Bool { state.withLock { $0.isCancelled } }

        /// Waits until the task is cancelled, or the test ends it.
        func run() async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiting in
                    state.withLock { ($0.hasBegun, $0.waiting) = (true, waiting) }
                }
            } onCancel: {
                state.withLock { $0.isCancelled = true }
                end()
            }
        }

        func end() { state.withLock { $0.waiting.take() }?.resume() }
    }

    private let reads = (0..<8).map { _ in Work() }
    private let writes = (0..<8).map { _ in Work() }
    private let lines = Mutex<[String]>([])

    private func site(with change: (inout Site) -> Void = { _ in }) throws -> TestSite {
        var site = Site()
        site.get("/reports/{number}") { [reads] (_: EndpointRequest, number: Int) in
            await reads[number].run()
            try Task.checkCancellation()
            return .text("the report")
        }
        site.post("/orders/{number}") { [writes] (_: EndpointRequest, number: Int) in
            await writes[number].run()
            return .text("ordered")
        }
        site.get("/next") { _ in .text("next") }
        change(&site)
        return try TestSite(
            site,
            over: .socket,
            log: Log(level: .warning) { [self] _, line in lines.withLock { $0.append(line) } }
        )
    }

    /// Sends a request, and disconnects when its endpoint has begun.
    private func leave(_ site: TestSite, _ method: String, _ path: String, during work: Work) async throws {
        let connection = try HTTPConnection(port: try site.port)
        try connection.send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
        await eventually("the endpoint begins") { work.hasBegun }
        withExtendedLifetime(connection) {}
    }

    @Test func `An endpoint that only reads is cancelled when its client disconnects, and nothing is logged`()
        async throws
    {
        let site = try site()
        try await leave(site, "GET", "/reports/0", during: reads[0])
        await eventually("it is cancelled") { reads[0].isCancelled }
        #expect(try await site.send("GET", "/next").text == "next")
        #expect(lines.withLock { $0 } == [])
    }

    @Test func `It is cancelled within a function around it too`() async throws {
        let site = try site { $0.use { request, next in try await next(request) } }
        try await leave(site, "GET", "/reports/0", during: reads[0])
        await eventually("it is cancelled") { reads[0].isCancelled }
    }

    @Test func `An endpoint that changes something continues after its client has left`() async throws {
        let site = try site()
        // So many that each loop of the server notices first that clients of the one have left, and then those of the other.
        for (number, work) in writes.enumerated() { try await leave(site, "POST", "/orders/\(number)", during: work) }
        for (number, work) in reads.enumerated() { try await leave(site, "GET", "/reports/\(number)", during: work) }
        await eventually("all that only read are cancelled") { reads.allSatisfy(\.isCancelled) }
        #expect(!writes.contains { $0.isCancelled })
        for work in writes { work.end() }
    }

    @Test func `A client that closes its sending side after the request gets an answer`() async throws {
        let site = try site()
        #expect(try await answer(at: site.port) == "next")
    }

    /// Returns the answer to a request after which the client closes its sending side. It is read by a thread that no task needs.
    private func answer(at port: Int) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            onThread {
                continuation.resume(
                    with: Result {
                        let connection = try HTTPConnection(port: port)
                        try connection.send("GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        connection.finishSending()
                        return try connection.readReply().text
                    }
                )
            }
        }
    }

    @Test func `A client that waits gets the answer`() async throws {
        let site = try site()
        async let reply = site.send("GET", "/reports/0")
        await eventually("the endpoint begins") { reads[0].hasBegun }
        reads[0].end()
        #expect(try await reply.text == "the report")
        #expect(!reads[0].isCancelled)
    }
}
