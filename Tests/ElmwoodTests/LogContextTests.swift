import ElmwoodHTTPServer
import ElmwoodTestSupport
import FoundationEssentials
import Synchronization
import Testing

@testable import Elmwood

/// A program that fails in each way that the log has a line for.
private struct Failing: Program {
    struct Model: Codable, Equatable, Sendable { var isBroken = false }

    enum Message: Codable, Equatable, Sendable { case start, fail(String), perform(String), breakView }

    enum Effect: Codable, Equatable, Sendable { case send(String) }

    struct Failure: Error {}

    static let secret = "hunter2"

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .start: return .none
        case .fail: throw Failure()
        case .perform(let text): return .effect(.send(text))
        case .breakView: model.isBroken = true
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws { throw Failure() }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        if model.isBroken || page.path == "/broken" { throw Failure() }
        return Document("Failing") {
            button("Start", .start)
            button("Fail", .fail(Self.secret))
            button("Perform", .perform(Self.secret))
            button("Break", .breakView)
        }
    }
}

/// What connects the lines of the log about a session with those about its requests.
@Suite struct LogContextTests {
    private let lines = Lines()

    /// The entries of the log, from any thread.
    private final class Lines: Sendable {
        private let entries = Mutex<[LogEntry]>([])

        func add(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }

        /// The facts of each line of that kind.
        func facts(of kind: String) -> [[String: String]] {
            all.filter { $0["kind"] == kind }
        }

        /// All lines as they are written.
        var text: String {
            entries.withLock { $0 }.map { String(decoding: $0.line(.logfmt, at: Date()), as: UTF8.self) }.joined()
        }

        /// The facts of all lines.
        var all: [[String: String]] {
            entries.withLock { $0 }.map { entry in Dictionary(entry.facts.map { ($0.name, $0.value) }) { $1 } }
        }
    }

    /// Serves the program, and calls the test with the server's port on a thread of its own.
    private func serve(
        _ change: (inout SessionLimits) -> Void = { _ in },
        _ test: @escaping @Sendable (Int) throws -> Void
    ) async throws -> RunningServer {
        var site = Site()
        site.mount(Failing(), at: "/failing")
        site.storage = MemoryStorage()
        change(&site.sessionLimits)
        var settings = Settings()
        settings.port = 0
        settings.accessLog = true
        settings.data = "/tmp/elmwood-log-\(UInt64.random(in: 0 ... .max))"
        let server = try site.start(settings, log: Log(level: .info) { [lines] (entry: LogEntry) in lines.add(entry) })
        let port = server.port
        try await offThePool { try test(port) }
        try? FileManager.default.removeItem(atPath: settings.data)
        return server
    }

    private static func post(_ message: String, _ port: Int, cookie: String = "") throws -> HTTPReply {
        try request(
            "POST",
            "/failing",
            port: port,
            headers: ["Cookie": cookie, "Accept": "text/html"],
            body: "message=\(message)"
        )
    }

    /// Begins a session, and returns its cookies.
    private static func begin(_ port: Int) throws -> String {
        let reply = try post("start", port)
        return String(try #require(reply["set-cookie"]).prefix { $0 != ";" })
    }

    /// The facts of the line about a request with that status.
    private func line(ofStatus status: String) throws -> [String: String] {
        try #require(lines.all.first { $0["status"] == status })
    }

    @Test func `A turn that failed is logged with its request, its session's hash and the name of its message`()
        async throws
    {
        let server = try await serve { port in
            let cookie = try Self.begin(port)
            #expect(try Self.post("fail(%22hunter2%22)", port, cookie: cookie).status == 500)
        }
        await eventually("the request is logged") { lines.all.contains { $0["status"] == "500" } }
        server.stop(within: .zero)
        let failed = try #require(lines.facts(of: "turn_failed").first)
        let request = try line(ofStatus: "500")
        #expect(failed["message"] == "fail")
        #expect(failed["request"]?.count == 32 && failed["request"] == request["request"])
        #expect(failed["session"] != nil && failed["session"] == request["session"])
        #expect(!lines.text.contains(Failing.secret))
    }

    @Test func `A newcomer's turn that failed is logged with its request, and with no session`() async throws {
        let server = try await serve { port in
            let reply = try Self.post("fail(%22hunter2%22)", port)
            #expect(reply.status == 500)
        }
        await eventually("the request is logged") { lines.all.contains { $0["status"] == "500" } }
        server.stop(within: .zero)
        let failed = try #require(lines.facts(of: "turn_failed").first)
        let request = try line(ofStatus: "500")
        #expect(failed["request"]?.count == 32 && failed["request"] == request["request"])
        #expect(failed["message"] == "fail" && failed["session"] == nil)
    }

    @Test func `An effect that failed is logged with the request that began it, its session's hash and its name`()
        async throws
    {
        let server = try await serve { port in
            let cookie = try Self.begin(port)
            _ = try Self.post("perform(%22hunter2%22)", port, cookie: cookie)
        }
        await eventually("the effect has failed, and both requests are logged") {
            !lines.facts(of: "effect_failed").isEmpty && lines.all.count { $0["method"] == "POST" } == 2
        }
        server.stop(within: .zero)
        let failed = try #require(lines.facts(of: "effect_failed").first)
        let request = try #require(lines.all.first { $0["method"] == "POST" && $0["session"] != nil })
        #expect(failed["effect"] == "send" && failed["message"] == nil)
        #expect(failed["request"] != nil && failed["request"] == request["request"])
        #expect(failed["session"] == request["session"])
        #expect(!lines.text.contains(Failing.secret))
    }

    @Test func `A view that failed is logged with its request and its session's hash`() async throws {
        let server = try await serve { port in
            let cookie = try Self.begin(port)
            let reply = try request(
                "GET",
                "/failing/broken",
                port: port,
                headers: ["Cookie": cookie, "Accept": "text/html"]
            )
            #expect(reply.status == 500)
            #expect(try Self.post("breakView", port, cookie: cookie).status == 500)
        }
        await eventually("both requests are logged") { lines.all.count { $0["status"] == "500" } == 2 }
        server.stop(within: .zero)
        let failed = lines.facts(of: "view_failed")
        let requests = lines.all.filter { $0["status"] == "500" }
        #expect(failed.count == 2)
        #expect(Set(failed.map { $0["request"] }) == Set(requests.map { $0["request"] }))
        #expect(Set(failed.map { $0["session"] }).count == 1 && failed.allSatisfy { $0["session"] != nil })
    }

    @Test func `A slow turn is logged with its request, its session's hash and the name of its message`() async throws {
        let server = try await serve({ $0.slowCall = .zero }) { port in
            let cookie = try Self.begin(port)
            _ = try Self.post("perform(%22hunter2%22)", port, cookie: cookie)
        }
        server.stop(within: .zero)
        let slow = lines.facts(of: "slow_call")
        let turn = try #require(slow.first { $0["message"] == "perform" })
        #expect(turn["request"]?.count == 32 && turn["session"] != nil)
        // The start of the first request, which has no session yet.
        #expect(slow.contains { $0["message"] == "start" && $0["request"] != nil && $0["session"] == nil })
        #expect(!lines.text.contains(Failing.secret))
    }
}
