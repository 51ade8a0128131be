import Glibc
import ElmwoodTestSupport
import Testing

/// The examples behind nginx, HAProxy and Caddy, with the project's own configuration of each: those that are installed.
@Suite(
    .serialized,
    .timeLimit(.minutes(5)),
    .enabled(if: !ProxyProcess.Kind.installed.isEmpty, "No proxy is installed.")
)
struct ProxyTests {
    /// How the proxy reaches the site.
    enum Connection: CaseIterable { case port, unixSocket }

    private func withSite(
        behind kind: ProxyProcess.Kind,
        by connection: Connection,
        _ environment: [String: String] = [:],
        _ test: (SupervisedProcess, ProxyProcess) throws -> Void
    ) throws {
        var settings = [
            "ELMWOOD_ORIGIN": "https://shop.example", "ELMWOOD_TRUSTED_PROXIES": "127.0.0.1",
            "ELMWOOD_SESSIONS": "sqlite",
        ]
        var socket: String?
        if connection == .unixSocket {
            let path = "/tmp/elmwood-proxied-\(UInt32.random(in: 0 ... .max)).sock"
            socket = path
            settings["HOST"] = "unix:" + path
            settings["ELMWOOD_TRUSTED_PROXIES"] = "unix"
            // nginx's workers are processes of another user than its master process.
            settings["ELMWOOD_SOCKET_MODE"] = "0666"
        }
        let site = try SupervisedProcess(settings.merging(environment) { $1 })
        try site.awaitAnswer()
        let proxy = try ProxyProcess(kind, to: site.port, socket: socket)
        try proxy.awaitAnswer()
        try test(site, proxy)
    }

    @Test(arguments: ProxyProcess.Kind.installed, Connection.allCases)
    func `A visitor gets a session over HTTP/2, with cookies for TLS alone`(
        _ kind: ProxyProcess.Kind,
        _ connection: Connection
    ) throws {
        try withSite(behind: kind, by: connection) { _, proxy in
            let head = try proxy.curl("-D - -o /dev/null ORIGIN/counter")
            #expect(head.hasPrefix("HTTP/2 200"))
            #expect(head.lowercased().contains("strict-transport-security: max-age="))
            let post = try proxy.curl(
                "-D - -c jar -d message=increment -H 'Origin: https://shop.example' ORIGIN/counter"
            )
            #expect(post.lowercased().contains("set-cookie: __host-elmwood="))
            #expect(post.contains("Secure"))
            let page = try proxy.curl("-b jar -d message=increment ORIGIN/counter")
            #expect(page.contains("aria-live=\"polite\">2<"))
            let foreign = try proxy.curl(
                "-o /dev/null -w '%{http_code}' -b jar -d message=increment -H 'Origin: https://evil.example' ORIGIN/counter"
            )
            #expect(foreign == "403")
        }
    }

    @Test(arguments: ProxyProcess.Kind.installed, Connection.allCases)
    func `The limits of one client are those of the visitor's address, whatever addresses it states`(
        _ kind: ProxyProcess.Kind,
        _ connection: Connection
    ) throws {
        try withSite(behind: kind, by: connection, ["ELMWOOD_POSTS_PER_CLIENT": "1/5"]) { site, proxy in
            var statuses: [String] = []
            for number in 0..<10 {
                statuses.append(
                    try proxy.curl(
                        // Not from the address of the proxy, which is trusted.
                        "-o /dev/null -w '%{http_code}' --interface 127.0.0.2 -H 'X-Forwarded-For: 192.0.2.\(number)'"
                            + " -H 'Forwarded: for=192.0.2.\(number)' -d message=increment ORIGIN/counter"
                    )
                )
            }
            #expect(statuses.prefix(5) == Array(repeating: "200", count: 5)[...])
            #expect(statuses.contains("429"))
            #expect(site.outputSoFar.contains("status=429 address=127.0.0.2 "))
        }
    }

    @Test(arguments: ProxyProcess.Kind.installed, Connection.allCases)
    func `A stream's pieces are passed on while it is open`(
        _ kind: ProxyProcess.Kind,
        _ connection: Connection
    ) throws {
        try withSite(behind: kind, by: connection) { _, proxy in
            _ = try proxy.curl("-o /dev/null -c jar -d message=increment ORIGIN/counter")
            // The first piece is there long before the stream's end, which is when curl is stopped.
            let piece = try proxy.curl(
                "-N -b jar -H 'Accept: text/event-stream' -H 'Elmwood-Page: aaaaaaaaaaaaaaaaaaaaaa' -H 'Elmwood-Revision: 0'"
                    + " ORIGIN/counter | head -c 100"
            )
            #expect(piece.contains("data:"))
        }
    }

    @Test(arguments: ProxyProcess.Kind.installed)
    func `What another site's page may have asked for in a visitor's name is not compressed`(
        _ kind: ProxyProcess.Kind
    ) throws {
        try withSite(behind: kind, by: .port) { _, proxy in
            let asked = "-D - -o /dev/null -b any=cookie -H 'Accept-Encoding: gzip'"
            let forced = try proxy.curl("\(asked) -H 'Sec-Fetch-Site: cross-site' ORIGIN/registration")
            #expect(forced.hasPrefix("HTTP/2 200") && !forced.lowercased().contains("content-encoding"))
            let own = try proxy.curl("\(asked) -H 'Sec-Fetch-Site: same-origin' ORIGIN/registration")
            #expect(own.lowercased().contains("content-encoding: gzip"))
        }
    }

    @Test(arguments: ProxyProcess.Kind.installed, Connection.allCases)
    func `A large file arrives`(
        _ kind: ProxyProcess.Kind,
        _ connection: Connection
    ) throws {
        try withSite(behind: kind, by: connection) { _, proxy in
            _ = try proxy.curl("-o /dev/null ORIGIN/counter && head -c 5000000 /dev/zero > file")
            let answer = try proxy.curl(
                "-o /dev/null -w '%{http_code}' -F message=increment -F 'unknown=@file' ORIGIN/counter"
            )
            // The file arrives, and the page's contract has no place for it.
            #expect(answer == "409")
        }
    }

    @Test(arguments: ProxyProcess.Kind.installed, Connection.allCases)
    func `While a new process takes over, each post is answered, and counts once`(
        _ kind: ProxyProcess.Kind,
        _ connection: Connection
    ) throws {
        try withSite(behind: kind, by: connection) { site, proxy in
            _ = try proxy.curl("-o /dev/null -c jar -d message=increment ORIGIN/counter")
            let former = site.workers
            var count = 1
            site.send(SIGHUP)
            var remaining = 10
            // Ten more posts after the new process has taken over.
            while remaining > 0, count < 2_000 {
                let page = try proxy.curl("-b jar -d message=increment ORIGIN/counter")
                count += 1
                #expect(page.contains("aria-live=\"polite\">\(count)<"))
                if site.workers != former, site.workers.count == 1 { remaining -= 1 }
            }
            #expect(remaining == 0)
        }
    }
}
