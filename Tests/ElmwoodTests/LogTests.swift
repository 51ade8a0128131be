import ElmwoodHTTPServer
import ElmwoodStorage
import ElmwoodTestSupport
import FoundationEssentials
import Synchronization
import Testing

@testable import Elmwood
@testable import ElmwoodExamplePrograms

/// The log's entries.
@Suite struct LogTests {
    private let date = Date(timeIntervalSince1970: 1_800_000_000.5)

    private func line(_ entry: LogEntry, _ format: Log.Format = .logfmt) -> String {
        String(decoding: entry.line(format, at: date), as: UTF8.self)
    }

    @Test func `An entry is a line of pairs, with quotation marks where needed, or a JSON object`() {
        let facts = [(name: "status", value: "403"), (name: "path", value: "/a b"), (name: "empty", value: "")]
        let entry = LogEntry(level: .info, event: #"it "is" so"#, facts: facts)
        let time = "2027-01-15T08:00:00.500Z"
        #expect(line(entry) == #"time=\#(time) level=info event="it \"is\" so" status=403 path="/a b" empty=""\#n"#)
        let json = #"{"time":"\#(time)","level":"info","event":"it \"is\" so","status":"403","path":"/a b","empty":""}"#
        #expect(line(entry, .json) == json + "\n")
    }

    @Test(arguments: Log.Format.allCases)
    func `An entry is one line of bounded length, whatever a visitor's text contains`(_ format: Log.Format) {
        let text = "a\r\nlevel=error b\u{1B}[31m\u{7F}\u{9B}2J\u{2028}c\0é\\\""
        #expect(line(LogEntry(level: .info, event: text), format).contains(#""a  level=error b [31m  2J c é\\\"""#))
        let long = LogEntry(level: .info, event: String(repeating: "e\u{301}", count: 100_000))
        #expect(long.line(format, at: date).count < 4 * LogEntry.longestText)
    }

    @Test func `Of each kind a bounded number a second is written, and the next entry states how many were not`() {
        let bound = LogBound(most: 10)
        let first = (0..<1_000).map { _ in bound.admit("a", at: 1) }
        #expect(first == Array(repeating: 0, count: 10) + Array(repeating: nil, count: 990))
        #expect(bound.admit("b", at: 1) == 0)
        #expect(bound.admit("a", at: 2) == 990)
        #expect(bound.admit("a", at: 2) == 0)
        // A clock that goes back.
        #expect(bound.admit("a", at: 0) == 0)
    }

    /// Serves the counter, and returns the entries of the log.
    private func entries(
        _ change: (inout Settings) -> Void = { _ in },
        of test: (RunningServer) throws -> Void
    ) throws -> [LogEntry] {
        let entries = Mutex<[LogEntry]>([])
        var site = Site()
        site.mount(Counter(), at: "/")
        site.storage = MemoryStorage()
        var settings = Settings()
        settings.port = 0
        change(&settings)
        let folder = "/tmp/elmwood-log-\(UInt64.random(in: 0 ... .max))"
        settings.data = folder
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try site.start(
            settings,
            log: Log(level: .info) { (entry: LogEntry) in entries.withLock { $0.append(entry) } }
        )
        try test(server)
        server.stop(within: .zero)
        return entries.withLock { $0 }
    }

    private func post(_ port: Int, _ headers: KeyValuePairs<String, String>, _ body: String = "message=increment")
        throws -> HTTPReply
    {
        try request("POST", "/?secret=1", port: port, headers: headers, body: body)
    }

    @Test func `A refused request is logged with its client and its session's hash, and nothing that it contains`()
        throws
    {
        let entries = try entries { server in
            let first = try post(server.port, [:])
            let cookie = try #require(first["set-cookie"]).prefix { $0 != ";" }
            _ = try post(server.port, ["Cookie": "\(cookie)", "Origin": "https://evil.example"])
            _ = try post(server.port, ["Cookie": "\(cookie)"], "message=secret")
            _ = try post(server.port, ["Host": "evil.example"])
            _ = try request("GET", "/nowhere", port: server.port)
            #expect(!cookie.isEmpty)
        }
        #expect(entries.map(\.event) == ["refused", "refused", "refused"])
        // A request is logged once its answer has been sent, when the next one may be on its way to another loop.
        let facts = entries.map { Dictionary($0.facts.map { ($0.name, $0.value) }) { $1 } }
            .sorted { $0["status"] ?? "" < $1["status"] ?? "" }
        #expect(facts.map { $0["status"] } == ["403", "409", "421"])
        #expect(facts.allSatisfy { $0["address"] == "127.0.0.1" && $0["method"] == "POST" && $0["path"] == "/" })
        // The same session, and none.
        #expect(facts[0]["session"] != nil && facts[0]["session"] == facts[1]["session"] && facts[2]["session"] == nil)
        #expect(!"\(entries)".contains("secret"))
    }

    @Test func `A flood of refusals has few entries, and all requests are logged by setting`() throws {
        let few = try entries { server in
            for _ in 0..<50 { _ = try post(server.port, ["Origin": "https://evil.example"]) }
        }
        #expect(few.count < 50 && few.count >= 10)
        let all = try entries({ $0.accessLog = true }) { server in
            for _ in 0..<30 { _ = try request("GET", "/", port: server.port) }
            _ = try post(server.port, ["Origin": "https://evil.example"])
        }
        // Two loops write them in any order.
        #expect(all.map(\.event).sorted() == Array(repeating: "answered", count: 30) + ["refused"])
        #expect(all.allSatisfy { $0.facts.contains { $0.name == "ms" } && $0.facts.contains { $0.name == "bytes" } })
    }
}
