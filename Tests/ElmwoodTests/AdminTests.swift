import ElmwoodHTTPClient
import ElmwoodHTTPServer
import ElmwoodObservation
import ElmwoodStorage
import ElmwoodTestSupport
import FoundationEssentials
import Synchronization
import Testing

@testable import Elmwood
@testable import ElmwoodSessions
@testable import ElmwoodExamplePrograms

/// The pages for a site's operator.
@Suite struct AdminTests {
    private final class Statuses: Observer {
        let all = Mutex<[Int]>([])

        func observe(_ event: Observation) {
            if case .request(let request) = event { all.withLock { $0.append(request.status) } }
        }
    }

    /// Serves the counter with an admin address.
    private func serve(
        observers: [any Observer] = [],
        mounting mount: (inout Site) -> Void = { _ in },
        _ test: (_ site: RunningServer, _ admin: AdminServer) throws -> Void
    ) throws {
        var site = Site()
        site.mount(Counter(), at: "/counter")
        mount(&site)
        site.storage = MemoryStorage()
        site.observers = observers
        var settings = Settings()
        settings.port = 0
        settings.admin = AdminAddress("127.0.0.1:0")
        let folder = "/tmp/elmwood-admin-\(UInt64.random(in: 0 ... .max))"
        settings.data = folder
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let log = Log(level: .none)
        let handler = try site.handler(settings, log: log)
        let admin = try #require(try AdminServer(handler, settings, socket: nil, log: log))
        let running = try site.start(settings, handler: handler, log: log)
        try test(running, admin)
        running.stop(within: .zero)
        admin.stop()
    }

    /// Requests the metrics until they contain these lines, since a request is counted when its answer has been sent. Returns those
    /// that they do not contain after many attempts.
    private func missing(_ expected: [String], from admin: AdminServer) throws -> [String] {
        var missing = expected
        for _ in 0..<1_000 where !missing.isEmpty {
            let reply = try request("GET", "/metrics", port: admin.port)
            #expect(reply["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let lines = Set(reply.text.split(separator: "\n").map(String.init))
            missing = expected.filter { !lines.contains($0) }
        }
        return missing
    }

    /// Returns the private page once it shows a text. It waits five seconds for its effect, which is not enough if other tests have the
    /// pool's threads.
    private func page(of admin: AdminServer, showing text: String) throws -> HTTPReply {
        var page = try request("GET", "/", port: admin.port, headers: ["Accept": "text/html"])
        for _ in 0..<30 where !page.text.contains(text) {
            page = try request("GET", "/", port: admin.port, headers: ["Accept": "text/html"])
        }
        return page
    }

    @Test func `Requests of every kind are counted by program, kind, status and reason`() throws {
        try serve { site, admin in
            let first = try request("POST", "/counter", port: site.port, body: "message=increment")
            let cookie = try #require(first["set-cookie"]).prefix { $0 != ";" }
            for _ in 0..<3 { _ = try request("GET", "/counter", port: site.port) }
            _ = try request("GET", "/counter", port: site.port, headers: ["Host": "evil.example"])
            _ = try request(
                "POST",
                "/counter",
                port: site.port,
                headers: ["Cookie": "\(cookie)", "Origin": "https://evil.example"],
                body: "message=increment"
            )
            _ = try request("POST", "/counter", port: site.port, body: "message=explode")
            _ = try request("PUT", "/counter", port: site.port)
            _ = try request("GET", "/nowhere", port: site.port)
            let page = String(repeating: "a", count: 22)
            _ = try request(
                "GET",
                "/counter",
                port: site.port,
                headers: ["Cookie": "\(cookie)", "Accept": "application/vnd.elmwood+json", "Elmwood-Page": page]
            )
            let requests = "elmwood_requests_total"
            let expected = [
                requests + #"{program="/counter",kind="page",status="200"} 3"#,
                requests + #"{program="/counter",kind="post",status="200"} 1"#,
                requests + #"{program="/counter",kind="post",status="409"} 1"#,
                requests + #"{program="/counter",kind="live",status="200"} 1"#,
                requests + #"{program="",kind="other",status="404"} 1"#,
                #"elmwood_refusals_total{reason="unknown_host"} 1"#,
                #"elmwood_refusals_total{reason="cross_site"} 1"#,
                #"elmwood_refusals_total{reason="method"} 1"#,
                #"elmwood_refusals_total{reason="not_offered"} 1"#,
                #"elmwood_sessions{program="/counter"} 1"#,
                #"elmwood_pages{program="/counter"} 1"#,
            ]
            #expect(try missing(expected, from: admin) == [])
        }
    }

    @Test func `Shared models are counted under their program's name`() throws {
        let mount = { (site: inout Site) in
            site.share(Room())
            site.mount(Chat(), at: "/chat")
        }
        try serve(mounting: mount) { site, admin in
            let entered = try request("POST", "/chat", port: site.port, body: "form=introduction&name=Ada")
            let cookie = try #require(entered["set-cookie"]).prefix { $0 != ";" }
            let headers: KeyValuePairs = ["Cookie": "\(cookie)"]
            _ = try request("POST", "/chat", port: site.port, headers: headers, body: "form=remark&text=Hello")
            let expected = [
                #"elmwood_sessions{program="Room"} 1"#, #"elmwood_watchers{program="Room"} 0"#,
                #"elmwood_turn_duration_seconds_count{program="Room"} 1"#,
            ]
            #expect(try missing(expected, from: admin) == [])
        }
    }

    @Test func `A site's own observers are told of the same requests`() throws {
        let statuses = Statuses()
        try serve(observers: [statuses]) { site, _ in
            _ = try request("GET", "/counter", port: site.port)
            _ = try request("GET", "/nowhere", port: site.port)
        }
        // The server has stopped, and has reported all by then.
        #expect(statuses.all.withLock { $0 }.sorted() == [200, 404])
    }

    @Test func `A process is ready when it serves, and no longer when it is about to stop, but lives all the time`()
        throws
    {
        try serve { site, admin in
            let starting = try request("GET", "/ready", port: admin.port)
            #expect(starting.status == 503 && starting.text == "The server is starting.\n")
            admin.readiness.isServing(site)
            #expect(try request("GET", "/ready", port: admin.port).status == 200)
            admin.readiness.isDraining()
            let draining = try request("GET", "/ready", port: admin.port)
            #expect(draining.status == 503 && draining.text == "The server is about to stop.\n")
            #expect(try request("GET", "/counter", port: site.port).status == 200)
            #expect(try request("GET", "/live", port: admin.port).status == 200)
        }
    }

    @Test func `A process in which a call does not return is not ready, and says so`() throws {
        try serve { site, admin in
            admin.readiness.isServing(site)
            let registry = admin.readiness.registry
            let start = registry.environment.now() - .seconds(12)
            let call = registry.calls.begin("/counter", .update, [], for: EventContext(), at: start)
            let stuck = try request("GET", "/ready", port: admin.port)
            #expect(stuck.status == 503)
            #expect(stuck.text.contains("has not returned for 12 seconds"))
            registry.calls.end(call)
            #expect(try request("GET", "/ready", port: admin.port).status == 200)
        }
    }

    @Test func `The page shows what the site is doing, without script too, and no other site's page can act on it`()
        async throws
    {
        // Its effect needs a thread of the pool, which tests that wait would occupy.
        try await offThePool {
            try serve { site, admin in
                _ = try request("POST", "/counter", port: site.port, body: "message=increment")
                let page = try page(of: admin, showing: "<code>increment</code>")
                #expect(page.status == 200)
                let isShown = page.text.contains("<code>increment</code>")
                #expect(isShown)
                let reloads = page.text.contains("http-equiv=\"refresh\"")
                #expect(reloads)
                // The site's cookies belong to all ports of the host.
                #expect(page["set-cookie"]?.hasPrefix("elmwood-admin") == true)
                #expect(try request("GET", "/", port: admin.port, headers: ["Host": "evil.example"]).status == 421)
                #expect(
                    try request("GET", "/metrics", port: admin.port, headers: ["Host": "evil.example"]).status == 421
                )
                #expect(try request("GET", "/elmwood/admin.css", port: admin.port).status == 200)
                #expect(try request("GET", "/nowhere", port: admin.port).status == 404)
            }
        }
    }

    @Test func `The metrics and the page show what pages have read`() async throws {
        let shelf = Shelf([1: "Dune"])
        // Reads and effects need a thread of the pool, which tests that wait would occupy.
        try await offThePool {
            try serve(mounting: { $0.mount(BookShelf(shelf: shelf), at: "/shelf") }) { site, admin in
                for _ in 0..<3 {
                    #expect(
                        try request("GET", "/shelf", port: site.port, headers: ["Accept": "text/html"]).status == 200
                    )
                }
                let expected = [
                    #"elmwood_reads_total{read="Title",outcome="value"} 3"#,
                    #"elmwood_read_values_total{read="Title",by="read"} 3"#,
                    #"elmwood_read_duration_seconds_count{read="Title"} 3"#,
                    "elmwood_reads_begun_total 3",
                    "elmwood_running_reads 0",
                    "elmwood_waiting_reads 0",
                    "elmwood_kept_values 0",
                ]
                #expect(try missing(expected, from: admin) == [])
                let page = try page(of: admin, showing: "<code>Title</code>")
                #expect(page.text.contains("0 under way, 0 waiting, 0 values kept."))
                #expect(page.text.contains("<code>Title</code></th><td>3</td><td>0</td><td>0</td>"))
            }
        }
    }

    @Test func `Its address is one that only this machine reaches`() {
        #expect(AdminAddress("127.0.0.1:9090")?.description == "127.0.0.1:9090")
        #expect(AdminAddress("[::1]:9090")?.description == "[::1]:9090")
        for text in ["0.0.0.0:9090", "192.168.1.1:9090", "[::]:9090", "9090", ":9090", "127.0.0.1", "127.0.0.1:x", ""] {
            #expect(AdminAddress(text) == nil, "\(text)")
        }
        #expect(throws: SettingsError.self) { try Settings(environment: ["ELMWOOD_ADMIN": "0.0.0.0:9090"]) }
        #expect(throws: SettingsError.self) { try Settings(environment: ["ELMWOOD_DRAIN": "-1"]) }
        #expect(throws: SettingsError.self) { try Settings(environment: ["ELMWOOD_CALL_LIMIT": "0"]) }
        #expect((try? Settings(environment: ["ELMWOOD_CALL_LIMIT": "off"]))?.callLimit == .some(nil))
    }
}
