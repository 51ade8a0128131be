import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

@testable import Elmwood
@testable import ElmwoodExamplePrograms

/// The host names under which a site answers, and its origin.
@Suite struct HostTests {
    private func allows(_ host: String, _ change: (inout Settings) -> Void = { _ in }) -> Bool {
        var settings = Settings()
        change(&settings)
        return AllowedHosts(settings).allows(Array(host.utf8)[...])
    }

    @Test(arguments: [
        "localhost", "LOCALHOST:8080", "localhost.", "shop.localhost", "127.0.0.1", "192.0.2.7:80", "[::1]",
        "[2001:db8::7]:8080",
    ])
    func `An address in numbers is allowed if the site has no name, and localhost always`(_ host: String) {
        #expect(allows(host))
        let isLocal = host.lowercased().contains("localhost")
        for text in ["http://shop.example", "https://192.0.2.1"] {
            #expect(allows(host) { $0.origin = Origin(text) } == isLocal)
        }
        #expect(allows(host) { $0.hosts = ["shop.example"] } == isLocal)
    }

    @Test(arguments: [
        ("192.0.2.7:8080", "192.0.2.7", true), ("192.0.2.8", "192.0.2.7", false),
        ("[2001:db8::7]:80", "2001:db8:0::7", true),
        ("[2001:db8::8]", "2001:db8::7", false), ("192.0.2.7", "::ffff:192.0.2.7", true),
        ("192.0.2.07", "192.0.2.7", false),
        ("0.0.0.0", "192.0.2.7", false), ("3221225991", "192.0.2.7", false), ("[::1", "2001:db8::7", false),
        ("127.0.0.1", "192.0.2.7", false),
    ])
    func `A site with a name answers under the address that the client has connected to`(
        host: String,
        local: String,
        isAllowed: Bool
    ) throws {
        var settings = Settings()
        (settings.host, settings.hosts) = ("0.0.0.0", ["shop.example"])
        let local = try #require(RemoteAddress(local, port: 8080))
        #expect(AllowedHosts(settings).allows(Array(host.utf8)[...], at: local) == isAllowed)
    }

    @Test func `A server at all addresses knows the one that its client has connected to`() async throws {
        var site = Site()
        site.get("/origin") { request in .text(request.origin) }
        let test = try TestSite(site, over: .socket) { settings in
            (settings.host, settings.hosts) = ("0.0.0.0", ["shop.example"])
        }
        let port = try test.port
        func ask(_ host: String) throws -> HTTPReply {
            let connection = try HTTPConnection(port: port)
            try connection.send("GET /origin HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            return try connection.readReply(toHead: false)
        }
        #expect(try ask("6.6.6.6").status == 421)
        #expect(try ask("0.0.0.0:\(port)").status == 421)
        #expect(try ask("127.0.0.1:\(port)").text == "http://shop.example:\(port)")
        #expect(try ask("Shop.example:\(port)").text == "http://shop.example:\(port)")
        #expect(try ask("shop.example:6666").text == "http://shop.example")
    }

    @Test func `The origin of a site with names is one of them`() throws {
        func origin(_ host: String?, _ change: (inout Settings) -> Void) throws -> String {
            var settings = Settings()
            change(&settings)
            let headers = host.map { [(name: "Host", value: $0)] } ?? []
            return EndpointRequest(
                request: try Request(.get, "/", headers: headers),
                context: try handler(settings).context
            ).origin
        }
        let names = { (settings: inout Settings) in settings.hosts = ["shop.example", "other.example:8443"] }
        #expect(try origin("other.example", names) == "http://other.example:8443")
        for host in ["6.6.6.6", "localhost", "shop.example:99", "SHOP.example", nil] {
            #expect(try origin(host, names) == "http://shop.example")
            #expect(try origin(host) { $0.origin = Origin("https://a.example") } == "https://a.example")
        }
        #expect(try origin("6.6.6.6:80") { _ in } == "http://6.6.6.6:80")
        #expect(try origin("any.example") { $0.hosts = ["*", "shop.example"] } == "http://any.example")
    }

    @Test(arguments: [
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evillocalhost", ".localhost", "", "a:80",
        "shop",
    ])
    func `Any other name is not`(_ host: String) { #expect(!allows(host)) }

    @Test func `The names of the settings are allowed, with any port and in any case, and others are not`() {
        func change(_ settings: inout Settings) {
            settings.origin = Origin("https://shop.example:8443")
            settings.hosts = ["Other.example"]
        }
        for host in ["shop.example", "SHOP.example:8443", "shop.example.:80", "other.EXAMPLE"] {
            #expect(allows(host, change))
        }
        for host in ["xshop.example", "shop.examples", "example", "shop.example.evil.example"] {
            #expect(!allows(host, change))
        }
        #expect(allows("evil.example") { $0.hosts = ["*"] })
        #expect(allows("app.internal:80") { $0.host = "app.internal" })
    }

    private func handler(_ settings: Settings) throws -> SiteHandler {
        var site = Site()
        site.mount(Counter(), at: "/")
        site.storage = MemoryStorage()
        return try site.handler(settings, log: Log(level: .none))
    }

    private func response(of handler: SiteHandler, _ request: Request) throws -> Response {
        guard case .response(let response) = handler.respond(to: request) else { throw TestFailure() }
        return response
    }

    private struct TestFailure: Error {}

    @Test func `A request under another name is refused with 421, whatever it requests`() throws {
        let handler = try handler(Settings())
        for (method, target) in [(HTTPMethod.get, "/"), (.post, "/"), (.get, "/style.css"), (.head, "/")] {
            let refused = try Request(method, target, headers: [("Host", "evil.example")])
            #expect(try response(of: handler, refused).status.rawValue == 421)
        }
        #expect(try response(of: handler, Request(.get, "/", headers: [("Host", "localhost")])).status == .ok)
        // A client of HTTP/1.0 is no browser.
        #expect(try response(of: handler, Request(.get, "/")).status == .ok)
    }

    @Test func `An origin with https makes cookies secure, and browsers return over TLS`() throws {
        var settings = Settings()
        settings.origin = Origin("https://shop.example")
        let handler = try handler(settings)
        #expect(handler.headers["Strict-Transport-Security"] != nil)
        let fields = FormData([.init(name: "message", value: .text("increment"))])
        let post = try Request(.post, "/", headers: [("Host", "shop.example")], form: fields)
        let cookie = try #require(try response(of: handler, post).headers["Set-Cookie"])
        #expect(cookie.hasPrefix("__Host-elmwood="))
        #expect(cookie.contains("Secure"))
    }

    @Test(arguments: [
        ("https://shop.example", "https://shop.example"), ("HTTP://Shop.Example:80/", "http://shop.example"),
        ("http://[::1]:8080", "http://[::1]:8080"), ("https://shop.example:8443", "https://shop.example:8443"),
    ])
    func `An origin is read as browsers write it`(_ text: String, _ origin: String) {
        #expect(Origin(text)?.description == origin)
    }

    @Test(arguments: [
        "", "shop.example", "ftp://a", "https://", "https://a/b", "https://a b", "https://:80", "https://a@b",
        "https://a?b",
    ])
    func `Another text is no origin`(_ text: String) { #expect(Origin(text) == nil) }
}
